/** A question of the form and what stands in its controls. */
export interface Typed {
  question: string;
  answer: string;
}

/**
 * What a person has entered, read from the page as it stands: from the fields
 * of the form, or from the answers on review. The program that drew them may
 * be gone, and nothing is made visible that was not.
 */
export function readTyped(page: ParentNode): Typed[] {
  const typed: Typed[] = [];
  const add = (question: Element | null, answer: string): void => {
    if (answer.trim() !== "") {
      typed.push({ question: textOf(question), answer });
    }
  };
  for (const field of page.querySelectorAll(".field")) {
    add(field.querySelector(":scope > :is(label, legend)")?.firstElementChild ?? null, answerOf(field));
  }
  for (const row of page.querySelectorAll(".answers .answer")) {
    add(row.querySelector("dt"), textOf(row.querySelector(".value:not([hidden])")));
  }
  return typed;
}

function answerOf(field: Element): string {
  const parts: string[] = [];
  for (const control of field.querySelectorAll("input, textarea, select")) {
    const part = control.closest(".part");
    const value = valueOf(control);
    if (value !== "") {
      parts.push(part ? `${textOf(part.querySelector("label"))}: ${value}` : value);
    }
  }
  return parts.join(field.querySelector(".part") ? ", " : "\n");
}

// The calendar and the filter of a long list only help to answer.
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
      return control.checked ? textOf(control.parentElement?.querySelector("span span, span") ?? null) : "";
    case "password":
      return "•".repeat(control.value.length);
    default:
      return control.value;
  }
}

function textOf(element: Element | null): string {
  return element?.textContent ?? "";
}
