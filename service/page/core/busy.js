// A sign that something is being worked on, when it takes longer than a moment.

const MOMENT = 350;

let running = 0;

/** The result of `work`, a promise; the bar at the top moves while it takes its time. */
export async function during(work) {
  const timer = setTimeout(() => show(1), MOMENT);
  let shown = false;
  const show = (more) => {
    shown = true;
    running += more;
    document.documentElement.toggleAttribute("data-busy", running > 0);
  };
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (shown) show(-1);
  }
}
