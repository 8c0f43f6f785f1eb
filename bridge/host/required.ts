import { listOf, own, textOf } from "../message/json.js";
import { CREATE, MAX_PAGE_ROUNDS } from "../message/names.js";
import { requireElicitor } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import type { Elicitor, ElicitOptions, InputRequest, OptionsOf } from "./types.js";

/** The JSON-RPC error code of a server that demands pages first (revision 2025-11-25). */
export const URL_ELICITATION_REQUIRED = -32042;

/**
 * Shows the pages of an error -32042, from an official SDK or a JSON-RPC response, and waits until they are finished. "retry"
 * means that the person finished all pages: repeat the call. Otherwise the call has failed.
 *
 * @throws An {@link ElicitationError} "invalid-request" for another or a malformed error, and as `elicitAll`.
 *
 * @example
 * ```ts
 * const decision = await elicitRequired(host, error, { server: { id: "files.example" } });
 * ```
 */
export async function elicitRequired<H extends Elicitor = Elicitor>(
  host: H, error: unknown, options: OptionsOf<H>,
): Promise<"retry" | "decline" | "cancel"> {
  const pages = pagesOf(error).map((params, i): [string, InputRequest] => [String(i), { method: CREATE, params }]);
  const responses = await host.elicitAll(Object.fromEntries(pages), { ...options, waitForPages: true });
  const actions = Object.values(responses).map(({ action }) => action);
  return (["decline", "cancel"] as const).find((action) => actions.includes(action)) ?? "retry";
}

/**
 * Makes a call. If the call fails with -32042, shows the pages and repeats the call. Rejects with the server's error if the
 * person refuses, or if the server demands the same pages again.
 *
 * @throws The error of the call, and as `elicitAll`; a TypeError for a host without `elicit`.
 *
 * @example
 * ```ts
 * const result = await retryRequired(host, () => client.callTool({ name }), { server });
 * ```
 */
export async function retryRequired<T, H extends Elicitor = Elicitor>(host: H, call: () => Promise<T>, options: OptionsOf<H>): Promise<T> {
  requireElicitor("retryRequired", host, options);
  const finished = pagesShower();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (own(error, "code") !== URL_ELICITATION_REQUIRED || !(await finished(error, () => ({ host, options })))) {
        throw error;
      }
    }
  }
}

/**
 * Makes a function that shows the pages of an error of a call, and reports whether the person finished them. It shows the
 * same pages once, and pages at most five times, so that a call is not repeated for ever.
 */
export function pagesShower(): (error: unknown, show: () => { host: Elicitor; options: ElicitOptions }) => Promise<boolean> {
  const shownPages = new Set<string>();
  return async (error, show) => {
    const pages = JSON.stringify(pagesOf(error).map(addressWithoutId).sort());
    if (shownPages.has(pages) || shownPages.add(pages).size > MAX_PAGE_ROUNDS) {
      return false;
    }
    const { host, options } = show();
    return (await elicitRequired(host, error, options)) === "retry";
  };
}

function pagesOf(error: unknown): object[] {
  const pages = listOf(own(error, "data", "elicitations"));
  const isProper = (page: unknown): page is object => own(page, "mode") === "url" && typeof own(page, "url") === "string";
  if (own(error, "code") !== URL_ELICITATION_REQUIRED || pages.length === 0 || !pages.every(isProper)) {
    throw new ElicitationError("invalid-request", { reason: "not-a-required-error", cause: error });
  }
  return pages;
}

// Returns the address without the id: servers make a new id each time, and often put it into the address.
function addressWithoutId(page: object): string {
  const id = textOf(own(page, "elicitationId"));
  const url = String(own(page, "url"));
  return id ? url.replaceAll(id, "") : url;
}
