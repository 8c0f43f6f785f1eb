import { listOf, own, textOf } from "../message/json.js";
import { fits } from "../message/params.js";
import type { Receipt } from "./types.js";

const MAX_BYTES = 8192;

/** The class of a receipt in a page. */
export const RECEIPT_CLASS = "elicitform-receipt";

/**
 * Reads a receipt. Returns a copy of the members that a receipt has; undefined without a title, or if the copy is too large: a foreign
 * document may have replaced the frame's, and a program with the token of a device can send anything.
 */
export function readReceipt(value: unknown): Receipt | undefined {
  const text = (name: string): string => textOf(own(value, name)) ?? "";
  const receipt = {
    title: text("title"),
    server: text("server"),
    outcome: text("outcome") as Receipt["outcome"],
    answers: listOf(own(value, "answers")).map((answer) => [0, 1].map((i) => textOf(listOf(answer)[i]) ?? "")) as Receipt["answers"],
    endedAt: Number(own(value, "endedAt")) || 0,
    language: text("language"),
  };
  return receipt.title && fits(JSON.stringify(receipt), MAX_BYTES) ? receipt : undefined;
}

/** Adds a receipt to a result or an event. It is not enumerable, so neither a copy nor a log of the object has it. */
export function attachReceipt<T extends object>(object: T, receipt: Receipt | undefined): T {
  return Object.defineProperty(object, "receipt", { value: receipt });
}

/** Removes the receipt that stands in a container, if any. */
export function eraseReceipt(container: HTMLElement): void {
  container.querySelector(`:scope>.${RECEIPT_CLASS}`)?.remove();
}
