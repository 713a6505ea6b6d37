// States one can go back through. States are values: a change makes a new one.

export class Timeline {
  #states;
  #at = 0;

  constructor(first) {
    this.#states = [first];
  }

  get now() {
    return this.#states[this.#at];
  }

  get first() {
    return this.#states[0];
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#states.length - 1;
  }

  /** Go on to `state`; what was undone is gone. */
  push(state) {
    this.#states = [...this.#states.slice(0, this.#at + 1), state];
    this.#at += 1;
    return state;
  }

  /** Put `state` in the place of the present one. */
  amend(state) {
    this.#states = this.#states.map((each, at) => (at === this.#at ? state : each));
    return state;
  }

  undo() {
    if (this.canUndo) this.#at -= 1;
    return this.now;
  }

  redo() {
    if (this.canRedo) this.#at += 1;
    return this.now;
  }
}
