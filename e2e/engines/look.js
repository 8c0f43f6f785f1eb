// Finds what a person would look for on the screen: what has that role and that name.
// It returns as text where the first one is, in the coordinates of its document, and
// whether the pointer would meet it there.
((role, name, group) => {
  const selectors = {
    button: "button, summary", link: "a[href]", heading: "h1, h2, h3", radio: "input[type=radio]", checkbox: "input[type=checkbox]",
    combobox: "select, [role=combobox]", option: "[role=option]", group: "fieldset, [role=group], [role=radiogroup]",
    time: ".part.time input", day: "[role=grid] td[tabindex]", next: ".actions .primary",
    textbox: "textarea, input:not([type]), input[type=text], input[type=email], input[type=url], input[type=password], input[type=tel]",
  };
  const squeeze = (text) => text.replaceAll(/\s+/g, " ").trim();
  const content = (element) => squeeze(element?.textContent ?? "");
  const nameOf = (element) => {
    const others = element.getAttribute("aria-labelledby");
    return others ? squeeze(others.split(/\s+/).map((id) => content(document.getElementById(id))).join(" "))
      : squeeze(element.getAttribute("aria-label") ?? "") || squeeze([...element.labels ?? []].map(content).join(" "))
        || content(element.tagName === "FIELDSET" ? element.querySelector("legend") : element);
  };
  // The form adds to the label of a field that may be left out. A name that ends with an
  // ellipsis is only the beginning of one.
  const fits = (found, wanted) => found === wanted || found.startsWith(wanted + " (") || wanted.endsWith("…") && found.startsWith(wanted.slice(0, -1));
  const all = (root, role, name) => [...root.querySelectorAll(selectors[role])].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true]") && fits(nameOf(element), name));
  const [root] = group ? all(document, "group", group) : [document];
  const found = root ? all(root, role, name) : [];
  const [element] = found;
  if (!element) return JSON.stringify({ count: 0 });
  const box = element.getClientRects()[0], x = box.x + box.width / 2, y = box.y + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  return JSON.stringify({
    count: found.length, x, y, free: hit !== null && (element.contains(hit) || element.labels !== null && [...element.labels ?? []].some((label) => label.contains(hit))),
    kind: element.type ?? "", focused: document.activeElement === element, value: element.value ?? "", checked: element.checked ?? false,
    options: [...element.options ?? []].map((option) => option.text), selected: element.selectedIndex ?? -1,
  });
})
