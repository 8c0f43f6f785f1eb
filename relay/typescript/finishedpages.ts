import { ElicitationError } from "../../bridge/host/errors.js";
import { ELICITATION_ID_TOO_LONG, MAX_NOTICES, SERVER_ID_TOO_LONG, TOO_MANY_NOTICES } from "../../bridge/message/names.js";
import type { RelayCore } from "./core.js";
import { isIdTooLong } from "./roundbody.js";
import { retryForLease } from "./waiter.js";

export class FinishedPages {
  readonly #pending = new Map<string, number>();

  constructor(readonly core: RelayCore) {}

  async complete(session: string, elicitationId: string, server: string): Promise<void> {
    const tooLong = isIdTooLong(server) ? SERVER_ID_TOO_LONG : isIdTooLong(elicitationId) ? ELICITATION_ID_TOO_LONG : undefined;
    const name = `${session}\n${server}`;
    const pending = this.#pending.get(name) ?? 0;
    // Otherwise a server that finishes pages without end would pile up calls while the store is away.
    if (tooLong || pending >= MAX_NOTICES) {
      return this.#reject(tooLong ?? TOO_MANY_NOTICES);
    }
    this.#pending.set(name, pending + 1);
    const { store, keep } = this.core;
    if ((await retryForLease(this.core, () => store.page(session, { server, elicitationId, keep }))) === 0) {
      this.#reject(TOO_MANY_NOTICES);
    }
    const rest = this.#pending.get(name)! - 1;
    void (rest > 0 ? this.#pending.set(name, rest) : this.#pending.delete(name));
  }

  #reject(reason: string): void {
    const code = reason === TOO_MANY_NOTICES ? "internal" : "invalid-request";
    this.core.report({ type: "failed", error: new ElicitationError(code, { reason }) });
  }
}
