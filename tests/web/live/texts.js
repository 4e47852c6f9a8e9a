// What of a page's text cannot be read: cut off, under something else, over other text, too small on the board, or
// broken within a word.
// (wide: whether the screen is one on which nothing may be cut, nor scroll sideways, nor be small)

(wide) => {
  const faults = new Set();
  const brief = (e) => {
    const name = (x) => x.localName + [...x.classList].map((c) => `.${c}`).join("");
    const region = e.closest("[data-region]");
    return `${region ? region.dataset.region : "page"} ${name(e.parentElement)} > ${name(e)}`;
  };
  const tell = (kind, text, e, more = "") => faults.add(`${kind}: "${text.slice(0, 40)}" (${brief(e)})${more}`);
  // On a phone a long name may be cut in the strip of seats, which unfolds to all of it.
  const unfolds = (e) => innerWidth <= 640 && e.matches(".table .seats .lengthy");
  const shown = (e) => e.getClientRects().length && e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const opaque = (colour) => !/^(none|transparent)$|, 0(\.[0-4]\d*)?\)$|\/ 0(\.[0-4]\d*)?\)$/.test(colour);
  const paints = (e) => {
    const style = getComputedStyle(e);
    if (Number(style.opacity) < 0.5 || !shown(e)) return false;
    if (e instanceof SVGElement && e.localName !== "svg")
      return e.localName !== "text" && e.localName !== "tspan" && opaque(style.fill) && style.fillOpacity > 0.5;
    return opaque(style.backgroundColor) || style.backgroundImage !== "none";
  };

  const caught = new CSSStyleSheet(); // what lets clicks through hides what is under it all the same
  caught.replaceSync("* { pointer-events: auto !important; animation: none !important; transition: none !important }");
  document.adoptedStyleSheets.push(caught);

  // The part of a box that can be seen; scrolled away is not cut off.
  const clipped = (box, e) => {
    let { left, right, top, bottom } = box;
    let cut = "";
    for (let a = e; a && a !== document.documentElement; a = a.parentElement) {
      const style = getComputedStyle(a);
      if (a instanceof SVGElement ? a.localName !== "svg" : style.display === "inline") continue;
      const [x, y] = [style.overflowX, style.overflowY];
      if (x === "visible" && y === "visible") continue;
      if (a === document.body) continue;
      const frame = a.getBoundingClientRect();
      const scrollsX = /auto|scroll/.test(x),
        scrollsY = /auto|scroll/.test(y);
      const high = bottom - top;
      if (/hidden|clip/.test(x) && (frame.left - left > 1.5 || right - frame.right > 1.5)) cut ||= `across, by ${brief(a)}`;
      if (/hidden|clip/.test(y) && (frame.top - top > high * 0.25 || bottom - frame.bottom > high * 0.25))
        cut ||= `down, by ${brief(a)}`;
      if (x !== "visible") [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      if (y !== "visible") [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      if (right - left < 1 || bottom - top < 1) return { gone: true, cut: scrollsX || scrollsY ? "" : cut };
    }
    const page = document.scrollingElement;
    if (left < -1.5 || right > innerWidth + 1.5) cut ||= "across, by the window";
    const scrolls = page.scrollHeight > innerHeight && !/hidden|clip/.test(getComputedStyle(page).overflowY);
    if (!scrolls && (top < -3 || bottom > innerHeight + 3)) cut ||= "down, by the window";
    const gone = right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight;
    return { left, right, top, bottom, cut, gone };
  };

  const boxes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const node = walk.currentNode,
      e = node.parentElement,
      text = node.textContent.trim();
    if (!text || e.closest("script, style, option, select, .sr, title, desc, defs, symbol, dialog:not([open])")) continue;
    if (!shown(e) || getComputedStyle(e).clipPath === "inset(50%)") continue; // for readers of screens only
    range.selectNodeContents(node);
    const svg = e instanceof SVGElement;
    const found = svg && e.childNodes.length === 1 ? [e.getBoundingClientRect()] : [...range.getClientRects()];
    const rects = found.filter((r) => r.width > 0.5 && r.height > 0.5); // of a squeezed text the range tells nothing
    if (!rects.length) continue;
    const ours = !getComputedStyle(e).fontFamily.startsWith(`"DejaVu`); // in a wider font a long word may break
    if (rects.length > 1 && ours && !e.closest(".lengthy"))
      for (const word of node.textContent.matchAll(/\p{L}+/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = [...range.getClientRects()].filter((r) => r.width > 0.5);
        if (lines.some((r) => r.top > lines[0].top + lines[0].height / 2)) tell("broken", word[0], e);
      }
    const matrix = svg ? e.getScreenCTM() : null;
    const turned = matrix && Math.abs(matrix.b) > 0.01;
    const scale = svg ? Math.hypot(matrix.a, matrix.b) : (e.currentCSSZoom ?? 1);
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (wide && size < 9.95 && e.closest('[data-region="board"]')) tell("small", text, e, ` ${size.toFixed(1)} px`);
    for (const rect of rects) {
      const seen = clipped(rect, e);
      if (seen.cut && !unfolds(e)) tell(`cut ${seen.cut}`, text, e);
      const whole = Math.abs(seen.bottom - seen.top - rect.height) < 1; // else it is about to be scrolled away
      if (!seen.gone && !turned) boxes.push({ ...seen, e, text, size, whole });
    }
  }

  // A sign that stays in sight lies over what is scrolled away under it.
  const slides = (e) => scrollY > 0 && Boolean(e.closest(".prompt")) && getComputedStyle(e.closest(".prompt")).position === "sticky";

  // How far down a pile of what lies at a point an element lies; -1: not there, as beside the letters of a drawing.
  const depth = (pile, e) =>
    pile.findIndex((p) => p === e || (e instanceof SVGElement ? p.localName === "text" && p.contains(e) : p.contains(e)));

  // Text stays within the box it is printed on.
  for (const { left, right, top, bottom, e, text, size, whole } of boxes) {
    if (e instanceof SVGElement || !whole) continue;
    let box = e;
    while (box && (getComputedStyle(box).display === "inline" || !paints(box))) box = box.parentElement;
    if (!box || box === document.body || box.closest(".floating")) continue;
    const frame = box.getBoundingClientRect(),
      middle = (top + bottom) / 2;
    if (left < frame.left - 0.5 || right > frame.right + 0.5) tell("sticks out across", text, e, ` of ${brief(box)}`);
    else if (middle - size * 0.36 < frame.top || middle + size * 0.36 > frame.bottom)
      tell("sticks out down", text, e, ` of ${brief(box)}`);
  }

  // A label, a box that closes around one text, lies over no other and is all in the window.
  const labels = new Map();
  for (const { e, text, size, whole } of boxes) {
    if (e instanceof SVGElement || !whole || getComputedStyle(e).display === "inline" || !paints(e)) continue;
    const frame = e.getBoundingClientRect();
    if (frame.height < size * 2.2 && e.textContent.trim() === text) labels.set(e, { frame, text });
  }
  for (const [a, { frame: one, text }] of labels) {
    if (one.left < -1.5 || one.right > innerWidth + 1.5) tell("cut across, by the window", text, a);
    for (const [b, { frame: two, text: other }] of labels) {
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left),
        down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      const before = a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (before && !a.contains(b) && across > 1 && down > 1) tell("overlap", text, a, ` with "${other}" (${brief(b)})`);
    }
  }

  for (const { left, right, top, bottom, e, text, size } of boxes) {
    const middle = (top + bottom) / 2;
    for (const [part, up] of [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((part) => [-0.3, 0, 0.3].map((up) => [part, up]))) {
      const [x, y] = [left + (right - left) * part, middle - size * up];
      if (x < 0 || x >= innerWidth || y < 0 || y >= innerHeight) continue;
      const pile = document.elementsFromPoint(x, y);
      const over = pile.slice(0, Math.max(0, depth(pile, e)));
      const near = (p) => !up || p.closest("[data-region]") === e.closest("[data-region]"); // else it slides under it
      const cover = over.find((p) => !e.contains(p) && paints(p) && !slides(p) && near(p));
      const again = (b) => b.text === text && Math.abs(b.left - left) < 4 && Math.abs(b.top - top) < 4; // lit anew
      if (cover && !boxes.some((b) => b.e !== e && again(b))) {
        tell("covered", text, e, ` by ${brief(cover)}`);
        break;
      }
    }
  }

  const shrunk = boxes.map((b) => {
    const middle = (b.top + b.bottom) / 2; // letters fill about half of their line
    return { ...b, left: b.left + 1, right: b.right - 1, top: middle - b.size * 0.35, bottom: middle + b.size * 0.35 };
  });
  shrunk.sort((a, b) => a.left - b.left);
  for (const [i, a] of shrunk.entries())
    for (let j = i + 1; j < shrunk.length && shrunk[j].left < a.right; j++) {
      const b = shrunk[j];
      if (a.e === b.e || a.top >= b.bottom || b.top >= a.bottom) continue;
      const x = Math.max(a.left, b.left) + 0.5,
        y = (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2;
      const pile = document.elementsFromPoint(x, y);
      const under = (t) => pile.slice(0, Math.max(0, depth(pile, t.e))).some(paints);
      if (!under(a) && !under(b)) tell("overlap", a.text, a.e, ` with "${b.text.slice(0, 30)}" (${brief(b.e)})`);
    }

  for (const e of document.querySelectorAll("main *")) {
    if (wide && shown(e) && /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1)
      tell("scrolls sideways", e.textContent.trim(), e, ` ${e.scrollWidth} in ${e.clientWidth}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) tell("too wide", "", document.body);
  const sign = document.querySelector("main .prompt"),
    dock = document.querySelector('[data-region="dock"]');
  const ours = sign && !getComputedStyle(sign).fontFamily.startsWith(`"DejaVu`); // in a wider font it may grow
  if (wide && ours && sign.offsetHeight > 52) tell("grown", sign.textContent.trim(), sign, ` ${sign.offsetHeight}`);
  if (wide && ours && dock?.scrollHeight > dock?.clientHeight + 8 && getComputedStyle(dock).overflowY !== "visible")
    tell("scrolls down", "", dock, ` ${dock.scrollHeight} in ${dock.clientHeight}`);

  const yours = document.querySelector("main.table.yours");
  const choices = [...document.querySelectorAll("main.table [data-action]:not([disabled])")];
  const inSight = choices.some((c) => {
    if (!shown(c)) return false;
    const box = c.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit && (c.contains(hit) || hit.contains(c));
  });
  if (yours && !inSight) tell("out of sight", `${choices.length} choices`, yours);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== caught);
  return [...faults];
}
