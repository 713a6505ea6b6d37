// The camera, live: a frame to lay the hand in, what to do before the shutter, and the photo.

import { button, el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { advice, grey, measured } from "./quality.js";

/** Where the guide frame lies, in shares of the picture. */
export const FRAME = { left: 0.04, top: 0.28, width: 0.92, height: 0.44 };

const EVERY = 250;
const SMALL = 160;
const FINE = 256;
const STEADY = 2;
const JPEG = 0.95;
const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } } };

/** Whether this browser shows the camera live: over HTTPS, and on this machine. */
export const isLive = () => Boolean(navigator.mediaDevices?.getUserMedia);

/** Let a person take a photo; resolves with it as a file, or null when it is left. */
export function takePhoto() {
  return new Promise((resolve) => new Camera(resolve).open());
}

class Camera {
  #stream = null;
  #timer = 0;
  #before = null;
  #said = "";
  #times = 0;
  #photo = null;

  constructor(resolve) {
    this.video = el("video", { autoplay: true, playsinline: true, "aria-label": t("camera.title") });
    this.video.muted = true;
    this.advice = el("p.advice", { role: "status" }, t("camera.starting"));
    this.guide = el("div.guide", { "aria-hidden": "true" }, el("span"), el("span"), el("span"), el("span"));
    this.shutter = button("", () => this.#take(), { "aria-label": t("camera.shutter"), disabled: true }, "button.shutter");
    this.light = button(t("camera.light"), () => this.#toggleLight(), { "aria-pressed": "false", hidden: true });
    this.box = el(
      "dialog.camera",
      { "aria-label": t("camera.title") },
      el("div.viewfinder", {}, this.video, this.guide),
      this.advice,
      el("div.camera-bar", {}, button(t("app.cancel"), () => this.box.close()), this.shutter, el("span.camera-side", {}, this.light)),
    );
    this.box.addEventListener("close", () => {
      this.#stop();
      this.box.remove();
      resolve(this.#photo);
    });
  }

  async open() {
    document.body.append(this.box);
    this.box.showModal();
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (!this.box.open) return this.#stop();
      this.video.srcObject = this.#stream;
      await this.video.play();
      this.#ready();
    } catch (error) {
      this.#say(error.name === "NotAllowedError" ? "refused" : "busy");
    }
  }

  #ready() {
    this.shutter.disabled = false;
    this.shutter.focus();
    this.light.hidden = !this.#track.getCapabilities?.().torch;
    this.#say("frame");
    this.#timer = setInterval(() => this.#look(), EVERY);
  }

  get #track() {
    return this.#stream.getVideoTracks()[0];
  }

  #stop() {
    clearInterval(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
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
    if (this.#times >= STEADY) this.#say(found);
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
    if (what === this.#said) return;
    this.#said = what;
    this.advice.textContent = t(`camera.${what}`);
    this.box.dataset.advice = what;
  }

  async #toggleLight() {
    const on = this.light.getAttribute("aria-pressed") !== "true";
    await this.#track.applyConstraints({ advanced: [{ torch: on }] }).catch(() => {});
    this.light.setAttribute("aria-pressed", String(on));
  }

  async #take() {
    this.shutter.disabled = true;
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
