// An MCP server of revision 2026-07-28 whose tools are tasks that wait for input: plain JSON over HTTP, and events
// while a client listens. It prints the routing headers of each request.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const EXTENSION = "io.modelcontextprotocol/tasks";

const form = (message, title) => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema: { type: "object", properties: { confirm: { type: "boolean", title } }, required: ["confirm"] } },
});

/** The requests of each tool by their keys. */
const tools = {
  confirm_delete: { only: form("Delete the files?", "Delete") },
  multi_input: { first: form("A first question", "First"), second: form("A second question", "Second") },
  mixed_input: {
    form: form("A form beside other requests", "Fine"),
    sample: { method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "Say hello" } }], maxTokens: 10 } },
  },
  unknown_input: { form: form("A form beside an unknown request", "Fine"), x: { method: "x/unknown", params: { any: "thing" } } },
};

const tasks = new Map();

function begin(inputRequests) {
  const task = {
    taskId: randomUUID(), status: "input_required", createdAt: new Date().toISOString(), ttlMs: 3_600_000, pollIntervalMs: 20, inputRequests: { ...inputRequests }, responses: {},
  };
  tasks.set(task.taskId, task);
  return changed(task);
}

const listeners = new Map();

function changed(task) {
  task.lastUpdatedAt = new Date().toISOString();
  listeners.get(task.taskId)?.(task);
  return task;
}

/** Sends the states of tasks as events, now and after each change. */
function listen(id, taskIds, response) {
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  const tell = (method, params) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", method, params: { ...params, _meta } })}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  tell("notifications/subscriptions/acknowledged", { notifications: { taskIds } });
  for (const taskId of taskIds) {
    listeners.set(taskId, (task) => tell("notifications/tasks", state(task)));
    listeners.get(taskId)(tasks.get(taskId));
  }
}

/** The members of a task that the protocol has. */
function state({ responses, inputRequests, ...task }) {
  return task.status === "input_required" ? { ...task, inputRequests } : task;
}

const complete = (members = {}) => ({ resultType: "complete", ...members });
const text = (text) => complete({ content: [{ type: "text", text }] });
const failure = (code, message, data) => Object.assign(new Error(message), { code, data });

const methods = {
  "server/discover": () =>
    complete({ supportedVersions: ["2026-07-28"], capabilities: { tools: {}, extensions: { [EXTENSION]: {} } }, serverInfo: { name: "tasks", version: "1.0.0" }, ttlMs: 0, cacheScope: "private" }),
  "tools/list": () => complete({ tools: [...Object.keys(tools), "cancel_tasks"].map((name) => ({ name, inputSchema: { type: "object" } })), ttlMs: 0, cacheScope: "private" }),
  "tools/call"({ name }) {
    if (name === "cancel_tasks") {
      tasks.forEach((task) => changed(Object.assign(task, { status: "cancelled" })));
      return text("cancelled");
    }
    const { inputRequests, ...created } = state(begin(tools[name]));
    return { resultType: "task", ...created, status: "working" };
  },
  "tasks/get": (_, task) => complete(state(task)),
  "tasks/cancel"(_, task) {
    changed(Object.assign(task, { status: "cancelled" }));
    return complete();
  },
  "tasks/update"({ inputResponses }, task) {
    for (const [key, response] of Object.entries(inputResponses)) {
      // The server ignores unknown and answered keys.
      if (Object.hasOwn(task.inputRequests, key)) {
        task.responses[key] = response;
        delete task.inputRequests[key];
      }
    }
    if (task.status === "input_required" && Object.keys(task.inputRequests).length === 0) {
      Object.assign(task, { status: "completed", result: text(JSON.stringify(task.responses)) });
    }
    changed(task);
    return complete();
  },
};

function answer({ method, params }) {
  if (!Object.hasOwn(methods, method)) {
    throw failure(-32601, "Method not found");
  }
  if (/^(tools\/call|tasks\/)/.test(method) && !params._meta?.["io.modelcontextprotocol/clientCapabilities"]?.extensions?.[EXTENSION]) {
    throw failure(-32021, "Missing required client capability", { requiredCapabilities: { extensions: { [EXTENSION]: {} } } });
  }
  const task = tasks.get(params?.taskId);
  if (method.startsWith("tasks/") && !task) {
    throw failure(-32602, "Task not found");
  }
  return methods[method](params, task);
}

createServer(async (request, response) => {
  if (request.method !== "POST") {
    response.writeHead(405).end();
    return;
  }
  const message = await json(request);
  console.log(`routed ${request.headers["mcp-method"]} ${request.headers["mcp-name"]}`);
  if (message.method === "subscriptions/listen") {
    listen(message.id, message.params.notifications.taskIds, response);
    return;
  }
  let outcome;
  try {
    outcome = { result: answer(message) };
  } catch ({ code, message, data }) {
    outcome = { error: { code, message, data } };
  }
  response.writeHead(outcome.error?.code === -32021 ? 400 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...outcome }));
}).listen(0, "127.0.0.1");
