import { type Advice, type Revision, SEVERITIES, type Verdict } from "./advice/advice.js";
import type { Advised } from "./advice/advise.js";
import { byId } from "../byid.js";
import { button, element } from "../element.js";
import type { Path } from "./located.js";

const VERDICTS = { whole: "Accepts it", part: "Accepts part of it", no: "Rejects it", never: "Does not apply" };
const MAX_PLACES = 3;

/** Draws advice. `show` is called with the place in the request that the person presses. */
export function drawAdvice({ advice, verdicts }: Advised, show: (path: Path) => void): void {
  const list = byId("advice");
  const groups = groupByText(advice);
  byId("advice-count").textContent = summary(groups);
  byId("verdicts").replaceChildren(...verdicts.map(verdictItem));
  // The list is replaced, so the focus has to return to the button that had it.
  const focused = list.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
  list.hidden = byId("list-heading").hidden = groups.length === 0;
  list.replaceChildren(...groups.map((group) => item(group, show)));
  if (focused) {
    [...list.querySelectorAll("button")].find(({ textContent }) => textContent === focused)?.focus();
  }
}

interface Group extends Advice {
  paths: Path[];
}

function groupByText(advice: readonly Advice[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of advice) {
    const key = JSON.stringify([one.severity, one.text, concerns(one)]);
    const group = groups.get(key) ?? { ...one, paths: [] };
    group.paths.push(one.path);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function summary(groups: readonly Group[]): string {
  const counts = SEVERITIES.map((severity) => [groups.filter((group) => group.severity === severity).length, severity] as const);
  const parts = counts.filter(([count]) => count > 0).map(([count, severity]) => `${count} ${severity}${count === 1 ? "" : "s"}`);
  return parts.join(", ") || "Nothing to improve";
}

function verdictItem({ name, takes, why }: Verdict): HTMLElement {
  const verdict = element("span", { className: "takes" }, VERDICTS[takes]);
  verdict.dataset["takes"] = takes;
  // Screen readers read this as one sentence, which needs the spaces.
  return element("li", {}, element("span", {}, name), " ", verdict, " ", element("span", { className: "why" }, why));
}

function item(group: Group, show: (path: Path) => void): HTMLElement {
  const severity = element("span", { className: "severity" }, group.severity.slice(0, 1).toUpperCase() + group.severity.slice(1));
  severity.dataset["severity"] = group.severity;
  const about = concerns(group);
  const texts = [element("p", {}, group.text), ...(about === "" ? [] : [element("p", { className: "concerns" }, about)])];
  return element("li", {}, severity, element("div", { className: "body" }, ...texts, places(group.paths, show)));
}

function places(paths: readonly Path[], show: (path: Path) => void): HTMLElement {
  const buttons = paths.map((path) => button(path || "/", () => show(path), { className: "link" }));
  const rest = buttons.splice(MAX_PLACES);
  const all = element("div", { className: "places" }, ...buttons);
  if (rest.length > 0) {
    all.append(element("details", {}, element("summary", {}, `${rest.length} more`), element("div", { className: "places" }, ...rest)));
  }
  return all;
}

// The text of the advice may name its revisions and clients, and advice on all of them names none.
function concerns({ text, rejectedBy = [], unknownTo = [], clients = new Map() }: Advice): string {
  const describe = (list: readonly Revision[], what: string): string[] => {
    const rest = list.filter((revision) => !text.includes(revision));
    return rest.length > 0 && list.length < 3 ? [`${rest.join(" and ")}: ${what}`] : [];
  };
  const deeds = [...clients].map(([does, names]) => `${[...names].join(", ")}: ${does}`);
  return [...describe(rejectedBy, "not allowed"), ...describe(unknownTo, "not part of it"), ...deeds].join(" · ");
}
