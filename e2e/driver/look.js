// Functions of a driver in a document: "see" returns the state of a control, "find" lists controls by role and name or
// by data-action, with their middles, for engines without such a protocol.
(() => {
  const selectors = {
    button: "button, summary, [role=button]", link: "a[href]", heading: "h1, h2, h3",
    radio: "input[type=radio]", checkbox: "input[type=checkbox]", combobox: "select, [role=combobox]", option: "[role=option]", group: "fieldset, [role=group], [role=radiogroup]",
    gridcell: "[role=grid] td", InputTime: "input[type=time]",
    textbox: "textarea, input:not([type], [role]), input[type=text]:not([role]), " +
      "input[type=email], input[type=url], input[type=password], input[type=tel]",
  };
  const squeeze = (text) => text.replaceAll(/\s+/g, " ").trim();
  const content = (element) => squeeze(element?.textContent ?? "");
  const nameOf = (element) => {
    const others = element.getAttribute("aria-labelledby");
    return others ? squeeze(others.split(/\s+/).map((id) => content(document.getElementById(id))).join(" "))
      : squeeze(element.getAttribute("aria-label") ?? "") || squeeze([...element.labels ?? []].map(content).join(" "))
        || content(element.tagName === "FIELDSET" ? element.querySelector("legend") : element);
  };
  const see = (element) => ({
    focused: element.getRootNode().activeElement === element,
    kind: element.type ?? "", value: element.value ?? "", checked: element.checked ?? false,
    options: [...element.options ?? []].map((option) => option.text), selected: element.selectedIndex ?? -1,
  });
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true], .leaving");
  const all = (root, { role, name, action }) => [...root.querySelectorAll(action ? `[data-action="${action}"]` : selectors[role])]
    .filter((element) => shown(element) && (!name || nameOf(element) === name));
  const find = ({ group, ...query }) => {
    const roots = group ? all(document, { role: "group", name: group }) : [document];
    return roots.flatMap((root) => all(root, query)).map((element) => {
      const box = element.getClientRects()[0], x = box.x + box.width / 2, y = box.y + box.height / 2;
      const hit = document.elementFromPoint(x, y), free = [element, ...element.labels ?? []].some((own) => own.contains(hit));
      return { name: nameOf(element), x, y, free, ...see(element) };
    });
  };
  return { see, find };
})()
