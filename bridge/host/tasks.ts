// Tasks (the extension io.modelcontextprotocol/tasks): a tool call may become a task, whose state lists the requests that it
// waits for. The host takes elicitations out of the list and shows them. The client polls, listens and cancels, and answers
// the other requests.

import { isObject, type JsonObject, jsonText, own } from "../message/json.js";
import { CREATE, INVALID_PARAMS, META_SESSION, TASK_CHANGED } from "../message/names.js";
import type { Show } from "./chats.js";
import { withMeta } from "./elicitor.js";
import { REVISION } from "./resend.js";
import { evictOldest } from "./room.js";
import type { Message, SendRequest } from "./transport.js";
import type { ElicitRequestParams, ElicitResult } from "./types.js";

/** An elicitation of a task. Its key is unique during the life of the task. */
interface TaskRequest {
  /** The last text of the request, while a person is asked. */
  text: string;
  /** Aborted when the answer is no longer needed. */
  readonly over: AbortController;
  /** "answered": the server does not have the answer yet. "client": the host failed to answer, so the client does. */
  state: "asking" | "answered" | "done" | "client";
  answer: ElicitResult | undefined;
  sendings: number;
}

interface Task {
  readonly taskId: string;
  /** By key. */
  readonly requests: Map<string, TaskRequest>;
  /** The `_meta` of the client's requests about the task. */
  meta: JsonObject | undefined;
  /** The call of the client that became the task, or else its first question about the task. */
  call: Message;
  /** The time of the newest state, in milliseconds since 1970. */
  newest: number;
  /** The task has ended, or the client cancelled it: its requests are not shown. */
  isOver: boolean;
}

const ENDS: readonly unknown[] = ["completed", "failed", "cancelled"];
// The number of open requests of a task. Further requests are shown later.
const MAX_OPEN = 20;
// The numbers of remembered requests of a task, and of remembered tasks.
const MAX_REQUESTS = 1000;
const MAX_TASKS = 200;
// The number of times that an answer is sent, if the server does not take it.
const MAX_SENDINGS = 5;

/** Follows the tasks of a connection. `failed` gets all errors, and `request` sends the server a request of ours. */
export class Tasks {
  readonly #show: Show;
  readonly #failed: (error: Error) => void;
  readonly #request: SendRequest;
  readonly #tasks = new Map<string, Task>();
  // The `_meta` with which the client introduces itself in every request.
  #meta: JsonObject | undefined;

  constructor(show: Show, failed: (error: Error) => void, request: SendRequest) {
    this.#show = show;
    this.#failed = failed;
    this.#request = request;
  }

  sends(message: Message): void {
    this.#meta = introductionOf(message) ?? this.#meta;
    const method = own(message, "method");
    const taskId = own(message, "params", "taskId");
    if (method === "tasks/cancel") {
      end(this.#taskOf(taskId));
    }
    // The client answers these requests itself.
    for (const key of Object.keys((method === "tasks/update" && own(message, "params", "inputResponses")) || {})) {
      const request = this.#tasks.get(taskId as string)?.requests.get(key);
      request?.over.abort();
      Object.assign(request ?? {}, { state: "done" } satisfies Partial<TaskRequest>);
    }
  }

  /** Takes a message for the client, with the request that it answers. Returns the message that the client gets. */
  filter(message: Message, request: Message): Message {
    const newTask = own(message, "result", "resultType") === "task" ? this.#taskOf(own(message, "result", "taskId")) : undefined;
    if (newTask) {
      newTask.call ??= request;
    }
    const isPoll = own(request, "method") === "tasks/get";
    if (!isPoll && own(message, "method") !== TASK_CHANGED) {
      return message;
    }
    const member = isPoll ? "result" : "params";
    const state = own(message, member);
    const taskId = own(isPoll ? own(request, "params") : state, "taskId");
    if (isPoll && own(message, "error", "code") === INVALID_PARAMS) {
      // The server does not know the task: it has forgotten it, or does not have it yet.
      end(this.#tasks.get(taskId as string));
      this.#tasks.delete(taskId as string);
    }
    const filtered = this.#update(taskId, state, isPoll ? request : undefined);
    return filtered === state ? message : { ...message, [member]: filtered };
  }

  /** Ends all tasks, because the connection is gone. */
  clear(): void {
    this.#tasks.forEach(end);
    this.#tasks.clear();
    this.#meta = undefined;
  }

  // Returns the task of that id; undefined without an id, or when there are too many tasks.
  #taskOf(taskId: unknown): Task | undefined {
    const tasks = this.#tasks;
    if (typeof taskId === "string" && !tasks.has(taskId)) {
      evictOldest(MAX_TASKS - 1, tasks, (task) => countOpen(task) === 0);
      if (tasks.size < MAX_TASKS) {
        tasks.set(taskId, { taskId, requests: new Map(), meta: undefined, call: undefined, newest: 0, isOver: false });
      }
    }
    return tasks.get(taskId as string);
  }

  // Updates a task with its state, and returns the state that the client gets.
  #update(taskId: unknown, state: unknown, question?: Message): unknown {
    const status = own(state, "status");
    const requests = own(state, "inputRequests");
    const isWaiting = status === "input_required" && isObject(requests);
    const hasEnded = ENDS.includes(status);
    const task = isWaiting || hasEnded ? this.#taskOf(taskId) : this.#tasks.get(taskId as string);
    if (hasEnded) {
      end(task);
    }
    if (!task) {
      return state;
    }
    task.meta = introductionOf(question) ?? task.meta;
    task.call ??= question;
    const all = isWaiting ? Object.entries(requests) : [];
    const elicitations = new Map(all.filter(([, request]) => own(request, "method") === CREATE));
    withdrawMissing(task, elicitations, own(state, "lastUpdatedAt"));
    if (!task.isOver) {
      this.#showNew(task, elicitations);
    }
    const rest = all.filter(([key]) => !elicitations.has(key) || task.requests.get(key)?.state === "client");
    if (!isObject(state) || rest.length === all.length) {
      return state;
    }
    const { inputRequests: _, ...members } = state;
    // A list without requests would ask the client for nothing.
    return rest.length > 0 ? { ...state, inputRequests: Object.fromEntries(rest) } : { ...members, status: "working" };
  }

  // Shows the new elicitations of a task, and sends answers again that the server did not take.
  #showNew(task: Task, elicitations: Map<string, unknown>): void {
    let room = MAX_OPEN - countOpen(task);
    elicitations.forEach((elicitation, key) => {
      const request = task.requests.get(key);
      if (!request && room > 0) {
        room--;
        evictOldest(MAX_REQUESTS - 1, task.requests, ({ state }) => state === "done" || state === "client");
        void this.#ask(task, key, elicitation);
      } else if (request?.state === "answered" && request.sendings < MAX_SENDINGS) {
        this.#send(task, key, request);
      } else if (request?.state === "asking" && request.text !== jsonText(elicitation)) {
        // The person keeps the first request of that key.
        request.text = jsonText(elicitation);
        this.#failed(new Error("tasks: another request under the same key"));
      }
    });
  }

  // Sends each answer at once: a task takes them one by one.
  async #ask(task: Task, key: string, elicitation: unknown): Promise<void> {
    const [text, over] = [jsonText(elicitation), new AbortController()];
    const request: TaskRequest = { text, over, state: "asking", answer: undefined, sendings: 0 };
    task.requests.set(key, request);
    const { signal } = request.over;
    try {
      const { host, options } = this.#show(request.over, elicitation, task.call ? [task.call] : []);
      request.answer = withMeta(await host.elicit(own(elicitation, "params") as ElicitRequestParams, options), options, key);
    } catch (error) {
      if (!signal.aborted) {
        // An answer must not be invented: the client gets the request with the next state.
        request.state = "client";
        this.#failed(error as Error);
      }
    }
    request.text = "";
    if (request.answer && !signal.aborted) {
      this.#send(task, key, request);
    }
  }

  #send(task: Task, key: string, request: TaskRequest): void {
    const { progressToken: _, [META_SESSION]: __, ...introduction } = task.meta ?? this.#meta ?? {};
    request.state = "done";
    request.sendings++;
    const params = { _meta: introduction, taskId: task.taskId, inputResponses: { [key]: request.answer } };
    const responded = (response: Message): void => {
      const error = own(response, "error");
      const isRejected = own(error, "code") === INVALID_PARAMS;
      if (isObject(error)) {
        // Params that the server rejects are not sent again.
        request.state = isRejected ? "client" : "answered";
        this.#failed(new Error(`tasks/update: ${own(error, "message")}`));
      }
      if (isRejected || !isObject(error)) {
        request.answer = undefined;
      }
    };
    this.#request({ method: "tasks/update", params }, responded, (error, unanswered) => {
      request.state = unanswered ? "answered" : request.state;
      this.#failed(error);
    });
  }
}

// Withdraws the requests that have left the list of a task, unless a newer list came before this one.
function withdrawMissing(task: Task, elicitations: Map<string, unknown>, lastUpdatedAt: unknown): void {
  const time = Date.parse(String(lastUpdatedAt)) || task.newest;
  if (time >= task.newest) {
    task.newest = time;
    task.requests.forEach(({ state, over }, key) => {
      if (state === "asking" && !elicitations.has(key)) {
        over.abort();
        task.requests.delete(key);
      }
    });
  }
}

function end(task: Task | undefined): void {
  if (task) {
    task.isOver = true;
    task.requests.forEach(({ over }) => over.abort());
    task.requests.clear();
  }
}

// The client's introduction in the `_meta` of a request, if any.
function introductionOf(message: Message): JsonObject | undefined {
  const meta = own(message, "params", "_meta");
  return isObject(meta) && typeof own(meta, REVISION) === "string" ? meta : undefined;
}

// Counts the requests that a person has to answer, or whose answer the server does not have.
function countOpen({ requests }: Task): number {
  return [...requests.values()].filter(({ state }) => state === "asking" || state === "answered").length;
}
