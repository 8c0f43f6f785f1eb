// Tasks (the extension io.modelcontextprotocol/tasks): a tool call may become a task, whose state lists the requests that it
// waits for. Elicitations are taken out of the list and shown. The client polls, listens and cancels, and answers the others.

import { isObject, type JsonObject, jsonText, own } from "../message/json.js";
import { CREATE, INVALID_PARAMS, META_SESSION, TASK_CHANGED } from "../message/names.js";
import type { Show } from "./chats.js";
import { withMeta } from "./elicitor.js";
import { REVISION } from "./resend.js";
import { keepAtMost } from "./room.js";
import type { Message, SendRequest } from "./transport.js";
import type { ElicitRequestParams, ElicitResult } from "./types.js";

/** An elicitation of a task. Its key belongs to no other elicitation for as long as the task lives. */
interface Asked {
  /** The request as it stood in the list last, for as long as a person is asked. */
  text: string;
  /** Aborted when nobody needs the answer any more. */
  readonly over: AbortController;
  /** "answered": the server has yet to get the answer. "handed": without an answer that the server takes, the client decides. */
  state: "asking" | "answered" | "done" | "handed";
  answer: ElicitResult | undefined;
  /** How often the answer was sent. */
  sendings: number;
}

interface Task {
  readonly taskId: string;
  /** By their keys. */
  readonly asked: Map<string, Asked>;
  /** The `_meta` of the client's requests about it. */
  meta: JsonObject | undefined;
  /** The call of the client that has become the task, or else its first question about it. */
  call: Message;
  /** The time of the newest state, in milliseconds since 1970. */
  newest: number;
  /** It has ended, or the client has cancelled it: nobody is asked anything for it any more. */
  ended: boolean;
}

const ENDS: readonly unknown[] = ["completed", "failed", "cancelled"];
// The most open requests of a task: others are shown later.
const MOST_OPEN = 20;
// The most known requests of a task, and the most known tasks, beside the open ones.
const MOST_KNOWN = 1000;
const MOST_TASKS = 200;
// How often an answer is sent that the server does not take.
const MOST_SENDINGS = 5;

/** Follows the tasks of a connection. `failed` is told what has gone wrong, and `request` sends the server a request of ours. */
export function followTasks(show: Show, failed: (error: Error) => void, request: SendRequest) {
  const tasks = new Map<string, Task>();
  // The `_meta` with which the client introduces itself in every request.
  let meta: JsonObject | undefined;

  // The task of that id, or undefined when it has none or there are too many.
  const taskOf = (taskId: unknown): Task | undefined => {
    if (typeof taskId === "string" && !tasks.has(taskId)) {
      keepAtMost(MOST_TASKS - 1, tasks, (task) => openOf(task) === 0);
      if (tasks.size < MOST_TASKS) {
        tasks.set(taskId, { taskId, asked: new Map(), meta: undefined, call: undefined, newest: 0, ended: false });
      }
    }
    return tasks.get(taskId as string);
  };

  const end = (task: Task | undefined): void => {
    if (task) {
      task.ended = true;
      task.asked.forEach(({ over }) => over.abort());
      task.asked.clear();
    }
  };

  const send = (task: Task, key: string, asked: Asked): void => {
    const { progressToken: _, [META_SESSION]: __, ...introduction } = task.meta ?? meta ?? {};
    asked.state = "done";
    asked.sendings++;
    const params = { _meta: introduction, taskId: task.taskId, inputResponses: { [key]: asked.answer } };
    const taken = (response: Message): void => {
      const error = own(response, "error");
      const rejected = own(error, "code") === INVALID_PARAMS;
      if (isObject(error)) {
        // Params that the server rejects are not sent again.
        asked.state = rejected ? "handed" : "answered";
        failed(new Error(`tasks/update: ${own(error, "message")}`));
      }
      if (rejected || !isObject(error)) {
        asked.answer = undefined;
      }
    };
    request({ method: "tasks/update", params }, taken, (error, unanswered) => {
      asked.state = unanswered ? "answered" : asked.state;
      failed(error);
    });
  };

  // Each answer is sent when it is given: a task takes them one by one.
  const ask = async (task: Task, key: string, asked: Asked, request: unknown): Promise<void> => {
    try {
      const { host, options } = show(asked.over, request, task.call ? [task.call] : []);
      asked.answer = withMeta(await host.elicit(own(request, "params") as ElicitRequestParams, options), options, key);
    } catch (error) {
      if (!asked.over.signal.aborted) {
        // No answer may be invented: the client gets the request with the next state.
        asked.state = "handed";
        failed(error as Error);
      }
    }
    asked.text = "";
    if (asked.answer && !asked.over.signal.aborted) {
      send(task, key, asked);
    }
  };

  // Looks at the elicitations that a task lists.
  const look = (task: Task, elicitations: Map<string, unknown>): void => {
    let room = MOST_OPEN - openOf(task);
    elicitations.forEach((request, key) => {
      const asked = task.asked.get(key);
      if (!asked && room > 0) {
        const first: Asked = { text: jsonText(request), over: new AbortController(), state: "asking", answer: undefined, sendings: 0 };
        room--;
        keepAtMost(MOST_KNOWN - 1, task.asked, ({ state }) => state === "done" || state === "handed");
        task.asked.set(key, first);
        void ask(task, key, first, request);
      } else if (asked?.state === "answered" && asked.sendings < MOST_SENDINGS) {
        send(task, key, asked);
      } else if (asked?.state === "asking" && asked.text !== jsonText(request)) {
        // The person is asked what came first.
        asked.text = jsonText(request);
        failed(new Error("tasks: another request under the same key"));
      }
    });
  };

  // Takes the state of a task, and returns what the client gets in its place.
  const take = (taskId: unknown, state: unknown, question?: Message): unknown => {
    const status = own(state, "status");
    const requests = own(state, "inputRequests");
    const waits = status === "input_required" && isObject(requests);
    const ends = ENDS.includes(status);
    const task = waits || ends ? taskOf(taskId) : tasks.get(taskId as string);
    if (ends) {
      end(task);
    }
    if (!task) {
      return state;
    }
    task.meta = introductionOf(question) ?? task.meta;
    task.call ??= question;
    const all = waits ? Object.entries(requests) : [];
    const elicitations = new Map(all.filter(([, request]) => own(request, "method") === CREATE));

    // A request that has left the list needs no answer, unless the list is an older one that was overtaken.
    const time = Date.parse(String(own(state, "lastUpdatedAt"))) || task.newest;
    if (time >= task.newest) {
      task.newest = time;
      task.asked.forEach((asked, key) => {
        if (asked.state === "asking" && !elicitations.has(key)) {
          asked.over.abort();
          task.asked.delete(key);
        }
      });
    }
    if (!task.ended) {
      look(task, elicitations);
    }

    const left = all.filter(([key]) => !elicitations.has(key) || task.asked.get(key)?.state === "handed");
    if (!isObject(state) || left.length === all.length) {
      return state;
    }
    const { inputRequests: _, ...rest } = state;
    // A list without requests would ask the client for nothing.
    return left.length > 0 ? { ...state, inputRequests: Object.fromEntries(left) } : { ...rest, status: "working" };
  };

  return {
    /** The client sends a request. */
    sends(message: Message): void {
      meta = introductionOf(message) ?? meta;
      const method = own(message, "method");
      const taskId = own(message, "params", "taskId");
      if (method === "tasks/cancel") {
        end(taskOf(taskId));
      }
      // What the client answers itself, nobody else has to answer.
      for (const key of Object.keys((method === "tasks/update" && own(message, "params", "inputResponses")) || {})) {
        const asked = tasks.get(taskId as string)?.asked.get(key);
        asked?.over.abort();
        Object.assign(asked ?? {}, { state: "done" } satisfies Partial<Asked>);
      }
    },
    /** Takes a message for the client, with the request that it answers, and returns what the client gets. */
    passes(message: Message, request: Message): Message {
      const begun = own(message, "result", "resultType") === "task" ? taskOf(own(message, "result", "taskId")) : undefined;
      if (begun) {
        begun.call ??= request;
      }
      const polled = own(request, "method") === "tasks/get";
      if (!polled && own(message, "method") !== TASK_CHANGED) {
        return message;
      }
      const member = polled ? "result" : "params";
      const state = own(message, member);
      const taskId = own(polled ? own(request, "params") : state, "taskId");
      if (polled && own(message, "error", "code") === INVALID_PARAMS) {
        // The server does not know it, any more or yet.
        end(tasks.get(taskId as string));
        tasks.delete(taskId as string);
      }
      const seen = take(taskId, state, polled ? request : undefined);
      return seen === state ? message : { ...message, [member]: seen };
    },
    /** The connection is gone. */
    clear(): void {
      tasks.forEach(end);
      tasks.clear();
      meta = undefined;
    },
  };
}

// What a client says about itself in the `_meta` of a request, if it does.
function introductionOf(message: Message): JsonObject | undefined {
  const meta = own(message, "params", "_meta");
  return isObject(meta) && typeof own(meta, REVISION) === "string" ? meta : undefined;
}

// How many requests of a task a person is asked, or has answered without effect.
function openOf({ asked }: Task): number {
  return [...asked.values()].filter(({ state }) => state === "asking" || state === "answered").length;
}
