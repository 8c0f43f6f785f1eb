/** What can be on the screen of the frame. */
export type Step = "loading" | "form" | "blocked" | "confirm" | "page" | "waiting" | "review" | "over" | "idle";

/** One field of the form on the screen. */
export interface Field {
  /** The index of the question in the schema. The form of a change shows only some questions. */
  index: number;
  /** The label, without the mark of an optional field. */
  label: string;
  kind: "unsupported" | "moment" | "time" | "date" | "search" | "radios" | "boxes" | "select" | "buttons" | "text";
  /** The texts of the options, without that for the person's own words. */
  options: string[];
  /** Whether an option opens a text for the person's own words. */
  own: boolean;
  /** The states of the radio buttons or boxes. */
  on: boolean[];
  /** Whether a button shows more options. */
  moreOptions: boolean;
  /** The reason why the form cannot ask the question. */
  obstacle: string;
}

/** The visible content of the frame. */
export interface Screen {
  step: Step;
  /** A number that changes with each screen. */
  id: number;
  /** A number that changes with each list of problems; 0 without problems. */
  attempt: number;
  heading: string;
  /** The problems in the list above the form. */
  problems: string[];
  fields: Field[];
  /** The names of the visible buttons. */
  actions: string[];
  /** Whether the pressed option must be pressed again: a "no" to a required question. */
  asksAgain: boolean;
  /** Whether a press came too soon after the request appeared, or after its page came back. */
  tooSoon: boolean;
  /** Whether the tick that a secret needs is set; undefined without a secret. */
  agreed: boolean | undefined;
  /** Warnings, and the reasons why the form cannot send or open anything. */
  warnings: string[];
}

/** Reads the screen. It runs in the frame, and may use only its argument and the browser. */
export function look(body: HTMLElement): Screen {
  const text = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const isVisible = (element: Element): boolean => element.getClientRects().length > 0;
  const memory = body as HTMLElement & { elicitformSeen?: WeakMap<Element, number>; elicitformCount?: number };
  const numberOf = (element: Element | null | undefined): number => {
    const numbers = (memory.elicitformSeen ??= new WeakMap());
    if (element && !numbers.has(element)) {
      numbers.set(element, (memory.elicitformCount = (memory.elicitformCount ?? 0) + 1));
    }
    return element ? numbers.get(element)! : 0;
  };
  const main = body.querySelector("main.app");
  const step = main?.querySelector(":scope > .step") ?? body.querySelector("#shell .step");
  const all = (selector: string, within: Element | null | undefined = step): Element[] => [...(within?.querySelectorAll(selector) ?? [])];
  // The previous step, and the form that is drawn ahead, are in the page, too.
  const isOfStep = (button: Element): boolean => isVisible(button) && !button.closest(".leaving, .rehearsal");
  const page = main ?? body.querySelector("#shell");
  const buttons = all("[data-action]", page).filter(isOfStep);
  const actions = buttons.map((button) => button.getAttribute("data-action")!);
  const can = (action: string): boolean => actions.includes(action);
  // The kinds by their elements; any other field is text.
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
    // The server's description of an option is below its title.
    const title = (input: HTMLInputElement): string => text(input.labels![0]!.querySelector("span") ?? input.labels![0]!);
    const entries = kind === "select" ? [...(first as HTMLSelectElement).options].slice(1).map(text) : inputs.map(title);
    return {
      index: i,
      // "(optional)" is beside the label.
      label: text(label?.querySelector("bdi:not(.header)") ?? label),
      kind,
      // The radio button with the value "none" removes an answer.
      options: entries.filter((_, at) => !["none", "own"].includes(inputs[at]?.value ?? "")),
      own: inputs.some(({ value }) => value === "own"),
      on: inputs.map(({ checked }) => checked),
      moreOptions: [...field.querySelectorAll(".filtered > button")].some(isVisible),
      obstacle: text(field.querySelector(".obstacle")),
    };
  };
  // A single problem stands at its field, and in no list.
  const besideFields = all(".field.bad:not(.solved)").map((field) => {
    const error = field.querySelector(".error");
    const isOurs = (part: Node): boolean => part instanceof Element && part.matches(".visually-hidden, .solution");
    const parts = [...(error?.childNodes ?? [])].filter((part) => !isOurs(part));
    return `${fieldOf(field).label}: ${parts.map(({ textContent }) => textContent).join("").replace(/\s+/g, " ").trim()}`;
  });
  // Of the only question, each option is a button.
  const choice = (group: Element): Field => ({
    index: 0, label: group.ariaLabel ?? "", kind: "buttons",
    options: all("button", group).map((button) => text(button.querySelector("span") ?? button)),
    own: false, on: [], moreOptions: false, obstacle: "",
  });
  const steps: [Step, unknown][] = [
    ["over", step?.querySelector(main ? ":scope > .done" : ".done")], ["loading", !main], ["idle", !step || step.matches(".idle")],
    ["form", step?.querySelector("form, .choices")], ["review", can("send")], ["confirm", can("confirm")], ["waiting", can("done")],
    ["page", step?.querySelector(".address")],
  ];
  // A note has a label of its own; a text for the person's own words has that of its choice.
  const questions = ".fields > *, .fields .part-of:not(:has(> .visually-hidden))";
  const [stepName = "blocked"] = steps.find(([, is]) => is) ?? [];
  return {
    step: stepName,
    id: numberOf(step),
    attempt: Number(main?.querySelector("[data-attempt]")?.getAttribute("data-attempt") ?? 0),
    heading: text(step?.querySelector("h1")),
    problems: [...all("#summary.summary li:not(.solved)").map(text), ...(step?.querySelector("#summary.summary") ? [] : besideFields)],
    fields: stepName === "form" ? [...all(questions).map(fieldOf), ...all(".choices").map(choice)] : [],
    actions,
    asksAgain: all(".choices [aria-describedby]").length > 0,
    tooSoon: all(".another", page).some(isVisible),
    agreed: step?.querySelector<HTMLInputElement>("#agreement")?.checked,
    warnings: all(".warning, .obstacle").filter(isVisible).map(text),
  };
}
