import { listOf, own, textOf } from "../message/json.js";
import { CREATE, MAX_PAGE_ROUNDS } from "../message/names.js";
import { requireElicitor } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import type { Elicitor, ElicitOptions, InputRequest, OptionsOf } from "./types.js";

/** The JSON-RPC error code by which a server says that pages must be opened first (revision 2025-11-25). */
export const URL_ELICITATION_REQUIRED = -32042;

/**
 * Shows the pages of an error -32042, from an official SDK or a JSON-RPC response, and waits until they are finished. With
 * "retry" the person has opened and finished all of them: repeat the call. Otherwise it has failed.
 *
 * @throws An {@link ElicitationError} "invalid-request" for an error that is no proper -32042, and as `elicitAll`.
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
 * Makes a call, and when it fails with -32042, shows the pages and repeats it. It gives up with the server's error
 * when the person does not want to, and when the server asks for the same pages again.
 *
 * @throws The error of the call, and as `elicitAll`; a TypeError where the host has no `elicit`.
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
 * Makes a function that shows the pages of each error of a call, and reports whether the person has finished them: the
 * same pages once, and at most five times, so that no call is repeated for ever.
 */
export function pagesShower(): (error: unknown, show: () => { host: Elicitor; options: ElicitOptions }) => Promise<boolean> {
  const seen = new Set<string>();
  return async (error, show) => {
    const pages = JSON.stringify(pagesOf(error).map(sameAddress).sort());
    if (seen.has(pages) || seen.add(pages).size > MAX_PAGE_ROUNDS) {
      return false;
    }
    const { host, options } = show();
    return (await elicitRequired(host, error, options)) === "retry";
  };
}

function pagesOf(error: unknown): object[] {
  const pages = listOf(own(error, "data", "elicitations"));
  const proper = (page: unknown): page is object => own(page, "mode") === "url" && typeof own(page, "url") === "string";
  if (own(error, "code") !== URL_ELICITATION_REQUIRED || pages.length === 0 || !pages.every(proper)) {
    throw new ElicitationError("invalid-request", { reason: "not-a-required-error", cause: error });
  }
  return pages;
}

// The address without the id, which servers make anew each time, and often put into the address.
function sameAddress(page: object): string {
  const id = textOf(own(page, "elicitationId"));
  const url = String(own(page, "url"));
  return id ? url.replaceAll(id, "") : url;
}
