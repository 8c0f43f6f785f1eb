// Undoes the changes of a test to a shared document, and finds the changes that it cannot undo.
(() => {
  // Tests replace functions of these objects, such as Date.now.
  const objects = { window: globalThis, document, console, performance, navigator, Date, Intl, WebAssembly };
  for (const { name, prototype } of [Document, Element, HTMLElement, HTMLIFrameElement, EventTarget, Event, MessagePort, Storage, Intl.PluralRules, Intl.NumberFormat, Intl.DateTimeFormat]) {
    objects[name + ".prototype"] = prototype;
  }
  const functions = () => new Map(Object.entries(objects).flatMap(([name, object]) => (
    Object.entries(Object.getOwnPropertyDescriptors(object)).map(([key, descriptor]) => [`${name}.${key}`, { object, key, descriptor }])
  )).filter(([, { descriptor: { value, get } }]) => typeof (get ?? value) === "function"));
  const inFrame = parent !== self;
  // The frame writes the colours around it into variables of its root element, and its room into classes. An empty
  // data-background and its like mean the same as no attribute.
  const attributes = () => [document.documentElement, document.body].map(({ localName, attributes, style }) => (
    `<${localName} ${[...attributes].filter(({ name, value }) => name !== "style" && !(inFrame && (name === "class" || /^data-(background|density|actions)$/.test(name) && value === ""))).map(({ name, value }) => `${name}="${value}"`).join(" ")}>`
      + [...style].filter((name) => !name.startsWith("--")).map((name) => ` ${name}: ${style.getPropertyValue(name)}`).join()
  )).join("");

  const names = Object.values(objects).map((object) => [object, new Set([...Object.getOwnPropertyNames(object), "findTraces"])]);
  const originals = functions();
  const before = attributes();
  const sheets = [...document.adoptedStyleSheets];
  // Only the program draws in the body of the frame.
  const children = inFrame ? [] : [document.body, document.querySelector("main"), document.getElementById("place")].map((parent) => [parent, [...parent.children]]);

  globalThis.findTraces = () => {
    const traces = [];
    // A member of document or navigator hides the member of its prototype.
    for (const [object, known] of names) {
      for (const name of Object.getOwnPropertyNames(object)) {
        const isNew = !known.has(name) && Number.isNaN(Number(name));
        if (isNew && !Reflect.deleteProperty(object, name) && object !== globalThis) {
          traces.push(`${object} has a ${name} of its own`);
        }
      }
    }
    if (!inFrame && !document.querySelector("#place iframe")) {
      traces.push("the frame is in another place");
    }
    getSelection().removeAllRanges();
    document.activeElement?.blur();
    document.adoptedStyleSheets = sheets;
    const { style } = document.documentElement;
    [...style].filter((name) => !name.startsWith("--")).forEach((name) => style.removeProperty(name));
    if (!inFrame) {
      for (const [parent, list] of children) {
        [...list].reverse().filter((child) => child.parentNode !== parent).forEach((child) => {
          parent.insertBefore(child, list.slice(list.indexOf(child) + 1).find((next) => next.parentNode === parent) ?? null);
        });
      }
      document.querySelectorAll("body, #place, #elsewhere").forEach((element) => element.removeAttribute("style"));
      children.forEach(([parent, list]) => [...parent.children].filter((child) => !list.includes(child)).forEach((child) => child.remove()));
    }
    scrollTo(0, 0);

    for (const { object, key, descriptor } of originals.values()) {
      const now = Object.getOwnPropertyDescriptor(object, key);
      if (now?.value !== descriptor.value || now?.get !== descriptor.get) {
        Object.defineProperty(object, key, descriptor);
      }
    }
    if (attributes() !== before) {
      traces.push(`${attributes()} was ${before}`);
    }
    if (inFrame && document.querySelector("main")?.hasAttribute("style")) {
      traces.push("<main> has a style");
    }
    return traces;
  };
})()
