import { textOf } from "../message/json.js";
import { callOf } from "./call.js";
import { loadDraft, sweepDrafts } from "./drafts.js";
import { ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { ownCalls } from "./owner.js";
import { type AskedRequest, type Results, round, single } from "./round.js";
import { abortReason } from "./reasons.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostOptions, HostContext, InputRequest, InputResponse, RoundOptions, Server,
} from "./types.js";

/** Numbers calls from 1 on. */
export function counter(): () => number {
  let last = 0;
  return () => ++last;
}

/** The one implementation of {@link FormHost}; the frame is a parameter for the tests, and `nextId` numbers the calls. */
export class Host implements FormHost {
  readonly #options: FormHostOptions;
  readonly #calls: ReturnType<typeof ownCalls>;
  #disposed = false;
  readonly #nextId: () => number;

  constructor(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory, nextId = counter()) {
    this.#options = options;
    this.#nextId = nextId;
    sweepDrafts(options.drafts);
    this.#calls = ownCalls(options, frameUrl, makeFrame);
  }

  get ready(): Promise<void> {
    return this.#calls.bridge.ready;
  }

  /** @internal Nobody has to answer anything, and no opened page is waited for. */
  get idle(): boolean {
    return this.#calls.session.idle;
  }

  async elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult> {
    return (await this.#ask(options, () => single(params))).results[0]!;
  }

  async elicitAll(requests: Record<string, InputRequest> | string, options: RoundOptions): Promise<Record<string, InputResponse>> {
    const { asked, results } = await this.#ask(options, () => round(requests));
    // Assigning the members one by one would lose a key "__proto__".
    return Object.fromEntries(asked.map(({ key }, i) => [key, results[i]!]));
  }

  complete(server: Pick<Server, "id">, elicitationId: string): void {
    this.#calls.session.complete(elicitationId, server.id);
  }

  setContext(context: Partial<HostContext>): void {
    this.#calls.bridge.setContext(context);
  }

  dispose(): void {
    this.#disposed = true;
    const error = new ElicitationError("disposed");
    this.#calls.bridge.close(error);
    this.#calls.session.dispose(error);
  }

  // No function that is made here may name the results: the listeners of the signal
  // would keep them.
  async #ask(options: RoundOptions, ask: () => AskedRequest[]): Promise<{ asked: AskedRequest[]; results: ElicitResult[] }> {
    if (!textOf(options?.server?.id)) {
      throw new TypeError("elicit: options.server.id is missing");
    }
    if (this.#disposed) {
      throw new ElicitationError("disposed");
    }
    const { signal } = options;
    if (signal?.aborted) {
      throw abortReason(signal.reason);
    }
    const asked = ask();
    const results = await new Promise<Results>((settle) => {
      if (asked.length === 0) {
        settle([]);
        return;
      }
      const call = callOf(this.#nextId(), asked, options, settle);
      loadDraft(this.#options.drafts, call);
      signal?.addEventListener("abort", () => this.#calls.session.withdraw(call.id, signal.reason), { signal: call.over.signal });
      this.#calls.session.arrive(call);
    });
    if (results instanceof Error) {
      throw results;
    }
    return { asked, results };
  }
}
