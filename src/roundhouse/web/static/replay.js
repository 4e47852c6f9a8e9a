// Looking at the past: slider, first/back/on/last, arrow keys, and #n as the link to a decision; on its own page it
// plays by itself, at a speed one chooses, through the eyes one chooses.

import { $, $$, ask, refuse, settings } from "./app.js";
import { pace, pausing } from "./pace.js";
import { aim, bindTips, show } from "./regions.js";

const SHORTEST = 250; // milliseconds a position is in sight when somebody watches the past

// `now()` is the last decision; `live(n)` is called when the bar comes back to it, `past(n)` when it leaves.
export function bindReplay(table, { now, start = now(), live = null, past = null, page = false }) {
  const bar = $(".replay"),
    range = $("input", bar),
    output = $("output", bar),
    steps = new Map();
  let at = start,
    wanted = start,
    last = now(),
    running = null, // the way to what is wanted
    eyes = ""; // whose, if not the usual ones

  const label = () => {
    range.max = now();
    range.value = wanted;
    output.textContent = `${wanted} of ${now()}${!page && wanted === now() ? ", live" : ""}`;
    for (const button of $$("[data-go]", bar)) {
      button.disabled = ["first", "prev"].includes(button.dataset.go) ? wanted === 0 : wanted === now();
    }
    for (const line of $$('[data-region="log"] li[data-n]'))
      line.classList.toggle("at", page && Number(line.dataset.n) === wanted);
  };

  const position = async (n) => {
    if (!steps.has(n)) {
      const whose = eyes;
      const { ok, json } = await ask(`/t/${table}/at/${n}/regions${whose ? `?eyes=${whose}` : ""}`);
      if (!ok) return (refuse(json?.error, json?.clause), null);
      if (whose !== eyes) return null; // other eyes were chosen meanwhile
      steps.set(n, json.regions);
      if (steps.size > 200) steps.delete(steps.keys().next().value);
    }
    return steps.get(n);
  };

  // Show what is wanted, however often that changes on the way.
  const chase = async () => {
    while (at !== wanted) {
      const target = wanted;
      if (live && target === now()) {
        at = target;
        await live(target);
      } else {
        past?.(target);
        const regions = await position(target);
        if (regions && target === wanted) await show({ words: "", ...regions });
        at = target;
      }
    }
    running = null;
    label();
    if (page) history.replaceState(null, "", `${location.search}#${at}`);
    if (page && at + 1 <= now()) position(at + 1);
  };

  const go = (n) => {
    wanted = Math.max(0, Math.min(Number(n) || 0, now()));
    label();
    running ??= chase();
    return running;
  };

  const ways = { first: () => 0, prev: () => wanted - 1, next: () => wanted + 1, last: () => now() };
  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) go(ways[button.dataset.go]());
  });
  range.addEventListener("input", () => go(range.value));
  document.addEventListener("click", (event) => {
    const line = event.target.closest('[data-region="log"] li[data-n]');
    if (line) go(line.dataset.n);
  });
  // Show one decision after the other, from that one on; whoever clicks or types ends it.
  const watching = pausing();
  const watch = { on: false };
  const stop = () => ((watch.on = false), watching.end());
  document.addEventListener("pointerdown", stop, true);
  document.addEventListener("keydown", stop, true);
  const play = async (from) => {
    watch.on = true;
    for (let n = from; watch.on && n <= now(); n += 1) {
      await go(n);
      if (n < now()) await watching.for(Math.max(pace(), SHORTEST));
    }
    if (!watch.on) await go(now());
    watch.on = false;
  };

  label();
  return {
    go,
    watch: play,
    // Play on by itself from where it stands, from the first if that is the end, until it is stopped.
    async auto(speed, on) {
      if (wanted === now()) await go(0);
      while (on() && wanted < now()) {
        position(wanted + 1);
        await watching.for(speed());
        if (!on()) break;
        await go(wanted + 1);
      }
    },
    rest: () => watching.end(),
    // The same position through other eyes.
    async look(whose) {
      eyes = whose;
      await running;
      steps.clear();
      at = -1;
      await go(wanted);
    },
    step: (by) => go(wanted + by),
    isPast: () => wanted !== last,
    // The table moved on: follow it, unless the player looks at the past.
    moved() {
      if (wanted === last) at = wanted = now();
      last = now();
      label();
    },
  };
}

const main = $("main[data-replay]");
if (main) {
  const of = Number(main.dataset.of);
  const replay = bindReplay(main.dataset.replay, { now: () => of, start: Number(main.dataset.n), page: true });
  bindTips();
  aim();
  document.addEventListener("regions", aim);

  const button = $("[data-play]"),
    speed = $("[data-speed]"),
    whose = $("[data-eyes]");
  let playing = false;
  const paint = () => {
    button.setAttribute("aria-pressed", playing);
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    main.classList.toggle("playing", playing);
  };
  const toggle = async () => {
    playing = !playing;
    paint();
    if (!playing) return replay.rest();
    await replay.auto(
      () => Number(speed.value),
      () => playing,
    );
    playing = false;
    paint();
  };
  button.disabled = !of;
  button.addEventListener("click", toggle);
  if ([...speed.options].some(({ value }) => value === settings.text("replay"))) speed.value = settings.text("replay");
  speed.addEventListener("change", () => (settings.set("replay", speed.value), replay.rest()));
  whose.addEventListener("change", async () => {
    history.replaceState(null, "", `?eyes=${whose.value}${location.hash}`);
    await replay.look(whose.value);
  });

  document.addEventListener("keydown", (event) => {
    if (
      event.target.matches("input:not([type=range]), textarea, select") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    const keys = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -of, End: of };
    if (event.key in keys) {
      event.preventDefault();
      if (playing) toggle();
      replay.step(keys[event.key]);
    } else if (event.key === " " && !event.target.closest("button, a, summary, dialog")) {
      event.preventDefault();
      if (of) toggle();
    } else if (event.key === "?") $("#help-box").showModal();
  });
  addEventListener("hashchange", () => replay.go(location.hash.slice(1)));
  const linked = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : null;
  if (new URLSearchParams(location.search).has("eyes")) replay.look(whose.value);
  if (linked !== null) replay.go(linked);
  document.documentElement.dataset.ready = "replay";
}
