// What is seen of the settings, before anything is drawn: theme, motion and the size of text, kept in this browser.
// The stylesheets ask the system for theme and motion, those of guests too; where a setting knows better, it answers.

(() => {
  const root = document.documentElement;
  const YES = "(min-width: 0px)",
    NO = "(max-width: 0px)";
  const asked = new Map(); // by rule or element: what its media asked at first

  const kept = (name, otherwise) => {
    try {
      return localStorage.getItem(`roundhouse.${name}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  };

  function rulesOf(sheet) {
    try {
      return [...sheet.cssRules];
    } catch {
      return []; // it could not be loaded
    }
  }

  function apply() {
    const theme = kept("theme", "system"),
      still = kept("motion", "system") === "less";
    const answered = (media) => {
      let text = media;
      if (theme !== "system")
        text = text.replace(/\(prefers-color-scheme: (\w+)\)/g, (_, one) => (one === theme ? YES : NO));
      if (still) text = text.replace(/\(prefers-reduced-motion: (\S+)\)/g, (_, one) => (one === "reduce" ? YES : NO));
      return text;
    };
    root.dataset.theme = theme;
    root.dataset.piles = kept("piles", matchMedia("(max-width: 640px)").matches ? "texts" : "tickets");
    root.style.setProperty("--text", Number(kept("text", "100")) / 100 || 1);
    for (const rule of [...document.styleSheets].flatMap(rulesOf).filter((one) => one.media)) {
      if (!asked.has(rule)) asked.set(rule, rule.media.mediaText);
      const text = answered(asked.get(rule));
      if (rule.media.mediaText !== text) rule.media.mediaText = text;
    }
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      if (!asked.has(meta)) asked.set(meta, meta.media);
      meta.media = answered(asked.get(meta));
    }
  }

  // While servers are updated one after the other, a page may have come from one and its files be asked of another,
  // which has them of another build and gives none: then the page comes anew, a few times.
  let torn = false;
  const tries = (n) => {
    try {
      if (n !== undefined) sessionStorage.setItem("roundhouse.tries", n);
      return Number(sessionStorage.getItem("roundhouse.tries"));
    } catch {
      return 9; // not known, so none
    }
  };
  const missing = ({ target }) => (torn ||= target instanceof HTMLScriptElement);
  addEventListener("error", missing, true);
  addEventListener("load", () => {
    removeEventListener("error", missing, true);
    torn ||= [...document.querySelectorAll('link[rel="stylesheet"]')].some((link) => !link.sheet);
    if (!torn) tries(0);
    else if (tries() < 3) setTimeout(() => location.reload(), 1000 * tries(tries() + 1));
  });

  apply();
  document.addEventListener("setting", apply);
  addEventListener("storage", apply); // chosen in another tab
})();
