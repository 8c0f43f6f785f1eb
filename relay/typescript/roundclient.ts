import { ElicitationError } from "../../bridge/host/errors.js";
import { attachReceipt } from "../../bridge/host/receipt.js";
import type { ElicitResult } from "../../bridge/host/types.js";
import { MALFORMED_RESULT, NOTHING_TO_ASK } from "../../bridge/message/names.js";
import { CallSealer } from "./calls.js";
import type { RelayCore } from "./core.js";
import type { Task } from "./policy.js";
import { toOutcome } from "./questions.js";
import type { RelayRoundOptions } from "./relay-api.js";
import type { Question } from "./relay-questions.js";
import { buildRound, encodeJson, type RoundRequest } from "./roundbody.js";
import { checkSession, hashText, keyId } from "./token.js";
import { MAX_PARK_TIME_MS, Waiter, type WaiterOptions } from "./waiter.js";

export class RoundClient {
  readonly #sealer: CallSealer | undefined;

  constructor(readonly core: RelayCore, secret: string | Uint8Array | undefined) {
    this.#sealer = secret === undefined ? undefined : new CallSealer(secret);
  }

  readonly requireSealer = (): CallSealer => {
    if (!this.#sealer) {
      throw new TypeError("relay: a call is kept only with a secret");
    }
    return this.#sealer;
  };

  async elicit(requests: RoundRequest[], options: RelayRoundOptions): Promise<ElicitResult[]> {
    const { session, ...waiterOptions } = await this.#prepare("elicit", requests, options);
    const { results, receipt, error } = toOutcome(await new Waiter(this.core, session, waiterOptions).run());
    if (error) {
      throw error;
    }
    if (!requests.every(({ key = "" }) => Object.hasOwn(results, key))) {
      throw new ElicitationError("internal", { reason: MALFORMED_RESULT });
    }
    return requests.map(({ key = "" }) => attachReceipt(results[key]!, receipt));
  }

  async start(parked: boolean, requests: RoundRequest[], options: RelayRoundOptions): Promise<Question> {
    if (requests.length === 0) {
      throw new ElicitationError("invalid-request", { reason: NOTHING_TO_ASK });
    }
    const { session, ...waiterOptions } = await this.#prepare("start", requests, options);
    const { id, fp } = waiterOptions;
    const deadline = parked ? Math.min(waiterOptions.deadline ?? Infinity, this.core.now() + MAX_PARK_TIME_MS) : waiterOptions.deadline;
    const verdict = await new Waiter(this.core, session, { ...waiterOptions, parked, deadline }).run();
    const { error, state, results: _, receipt: __, ...common } = toOutcome(verdict);
    if (verdict.state === "conflict" || verdict.state === "full") {
      throw error!;
    }
    return { session, id, fp, state: state as Question["state"], isNew: verdict.byCaller, ...common };
  }

  async #prepare(task: Task, requests: RoundRequest[], options: RelayRoundOptions): Promise<WaiterOptions & { session: string }> {
    const body = encodeJson(buildRound(requests, options));
    const { server, key, signal, call } = options;
    const session = checkSession(options.session);
    const deadline = readDeadline(options.deadline);
    const [id, fp] = await Promise.all([keyId(session, key), hashText(body)]);
    const sealedCall = call ? await this.requireSealer().seal(call, session, { id, fp }) : "";
    return { task, session, id, fp, body, sealedCall, server: server.id, keyed: Boolean(key), signal, deadline };
  }
}

function readDeadline(deadline: Date | number | undefined): number | undefined {
  const at = Number(deadline ?? Infinity);
  if (Number.isNaN(at)) {
    throw new TypeError("relay: options.deadline is invalid");
  }
  return at <= 8.64e15 ? Math.trunc(at) : undefined;
}
