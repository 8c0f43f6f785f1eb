import { listOf, own, textOf } from "../message/json.js";
import { CREATE } from "../message/names.js";
import { requireElicitor } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import type { Elicitor, InputRequest, OptionsOf } from "./types.js";

/** The JSON-RPC error code by which a server says that pages must be opened first (revision 2025-11-25). */
export const URL_ELICITATION_REQUIRED = -32042;

// How often a server may answer one call by asking for pages.
const MOST_ROUNDS = 5;

/**
 * Shows the pages of an error -32042, as the official SDKs throw it or as it
 * stands in the JSON-RPC response, and waits until they are finished. With
 * "retry" the person has opened all of them and finished: repeat the call.
 * Otherwise the call has failed. An error that is no proper -32042 rejects with
 * an {@link ElicitationError} "invalid-request".
 */
export async function elicitRequired<H extends Elicitor = Elicitor>(host: H, error: unknown, options: OptionsOf<H>): Promise<"retry" | "decline" | "cancel"> {
  const pages = pagesOf(error).map((params, i): [string, InputRequest] => [String(i), { method: CREATE, params }]);
  const responses = await host.elicitAll(Object.fromEntries(pages), { ...options, waitForPages: true });
  const actions = Object.values(responses).map(({ action }) => action);
  return (["decline", "cancel"] as const).find((refusal) => actions.includes(refusal)) ?? "retry";
}

/**
 * Makes a call, and when it fails with -32042, shows the pages and repeats it.
 * It gives up with the server's error when the person does not want to, and
 * when the server asks for the same pages again.
 *
 * ```ts
 * const result = await retryRequired(host, () => client.callTool({ name }), { server });
 * ```
 */
export async function retryRequired<T, H extends Elicitor = Elicitor>(host: H, call: () => Promise<T>, options: OptionsOf<H>): Promise<T> {
  requireElicitor("retryRequired", host, options);
  const allows = loopGuard();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const required = own(error, "code") === URL_ELICITATION_REQUIRED;
      if (!required || !allows(error) || (await elicitRequired(host, error, options)) !== "retry") {
        throw error;
      }
    }
  }
}

/**
 * Keeps a call from being repeated for ever. The function that it returns gets
 * each error of the call and reports whether its pages may be shown: not when the
 * same pages were shown before, and not too often.
 */
export function loopGuard(): (error: unknown) => boolean {
  const seen = new Set<string>();
  return (error) => {
    const pages = JSON.stringify(pagesOf(error).map(sameAddress).sort());
    return !seen.has(pages) && seen.add(pages).size <= MOST_ROUNDS;
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

// The address without the id: servers make a new id each time, and often put it
// into the address.
function sameAddress(page: object): string {
  const id = textOf(own(page, "elicitationId"));
  const url = String(own(page, "url"));
  return id ? url.replaceAll(id, "") : url;
}
