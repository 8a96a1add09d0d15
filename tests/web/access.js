// What tests/web/test_access.py asks of a page, beside axe-core.

window.access = {
  openPanels() {
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
  },

  async axe(options) {
    const found = await axe.run(document, options);
    const told = (rule) => rule.nodes.slice(0, 3).map((node) => node.html.slice(0, 150)).join(" | ");
    return [found.passes.length, found.violations.map((rule) => `${rule.id}: ${told(rule)}`)];
  },

  // elements that make the page wider than it may be: the innermost, and not in a part that scrolls by itself
  wide(width) {
    if (document.documentElement.scrollWidth <= width) return [];
    const beyond = (one) => one.getBoundingClientRect().right > width + 1;
    const scrolls = (one) => {
      for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== "visible") return true;
      }
      return false;
    };
    const found = [...document.querySelectorAll("body *")]
      .filter((one) => beyond(one) && !scrolls(one) && ![...one.children].some(beyond));
    return found.length ? found.slice(0, 3).map(this.told) : ["the page"];
  },

  told(one) {
    return one.outerHTML.slice(0, 120);
  },

  facts() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const seen = (one) => one.checkVisibility({ visibilityProperty: true });
    return {
      title: document.title,
      language: document.documentElement.lang,
      headings: all("h1, h2, h3, h4").filter(seen).map((one) => Number(one.tagName[1])),
      assertive: all("[aria-live=assertive], [role=alert]:not(.refusal)").map(this.told),
      ordered: all("[tabindex]").filter((one) => one.tabIndex > 0).map(this.told),
      skip: document.querySelector("a")?.getAttribute("href"),
      low: all("button.primary, a.primary, form.login > button").filter(seen)
        .filter((one) => one.getBoundingClientRect().height < 44).map(this.told),
    };
  },

  // Focuses each element in turn, as after a press of Tab, and lists those whose focus is not seen: no outline, or
  // one that stands out less than 3 to 1 from what is behind it (WCAG 2.2, 1.4.11). Links of drawings have a stroke.
  unseen() {
    const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
    const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    const light = ([red, green, blue]) =>
      0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
    const contrast = (one, other) => {
      const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const ground = (start) => {
      for (let one = start; one; one = one.parentElement) {
        const found = numbers(getComputedStyle(one).backgroundColor);
        if (found.length === 3 || found[3] === 1) return found;
      }
      return [255, 255, 255];
    };
    const outlined = (style) => (style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth));
    const problem = (one) => {
      if (!one.matches(":focus-visible")) return "not focus-visible";
      const style = getComputedStyle(one);
      const shape = one instanceof SVGElement && one.querySelector("rect, circle, path, polygon");
      if (shape && outlined(style) < 2) {
        // what is behind a drawing's link is drawn, too
        const drawn = getComputedStyle(shape);
        return drawn.stroke === "none" || parseFloat(drawn.strokeWidth) < 2 ? "no stroke" : "";
      }
      if (outlined(style) < 2) return "no outline";
      const behind = ground(parseFloat(style.outlineOffset) < 0 ? one : one.parentElement);
      const ratio = contrast(numbers(style.outlineColor), behind);
      return ratio < 3 ? ratio.toFixed(1) : "";
    };
    const found = [];
    for (const one of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
      one.focus();
      if (document.activeElement !== one) continue; // hidden or disabled
      const told = problem(one);
      if (told) found.push(`${told}: ${this.told(one)}`);
    }
    return found.slice(0, 5);
  },

  // Where the Tab key has led: "" further down the page and in sight, "end" past the last stop (out of the page, or
  // to its first link again).
  place() {
    const [one, before] = [document.activeElement, this.before];
    this.before = one;
    if (one === document.body || (before && one === document.querySelector("a"))) {
      const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
        .filter((stop) => !stop.disabled && stop.checkVisibility({ visibilityProperty: true }));
      return before === stops.at(-1) ? "end" : `left the page behind ${before ? this.told(before) : "nothing"}`;
    }
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || box.bottom <= 0 || box.top >= innerHeight) return `out of sight: ${this.told(one)}`;
    // a date has several stops
    const further = !before || before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    return further || (one === before && one.type === "date") ? "" : `not further down: ${this.told(one)}`;
  },

  moving() {
    return [...document.querySelectorAll("*")].filter((one) => {
      const style = getComputedStyle(one);
      const timed = style.transitionDuration.split(", ").some((time) => time !== "0s");
      return timed || style.animationName !== "none" || style.scrollBehavior !== "auto";
    }).map(this.told);
  },
};
