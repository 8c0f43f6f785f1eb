/** What can be on the screen of the frame. */
export type Step = "loading" | "form" | "blocked" | "confirm" | "page" | "waiting" | "review" | "over" | "idle";

/** One field of the form, as it is on the screen. */
export interface Field {
  /** The place of its question in the schema. The form of a change shows only some questions. */
  index: number;
  /** The label, without the mark of an optional field. */
  label: string;
  kind: "unsupported" | "moment" | "time" | "date" | "search" | "radios" | "boxes" | "select" | "text";
  /** What can be chosen, as it is written there. */
  options: string[];
  /** Which of the radio buttons or boxes are on. */
  on: boolean[];
  /** There is a button that shows more of the options. */
  moreOptions: boolean;
  /** Why it cannot be answered here. */
  obstacle: string;
}

/** What a person sees in the frame. */
export interface Screen {
  step: Step;
  /** Another number for each screen. */
  id: number;
  /** Another number for each list of problems; 0 for none. */
  attempt: number;
  heading: string;
  /** The problems that are listed above the form. */
  problems: string[];
  fields: Field[];
  /** The names of the buttons that can be seen. */
  actions: string[];
  /** Whether a press came too soon after the request has appeared, or its page has come back. */
  tooSoon: boolean;
  /** Sending a secret needs a tick; undefined where it does not. */
  agreed: boolean | undefined;
  /** Texts that say why nothing can be sent or opened, or what to look at before. */
  warnings: string[];
}

/** Reads the screen. It runs in the frame, and may use nothing but its argument and what browsers have. */
export function look(body: HTMLElement): Screen {
  const text = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const seen = (element: Element): boolean => element.getClientRects().length > 0;
  // A number of its own for each element that is asked about.
  const memory = body as HTMLElement & { elicitformSeen?: WeakMap<Element, number>; elicitformCount?: number };
  const numbered = (element: Element | null | undefined): number => {
    const known = (memory.elicitformSeen ??= new WeakMap());
    if (element && !known.has(element)) {
      known.set(element, (memory.elicitformCount = (memory.elicitformCount ?? 0) + 1));
    }
    return element ? known.get(element)! : 0;
  };
  const main = body.querySelector("main.app");
  const step = main?.querySelector(":scope > .step") ?? body.querySelector("#shell .step");
  const all = (selector: string, within: Element | null | undefined = step): Element[] => [...(within?.querySelectorAll(selector) ?? [])];
  const actions = all("[data-action]").filter(seen).map((button) => button.getAttribute("data-action")!);
  const can = (action: string): boolean => actions.includes(action);
  // How the kinds are drawn; a field that is drawn like none of them is text.
  const kinds: [Field["kind"], string][] = [
    ["unsupported", ".unsupported"], ["moment", ":has(.date-time)"], ["time", ":has(.time-of-day)"], ["date", ":has(.date)"],
    ["search", ":has(#first[role=combobox])"], ["radios", ":has(#first[type=radio])"],
    ["boxes", ":has(#first[type=checkbox])"], ["select", ":has(select#first)"],
  ];
  const fieldOf = (field: Element): Field => {
    const label = field.querySelector("[id$='-label']");
    const i = Number.parseInt(label!.id.slice(1), 10);
    const first = field.querySelector(`#f${i}`);
    const [kind = "text"] = kinds.find(([, selector]) => field.matches(selector.replace("first", `f${i}`))) ?? [];
    const inputs = [...field.querySelectorAll<HTMLInputElement>(`input[name="f${i}"]`)];
    // What a server says about an option stands below its title.
    const title = (input: HTMLInputElement): string => text(input.labels![0]!.querySelector("span") ?? input.labels![0]!);
    const entries = kind === "select" ? [...(first as HTMLSelectElement).options].slice(1).map(text) : inputs.map(title);
    return {
      index: i,
      // "(optional)" stands beside it.
      label: text(label?.querySelector("bdi") ?? label),
      kind,
      // The radio button with the value "none" takes an answer back.
      options: entries.filter((_, at) => kind !== "radios" || inputs[at]!.value !== "none"),
      on: inputs.map(({ checked }) => checked),
      moreOptions: [...field.querySelectorAll(".filtered > button")].some(seen),
      obstacle: text(field.querySelector(".obstacle")),
    };
  };
  const steps: [Step, unknown][] = [
    ["over", step?.querySelector(main ? ":scope > .done" : ".done")], ["loading", !main], ["idle", !step || step.matches(".idle")],
    ["form", step?.querySelector("form")], ["review", can("send")], ["confirm", can("confirm")], ["waiting", can("done")],
    ["page", step?.querySelector("dl.address")],
  ];
  const [known = "blocked"] = steps.find(([, is]) => is) ?? [];
  return {
    step: known,
    id: numbered(step),
    attempt: numbered(main?.querySelector(":scope > #summary.summary > *")),
    heading: text(step?.querySelector("h1")),
    problems: all(":scope > #summary.summary li:not(.solved)", main).map(text),
    fields: known === "form" ? all(".fields > *").map(fieldOf) : [],
    actions,
    tooSoon: all(".another").some(seen),
    agreed: step?.querySelector<HTMLInputElement>("#agreement")?.checked,
    warnings: all(".warning, .obstacle").filter(seen).map(text),
  };
}
