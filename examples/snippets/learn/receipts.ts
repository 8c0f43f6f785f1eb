import type { ElicitRequestParams, FormHost } from "elicitform";
import { renderReceipt } from "elicitform/receipt";

/** Asks in a message, and keeps the receipt for the next visit. */
export async function ask(forms: FormHost, params: ElicitRequestParams, message: HTMLElement) {
  const result = await forms.elicit(params, { server: { id: "restaurant.example" }, container: message });
  localStorage.setItem(message.id, JSON.stringify(result.receipt ?? null));
  return result;
}

/** Draws the receipt of an earlier visit. */
export function redraw(message: HTMLElement) {
  renderReceipt(message, JSON.parse(localStorage.getItem(message.id) ?? "null"));
}
