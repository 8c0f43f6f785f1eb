import type { Frame, FrameHandlers, Port } from "../../bridge/host/frame.js";
import type {
  AnswerProblem, ElicitContent, ElicitOptions, ElicitRequestParams, ElicitResult, FormHostOptions,
} from "../../bridge/host/types.js";
import { plain } from "../../bridge/message/exact.js";
import { type JsonObject, listOf, own, parseObject, textOf } from "../../bridge/message/json.js";
import {
  ASK, AUDIT, CANCELLED, CLOSED, COMPLETED, ERROR_CODE, ERROR_KEY, ERROR_REASON, FINISHED, INITIALIZE, INITIALIZED,
  OPEN_LINK, READY, RECEIPT, RECEIVED, REFUSED, SHOWN, WAIT,
} from "../../bridge/message/names.js";
import { type Field, questionsOf } from "../../bridge/rules/form.js";
import { objection, refusal } from "./possible.js";
import { type Answer, type Asked, ScriptError } from "./script.js";

/** The person's answer to a question, and the host's options for pages and outcomes. */
type Role = { answer(asked: Asked): Promise<Answer>; openLink: boolean; outcome: FormHostOptions["outcome"] };

/** The place of a request. */
export interface Stage {
  options: ElicitOptions;
  /** Takes a mistake of the script, which ends the call. */
  giveUp(mistake: Error): void;
}

/** One request of a round, with the decision of the person. */
interface RoundRequest {
  key: string | undefined;
  params: JsonObject;
  result?: ElicitResult | undefined;
  finished?: Finished | undefined;
  problems?: AnswerProblem[] | undefined;
}

type Finished = "completed" | "person";

/** The round on the screen. */
interface Scene {
  id: number;
  stage: Stage;
  requests: RoundRequest[];
  /** The answer waits until every page of the round is finished. */
  waitForPages: boolean;
  /** The round is a request for leave. */
  approval: boolean;
  /** The round has ended. */
  over: boolean;
  /** It has left the screen. */
  closed?: boolean;
  /** The page that the person opened, until it is finished. */
  waits?: { elicitationId: unknown; finished: (how: Finished) => void } | undefined;
}

const UNANSWERED = { withdrawn: "This request is no longer needed", expired: "This request has expired" };
const ANSWERED = { accept: "Answers sent", decline: "You declined this request", cancel: "You chose “Not now”" };

/** Takes the place of the frame, and of the person in front of it. */
export class Actor implements Frame {
  present = true;
  readonly #role: Role;
  readonly #port: Port;
  #place: unknown;
  #scene: Scene | undefined;
  #opening: ((opened: boolean) => void) | undefined;

  constructor(handlers: FrameHandlers, place: unknown, role: Role) {
    this.#role = role;
    this.#place = place;
    this.#port = {
      onmessage: null,
      // A message arrives later, as from a real port. It belongs to the round on the screen at this moment.
      postMessage: (message) => {
        const stage = this.#place as Stage;
        queueMicrotask(() => this.#receive(message, stage));
      },
      close: () => (this.present = false),
    };
    // The host must have its frame first.
    queueMicrotask(() => {
      if (this.present) {
        handlers.connected(this.#port, {}, undefined);
        this.#say({ id: "start", method: INITIALIZE, params: {} });
        this.#say({ method: INITIALIZED });
        this.#say({ method: READY });
      }
    });
  }

  place(place: HTMLElement): boolean {
    this.#place = place;
    return false;
  }

  remove(): void {
    this.present = false;
    this.#leave();
  }

  show(): void {}
  hide(): void {}
  reload(): void {}
  setHeight(): void {}
  reveal(): void {}
  setLook(): void {}
  behind(): undefined {}
  focus(): void {}

  #say(message: object): void {
    this.#port.onmessage?.({ data: JSON.stringify({ jsonrpc: "2.0", ...message }) } as MessageEvent);
  }

  #receive(data: unknown, stage: Stage): void {
    const message = parseObject(typeof data === "string" ? data : undefined);
    const params = own(message, "params");
    const scene = this.#scene;
    switch (own(message, "method")) {
      case ASK:
        this.#begin(stage, message!);
        break;
      case REFUSED:
        if (scene?.id === own(params, "requestId")) {
          this.#askAgain(scene!, own(params, "problems"));
        }
        break;
      case RECEIVED:
        this.#ended(scene!);
        break;
      case CANCELLED:
        this.#leave();
        this.#ended(scene!);
        break;
      case COMPLETED:
        // A notification with a server belongs to a page that is not on the screen.
        if (scene?.waits && scene.waits.elicitationId === own(params, "elicitationId") && !own(params, "server")) {
          scene.waits.finished("completed");
        }
        break;
      case WAIT:
        this.#waitAgain(stage, params);
        break;
      case undefined:
        // The response of the host to OPEN_LINK.
        if (own(message, "id") === "open") {
          this.#opening?.(Object.hasOwn(message!, "result"));
        }
    }
  }

  #leave(): void {
    if (this.#scene) {
      this.#scene.over = true;
    }
  }

  // Closes the screen, once, if the host does not show the outcome.
  #ended(scene: Scene): void {
    if (/hidden|receipt/.test(String(this.#role.outcome)) && !scene.waits && !scene.closed) {
      scene.closed = true;
      this.#say({ method: CLOSED });
    }
  }

  #begin(stage: Stage, { id, params }: JsonObject): void {
    this.#leave();
    const sent = listOf(own(params, "requests"));
    const requests: RoundRequest[] = sent.map((request) => ({ key: textOf(own(request, "key")), params: paramsOf(request) }));
    const isNoted = (name: string): boolean => own(params, "notes", name) === true;
    const [waitForPages, approval] = [isNoted("waitForPages"), isNoted("approval")];
    const scene: Scene = { id: id as number, stage, requests, waitForPages, approval, over: false };
    this.#scene = scene;
    for (const [i, { key, params }] of requests.entries()) {
      const reason = textOf(own(sent[i], "rejected")) ?? (approval ? undefined : refusal(params));
      if (reason) {
        this.#fail(scene, reason === "unknown-mode" ? "unsupported-mode" : "invalid-request", reason, key);
        return;
      }
    }
    this.#tellEnds(scene);
    this.#say({ method: SHOWN, params: { requestId: id } });
    this.#play(scene);
  }

  // Ends the call for a mistake of the script, or for an error that the script throws.
  #play(scene: Scene): void {
    this.#act(scene).catch((error: Error) => {
      scene.stage.giveUp(error);
      this.#fail(scene, "internal");
    });
  }

  async #act(scene: Scene): Promise<void> {
    for (let request; (request = scene.requests.find(({ result }) => !result)); ) {
      if (scene.over || !(await this.#decide(scene, request))) {
        return;
      }
    }
    this.#send(scene);
  }

  // Carries out an answer. Reports whether the round goes on, with the next request or with sending the answers.
  async #decide(scene: Scene, request: RoundRequest): Promise<boolean> {
    const { key, problems, params } = request;
    const { options } = scene.stage;
    const answer = await this.#role.answer({ params: params as unknown as ElicitRequestParams, options, key, problems: problems ?? [] });
    if (scene.over || answer === "never") {
      return false;
    } else if (answer instanceof Error) {
      const { code, reason } = answer;
      this.#fail(scene, code, reason, key);
      return false;
    }
    if (scene.approval && answer !== "cancel") {
      request.result = pressFor(params, answer);
      return true;
    }
    const wrong = objection(params, answer as ElicitContent);
    if (wrong) {
      throw new ScriptError(`nobody could answer ${JSON.stringify(own(params, "message"))} so: ${wrong}`);
    }
    switch (answer) {
      case "decline":
        request.result = { action: answer };
        return true;
      case "cancel":
        for (const open of scene.requests) {
          // Declined requests and opened pages keep their results.
          if (open.result?.action !== "decline" && !(open.result && own(open.params, "mode") === "url")) {
            open.result = { action: answer };
          }
        }
        return true;
      case "open":
      case "done":
        return this.#open(scene, request, answer);
      default:
        request.result = { action: "accept", content: inOrder(params, answer as ElicitContent) };
        return true;
    }
  }

  async #open(scene: Scene, request: RoundRequest, how: "open" | "done"): Promise<boolean> {
    const { elicitationId, url } = request.params;
    if (this.#role.openLink && !(await this.#hostOpens(url))) {
      return true; // It was not opened, and the person can decide again.
    } else if (scene.over) {
      return false;
    }
    const accepted: ElicitResult = { action: "accept" };
    const rest = scene.requests.filter((other) => other !== request);
    // An opened page is the answer, unless the round has more to decide, to review or to wait for.
    if (!scene.waitForPages && rest.every(({ result }) => result && !("content" in result))) {
      request.result = accepted;
      scene.waits = { elicitationId, finished: (how) => this.#finished(scene, how) };
      this.#send(scene);
      if (how === "done") {
        scene.waits.finished("person");
      }
      return false;
    }
    request.finished = how === "done" ? "person" : await new Promise<Finished>((finished) => (scene.waits = { elicitationId, finished }));
    scene.waits = undefined;
    request.result = accepted;
    return true;
  }

  #hostOpens(url: unknown): Promise<boolean> {
    return new Promise((opened) => {
      this.#opening = opened;
      this.#say({ id: "open", method: OPEN_LINK, params: { url } });
    });
  }

  // The opened page of an answered request is finished.
  #finished(scene: Scene, how: Finished): void {
    scene.waits = undefined;
    this.#say({ method: FINISHED, params: { requestId: scene.id, how } });
    this.#ended(scene);
  }

  // A page that was opened earlier is on the screen again.
  #waitAgain(stage: Stage, params: unknown): void {
    const { elicitationId } = paramsOf(listOf(own(params, "requests"))[0]);
    const scene: Scene = { id: own(params, "requestId") as number, stage, requests: [], waitForPages: false, approval: false, over: true };
    scene.waits = { elicitationId, finished: (how) => this.#finished(scene, how) };
    this.#scene = scene;
  }

  // Takes the refusal of the host's check: the person answers again.
  #askAgain(scene: Scene, found: unknown): void {
    for (const request of scene.requests) {
      const its = (listOf(found) as (AnswerProblem & { key?: string })[]).filter(({ key }) => key === request.key);
      if (request.result && "content" in request.result && (its.length > 0 || !found)) {
        request.result = undefined;
        request.problems = its.map(({ name, message }) => ({ name, message }));
      }
    }
    this.#play(scene);
  }

  // Tells the lines of the receipt, without answers: only the form knows which of them are secret.
  #tellEnds({ id, requests, stage: { options: { server } } }: Scene): void {
    const { action } = requests.find(({ result }) => result?.action === "accept")?.result ?? requests[0]?.result ?? {};
    const ends = { ...UNANSWERED, answered: action && ANSWERED[action] };
    const lines = Object.entries(ends).map(([end, line]) => [end, line && `${line} · ${server.id}`]);
    this.#say({ method: RECEIPT, params: { requestId: id, language: "en", ...Object.fromEntries(lines) } });
  }

  #send(scene: Scene): void {
    const { id, requests } = scene;
    this.#tellEnds(scene);
    const answers = requests.flatMap(origins);
    if (answers.length > 0) {
      this.#say({ method: AUDIT, params: { requestId: id, answers } });
    }
    const responses = requests.map(({ key, result, finished }) => ({ key, result, finished }));
    this.#say({ id, result: { responses } });
  }

  #fail(scene: Scene, code: string, reason?: string, key?: string): void {
    scene.over = true;
    const data = { [ERROR_CODE]: code, [ERROR_REASON]: reason, [ERROR_KEY]: key };
    this.#say({ id: scene.id, error: { code: -32603, message: code, data } });
  }
}

// Reads the params of a request; undefined if they are not an object.
function paramsOf(request: unknown): JsonObject {
  return parseObject(textOf(own(request, "params"))) as JsonObject;
}

function questions(params: JsonObject): [name: string, field: Field][] {
  return [...(questionsOf(own(params, "requestedSchema") ?? {}) ?? [])];
}

// The frame's result of an approval: the number of the pressed button.
function pressFor(params: JsonObject, answer: Answer): ElicitResult {
  const { action, scope = "once", id, reason, arguments: args } = (answer === "decline" ? { action: answer } : answer) as {
    [member in "action" | "scope" | "id" | "reason"]?: string } & { arguments?: object };
  const choice = listOf(own(params, "choices")).findIndex((choice) => {
    const kind = own(choice, "kind");
    return (action === "accept" ? kind === scope : String(kind).startsWith("reject")) && (id === undefined || own(choice, "id") === id);
  });
  const schema = own(params, "requestedSchema");
  if (choice < 0 || (args && !schema) || (reason && !own(params, "reason"))) {
    throw new ScriptError(`nobody could answer about ${own(params, "tool", "name")} so: ${JSON.stringify(answer)}`);
  }
  const names = Object.keys(own(schema, "properties") ?? {});
  const content = args && Object.fromEntries(names.map((name) => [name, own(args, name) ?? null]));
  return { action, choice, content, reason } as unknown as ElicitResult;
}

// The answers in the order of the questions.
function inOrder(params: JsonObject, content: ElicitContent): ElicitContent {
  return Object.fromEntries(questions(params).flatMap(([name]) => (Object.hasOwn(content, name) ? [[name, content[name]!]] : [])));
}

// The origins of the answers of an accepted form.
function origins({ key, params, result }: RoundRequest): object[] {
  if (!result || !("content" in result) || "choice" in result) {
    return [];
  }
  return questions(params).map(([property, { schema }]) => {
    const value = own(result.content, property);
    const suggested = plain(schema.get("default") ?? null);
    const state = value === undefined ? "left-out" : JSON.stringify(value) === JSON.stringify(suggested) ? "default" : "edited";
    return { property, state, key };
  });
}
