// Undoes what a test has changed of a document that other tests use after it, and finds what it cannot undo.
(() => {
  // A test can replace functions of these, such as Date.now.
  const objects = { window: globalThis, console, performance, navigator, Date, Intl, WebAssembly };
  for (const { name, prototype } of [Document, Element, HTMLElement, HTMLIFrameElement, EventTarget, Event, MessagePort, Storage, Intl.PluralRules, Intl.NumberFormat, Intl.DateTimeFormat]) {
    objects[name + ".prototype"] = prototype;
  }
  const functions = () => new Map(Object.entries(objects).flatMap(([name, object]) => (
    Object.entries(Object.getOwnPropertyDescriptors(object)).map(([key, { value, get }]) => [`${name}.${key}`, get ?? value])
  )).filter(([, value]) => typeof value === "function"));
  const inFrame = parent !== self;
  // The frame notes the colours around it in variables of its root element.
  const attributes = () => [document.documentElement, document.body].map(({ localName, attributes, style }) => (
    `<${localName} ${[...attributes].filter(({ name }) => name !== "style").map(({ name, value }) => `${name}="${value}"`).join(" ")}>`
      + [...style].filter((name) => !name.startsWith("--")).map((name) => ` ${name}: ${style.getPropertyValue(name)}`).join()
  )).join("");

  const names = new Set([...Object.getOwnPropertyNames(globalThis), "findTraces"]);
  const originals = functions();
  const before = attributes();
  const sheets = [...document.adoptedStyleSheets];
  // The tests add nothing to the body of the frame, which the program draws.
  const children = inFrame ? [] : [document.body, document.querySelector("main")].map((parent) => [parent, [...parent.children]]);

  globalThis.findTraces = () => {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!names.has(name) && Number.isNaN(Number(name))) {
        delete globalThis[name];
      }
    }
    const traces = [];
    if (!inFrame && !document.querySelector("#place iframe")) {
      traces.push("the frame is in another place");
    }
    getSelection().removeAllRanges();
    document.activeElement?.blur();
    document.adoptedStyleSheets = sheets;
    const { style } = document.documentElement;
    [...style].filter((name) => !name.startsWith("--")).forEach((name) => style.removeProperty(name));
    if (!inFrame) {
      document.querySelectorAll("body, #place, #elsewhere").forEach((element) => element.removeAttribute("style"));
      children.forEach(([parent, list]) => [...parent.children].filter((child) => !list.includes(child)).forEach((child) => child.remove()));
    }
    scrollTo(0, 0);

    const now = functions();
    traces.push(...[...originals].filter(([name, value]) => now.get(name) !== value).map(([name]) => `${name} is another function`));
    if (attributes() !== before) {
      traces.push(`${attributes()} was ${before}`);
    }
    if (inFrame && document.querySelector("main")?.hasAttribute("style")) {
      traces.push("<main> has a style");
    }
    for (const [parent, list] of children) {
      if (parent.children.length !== list.length) {
        traces.push(`<${parent.localName}> has lost a child`);
      }
    }
    return traces;
  };
})()
