/** A question of the form, and the text of its answer. */
export interface Entry {
  question: string;
  answer: string;
}

/** Reads the answers from the page, because the program may have ended. Secrets stay hidden. */
export function readEntries(page: ParentNode): Entry[] {
  const entries: Entry[] = [];
  const add = (question: Element | null, answer: string): void => {
    if (answer.trim() !== "") {
      entries.push({ question: textOf(question), answer });
    }
  };
  for (const field of page.querySelectorAll(".field")) {
    add(field.querySelector(":scope > :is(label, legend) > bdi") ?? field.querySelector(":scope > :is(label, legend)"), answerOf(field));
  }
  for (const row of page.querySelectorAll(".answers .answer")) {
    add(row.querySelector("dt"), textOf(row.querySelector(".value:not([hidden])")));
  }
  return entries;
}

function answerOf(field: Element): string {
  const parts = [...field.querySelectorAll("input, textarea, select")].map((control) => {
    const part = control.closest(".part");
    const value = valueOf(control);
    return part && value ? `${textOf(part.querySelector("label") ?? part)}: ${value}` : value;
  });
  return parts.filter(Boolean).join(field.querySelector(".part") ? ", " : "\n");
}

// Returns the value of a control as text. The calendar and the filter of a long list only help to answer, and are left out.
function valueOf(control: Element): string {
  if (control instanceof HTMLSelectElement) {
    return control.selectedIndex > 0 ? textOf(control.selectedOptions[0] ?? null) : "";
  }
  if (control instanceof HTMLTextAreaElement) {
    return control.value;
  }
  if (!(control instanceof HTMLInputElement) || control.type === "date" || control.closest(".filtered") === control.parentElement) {
    return "";
  }
  switch (control.type) {
    case "radio":
    case "checkbox":
      return control.checked ? textOf(control.parentElement?.querySelector("span") ?? control.parentElement) : "";
    case "password":
      return "•".repeat(control.value.length);
    default:
      return control.value;
  }
}

function textOf(element: Element | null): string {
  return element?.textContent ?? "";
}
