// The camera, live: a frame to lay the hand in, what to do before the shutter, and the photo.
//
// Where the service takes a live stream it says what it sees, and the photo is taken by itself once the hand is settled.
// Where it takes none the camera's own look says what to do; a stream that breaks is opened again, ever later.

import { switched } from "../core/controls.js";
import { button, el, patch, svg } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { recall, remember } from "../core/store.js";
import { advice, grey, measured } from "./quality.js";
import { boxes, isReady, told } from "./state.js";
import { Watch } from "./watch.js";

/** Where the guide frame lies, in shares of the picture. */
export const FRAME = { left: 0.04, top: 0.28, width: 0.92, height: 0.44 };

const EVERY = 250;
const SMALL = 160;
const FINE = 256;
const STEADY = 2;
const JPEG = 0.95;

/** Milliseconds for which a hand is shown as settled before the photo is taken by itself. */
const NOTICE = 700;

/** Milliseconds after which a stream that broke is opened again: at first, and at most once it has broken again and again. */
const SOONEST = 500;
const LATEST = 30000;

const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } } };

/** Whether this browser shows the camera live: over HTTPS, and on this machine. */
export const isLive = () => Boolean(navigator.mediaDevices?.getUserMedia);

/**
 * Let a person take a photo; resolves with it as a file, or null when it is left. `asked` promises the fields of
 * `POST /v1/scan` by which the service looks at the picture meanwhile.
 */
export function takePhoto(asked) {
  return new Promise((resolve) => new Camera(asked, resolve).open());
}

class Camera {
  #stream = null;
  #opening = 0;
  #timer = 0;
  #before = null;
  #said = "";
  #times = 0;
  #photo = null;
  #watch = null;
  #again = 0;
  #pause = SOONEST;
  #state = null;
  #due = 0;
  #auto = recall("auto_shutter") ?? true;

  constructor(asked, resolve) {
    this.asked = asked;
    this.video = el("video", { autoplay: true, playsinline: true, "aria-label": t("camera.title") });
    this.video.muted = true;
    this.advice = el("p.advice", {});
    this.spoken = el("p.unseen", { role: "status" });
    this.boxes = svg("svg.live-boxes", { "aria-hidden": "true", preserveAspectRatio: "none" });
    this.auto = switched(t("camera.auto"), this.#auto, (on) => this.#setAuto(on));
    this.auto.hidden = true;
    this.guide = el("div.guide", { "aria-hidden": "true" }, el("span"), el("span"), el("span"), el("span"));
    this.shutter = button("", () => this.#take(), { "aria-label": t("camera.shutter"), disabled: true }, "button.shutter");
    this.light = button(t("camera.light"), () => this.#toggleLight(), { "aria-pressed": "false", hidden: true });
    this.box = el(
      "dialog.camera",
      { "aria-label": t("camera.title") },
      el("div.viewfinder", {}, this.video, this.boxes, this.guide),
      this.advice,
      this.spoken,
      el("div.camera-auto", {}, this.auto),
      el("div.camera-bar", {}, button(t("app.cancel"), () => this.box.close()), this.shutter, el("span.camera-side", {}, this.light)),
    );
    const shown = new AbortController();
    document.addEventListener("visibilitychange", () => this.#seen(), { signal: shown.signal });
    this.box.addEventListener("close", () => {
      shown.abort();
      this.#stop();
      this.box.remove();
      resolve(this.#photo);
    });
  }

  async open() {
    document.body.append(this.box);
    this.box.showModal();
    await this.#start();
  }

  /** Open the camera; what was stopped meanwhile is let go of again. */
  async #start() {
    this.#opening += 1;
    const mine = this.#opening;
    this.#say("starting");
    try {
      const stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (mine !== this.#opening) return release(stream);
      this.#stream = stream;
      this.video.srcObject = stream;
      await this.video.play();
      if (mine === this.#opening) this.#ready();
    } catch (error) {
      if (mine === this.#opening) this.#say(error.name === "NotAllowedError" ? "refused" : "busy");
    }
  }

  #ready() {
    this.shutter.disabled = false;
    this.shutter.focus();
    this.light.hidden = !this.#track.getCapabilities?.().torch;
    this.#say("frame");
    this.#timer = setInterval(() => this.#look(), EVERY);
    this.#follow(this.#opening);
  }

  /** Let the service see what the camera shows, as long as it is not stopped. */
  async #follow(opening) {
    const asked = await this.asked;
    if (opening !== this.#opening || this.#isTaking) return;
    this.#watch = new Watch(this.video, asked, {
      onstate: (state, size) => this.#saw(state, size),
      onend: () => this.#broken(opening),
    });
  }

  /** Go on without the service, and let it see again after a pause that grows until it answers. */
  #broken(opening) {
    this.#unwatch();
    this.#again = setTimeout(() => this.#follow(opening), this.#pause * (1 + Math.random()) / 2);
    this.#pause = Math.min(2 * this.#pause, LATEST);
  }

  /** Let go of the camera while nobody sees the page; a photo that is being taken is taken. */
  #seen() {
    if (this.#isTaking) return;
    this.#stop();
    if (!document.hidden) this.#start();
  }

  get #isTaking() {
    return this.box.dataset.taking !== undefined;
  }

  get #track() {
    return this.#stream.getVideoTracks()[0];
  }

  #stop() {
    this.#opening += 1;
    this.shutter.disabled = true;
    this.#unwatch();
    clearInterval(this.#timer);
    if (this.#stream) release(this.#stream);
    this.#stream = null;
  }

  /** What the service makes of a frame of this size. */
  #saw(state, { width, height }) {
    this.#state = state;
    this.#pause = SOONEST;
    this.auto.hidden = false;
    this.box.dataset.phase = state.phase;
    this.boxes.setAttribute("viewBox", `0 0 ${width} ${height}`);
    patch(this.boxes, boxes(state));
    this.#decide();
  }

  /** Look without the service. */
  #unwatch() {
    clearTimeout(this.#again);
    this.#watch?.close();
    this.#watch = this.#state = null;
    this.auto.hidden = true;
    delete this.box.dataset.phase;
    patch(this.boxes);
    this.#decide();
  }

  #setAuto(on) {
    this.#auto = on;
    remember("auto_shutter", on);
    this.#decide();
  }

  /** Take the photo in a moment, if it is to be taken by itself and nothing comes between. */
  #decide() {
    if (this.#auto && this.#state && isReady(this.#state)) {
      this.#due ||= setTimeout(() => this.#take(), NOTICE);
    } else {
      clearTimeout(this.#due);
      this.#due = 0;
    }
  }

  /** Look at a frame; what is said changes when two in a row say so. */
  #look() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width || document.hidden) return;
    const [left, top] = [FRAME.left * width, FRAME.top * height];
    const [across, down] = [FRAME.width * width, FRAME.height * height];
    const small = this.#pixels(left, top, across, down, SMALL);
    const side = Math.min(FINE, across, down);
    const fine = this.#pixels(left + (across - side) / 2, top + (down - side) / 2, side, side, side);
    const seen = measured(small, fine, this.#before);
    this.#before = small;
    this.measured = seen;
    const found = advice(seen);
    this.#times = found === this.found ? this.#times + 1 : 1;
    this.found = found;
    if (this.#state) this.#tell(told(this.#state, found, this.#auto));
    else if (this.#times >= STEADY) this.#say(found);
  }

  /** A part of the picture in grey, so many pixels wide. */
  #pixels(left, top, across, down, size) {
    const [width, height] = [Math.round(size), Math.max(1, Math.round((size * down) / across))];
    this.canvas ??= document.createElement("canvas");
    Object.assign(this.canvas, { width, height });
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.video, left, top, across, down, 0, 0, width, height);
    return grey(context.getImageData(0, 0, width, height));
  }

  #say(what) {
    this.#tell({ what, phase: "", todo: t(`camera.${what}`) });
  }

  /** Show what to do; it is spoken when it is something else, and not for each other number of tiles. */
  #tell({ what, phase, todo }) {
    patch(this.advice, phase && el("small", {}, phase), el("span", {}, todo));
    const key = `${this.box.dataset.phase ?? ""} ${what}`;
    if (key === this.#said) return;
    this.#said = key;
    this.spoken.textContent = [phase, todo].filter(Boolean).join(": ");
    this.box.dataset.advice = what;
  }

  async #toggleLight() {
    const on = this.light.getAttribute("aria-pressed") !== "true";
    await this.#track.applyConstraints({ advanced: [{ torch: on }] }).catch(() => {});
    this.light.setAttribute("aria-pressed", String(on));
  }

  async #take() {
    if (this.#isTaking) return;
    this.box.dataset.taking = "";
    this.shutter.disabled = true;
    this.#unwatch();
    clearInterval(this.#timer);
    this.#say("taking");
    const blob = (await this.#still()) ?? (await this.#frame());
    this.#photo = blob && new File([blob], "camera.jpg", { type: blob.type });
    this.box.close();
  }

  /** A photo in the camera's own resolution, where the browser takes one. */
  async #still() {
    if (!("ImageCapture" in window)) return null;
    const wait = new Promise((resolve) => setTimeout(resolve, 4000, null));
    return Promise.race([new ImageCapture(this.#track).takePhoto().catch(() => null), wait]);
  }

  /** The frame that is shown. */
  #frame() {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: this.video.videoWidth, height: this.video.videoHeight });
    canvas.getContext("2d").drawImage(this.video, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG));
  }
}

function release(stream) {
  for (const track of stream.getTracks()) track.stop();
}
