// What the service knows of the hand before the camera, frame by frame, through `WS /v1/stream`.
//
// One frame is on its way at a time: the next is taken from the camera when the one before was answered. Frames that the
// service passes over, as they are blurred or show nothing new, are not answered; the next follows them after a while.

import { keyProtocols } from "../core/key.js";

/** Pixels of a frame's longer side: in a hand across an upright phone tiles are still 60 pixels long. */
const LONGEST = 1280;
const JPEG = 0.75;

/** Milliseconds from one frame to the next at the least, so that phones stay cool. */
const EVERY = 150;

/** Milliseconds without an answer after which a frame counts as passed over, where answers do not take long anyway. */
const PASSED_OVER = 600;

/** How long an answer is taken to need before there was one, in milliseconds. */
const FIRST = 1500;

/** Milliseconds without any answer after which the stream is left. */
const SILENT = 15000;

/** A stream of frames of `video`; `asked` are the fields of the address. It ends once, by itself or by `close`. */
export class Watch {
  #socket;
  #canvas = document.createElement("canvas");
  #timer = 0;
  #making = false;
  #sent = 0;
  #sentAt = 0;
  #heardAt = 0;
  #takes = FIRST;

  /** `onstate(state, size)` with each state of the service and the frames' size, `onend()` where it breaks. */
  constructor(video, asked, { onstate, onend }) {
    Object.assign(this, { video, onstate, onend });
    const address = new URL(`/v1/stream?${new URLSearchParams(asked)}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    try {
      this.#socket = new WebSocket(address, keyProtocols());
    } catch {
      return void setTimeout(() => this.#end());
    }
    this.#socket.addEventListener("open", () => this.#begin());
    this.#socket.addEventListener("message", ({ data }) => this.#heard(data));
    this.#socket.addEventListener("close", () => this.#end());
  }

  /** Send nothing more, and say nothing more. */
  close() {
    this.onstate = this.onend = () => {};
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #end() {
    const { onend } = this;
    this.close();
    onend();
  }

  #begin() {
    this.#heardAt = performance.now();
    this.#send();
  }

  #heard(text) {
    const now = performance.now();
    const told = read(text);
    if (!told) return this.#end();
    this.#heardAt = now;
    if (!told.problem) this.onstate(told, { width: this.#canvas.width, height: this.#canvas.height });
    const isOlder = told.frame < this.#sent - 1;
    if (isOlder || this.#making) return;
    this.#takes = now - this.#sentAt;
    this.#after(Math.max(0, EVERY - this.#takes));
  }

  #after(milliseconds) {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => this.#send(), milliseconds);
  }

  get #isOpen() {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  async #send() {
    if (performance.now() - this.#heardAt > SILENT) return this.#end();
    if (this.#socket.bufferedAmount > 0) return this.#after(EVERY);
    this.#making = true;
    const frame = await this.#frame();
    this.#making = false;
    if (frame && this.#isOpen) {
      this.#socket.send(frame);
      this.#sent += 1;
      this.#sentAt = performance.now();
    }
    this.#after(Math.max(PASSED_OVER, 2 * this.#takes));
  }

  /** What the camera shows now, made smaller; null where it shows nothing. */
  #frame() {
    const { videoWidth, videoHeight } = this.video;
    if (!videoWidth) return null;
    const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    Object.assign(this.#canvas, { width, height });
    this.#canvas.getContext("2d").drawImage(this.video, 0, 0, width, height);
    return new Promise((resolve) => this.#canvas.toBlob(resolve, "image/jpeg", JPEG));
  }
}

/** What was told, or null for what is none of the service's messages. */
function read(text) {
  try {
    const told = JSON.parse(text);
    return told.problem || told.phase ? told : null;
  } catch {
    return null;
  }
}
