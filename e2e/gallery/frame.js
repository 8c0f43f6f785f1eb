// Functions for the scenes in the frame: answers by script, which are the same in each engine.
globalThis.gallery = {
  byID: (id) => document.getElementById(id),

  fill(id, text) {
    const control = this.byID(id);
    control.value = text;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  },

  fillAll(texts) {
    for (const [id, text] of Object.entries(texts)) this.fill(id, text);
  },

  /** Writes a day into the three inputs of a date. */
  day(field, day, month, year) {
    this.fillAll({ [`f${field}-day`]: day, [`f${field}-month`]: month, [`f${field}-year`]: year });
  },

  press(...ids) {
    for (const id of ids) this.byID(id).click();
  },

  pick(id, index) {
    const list = this.byID(id);
    list.selectedIndex = index;
    list.dispatchEvent(new Event("input", { bubbles: true }));
    list.dispatchEvent(new Event("change", { bubbles: true }));
  },

  /** Presses a button, and again in each frame of the screen while the form says that the request has to be read first. */
  async act(action) {
    const press = () => [...document.querySelectorAll(`[data-action="${action}"]`)].find((button) => button.checkVisibility({ visibilityProperty: true })).click();
    for (press(); document.querySelector(".another"); press()) {
      await new Promise((done) => requestAnimationFrame(done));
    }
  },

  /** Hides the caret, and the focus unless the scene shows it. Sets fixed clocks and years. */
  still(focus) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { caret-color: transparent !important; }");
    document.adoptedStyleSheets = [sheet];
    if (!focus) document.activeElement?.blur();
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const thisYear = new Date().getFullYear();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const year = text.data.replaceAll(String(thisYear), "2026").replaceAll(String(thisYear + 1), "2027");
      const hasClock = text.parentElement.closest(".progress, .step:has(> .done)");
      const clock = hasClock ? year.replaceAll(/\d+([:.h時시]\s?)\d+/g, "10$130").replaceAll(/\d+(\s?)(?=(?:AM|PM)\b)/g, "10$1").replaceAll(/(?<=10:30\s)م/g, "ص") : year;
      if (clock !== text.data) text.data = clock;
    }
  },

  /** Lists elements wider than the frame, and cut texts without a button for the whole text. */
  cut() {
    const list = [], root = document.documentElement;
    const shown = (element) => element.getClientRects().length > 0 && !element.closest(".visually-hidden, .rehearsal");
    const unfolds = (element) => element.nextElementSibling?.matches(".unfold") && shown(element.nextElementSibling);
    for (const element of document.querySelectorAll("main *")) {
      if (!shown(element)) continue;
      const box = element.getBoundingClientRect(), style = getComputedStyle(element);
      if (box.right > root.clientWidth + 1 || box.left < -1) list.push("beyond the edge: " + element.outerHTML.slice(0, 120));
      // An inline element has no size of its own in Firefox.
      const wide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1, high = element.scrollHeight > element.clientHeight + 1;
      const hidden = style.overflowX !== "visible" && wide || style.overflowY === "hidden" && high && !unfolds(element);
      const cut = element.matches("select") ? wide && element.selectedIndex > 0
        : hidden && !element.matches("input, textarea, option, pre, code");
      if (cut) list.push("cut off: " + element.outerHTML.slice(0, 120));
    }
    return list;
  },
};
