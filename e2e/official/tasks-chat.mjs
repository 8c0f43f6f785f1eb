// A chat whose tools may become tasks: client version 2, and the official package for tasks, over one transport with
// elicitform before it. It has the interface of the examples.

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient } from "@modelcontextprotocol/ext-tasks/client";
import { createFormHost, interceptElicitations } from "elicitform";

const forms = createFormHost({ container: document.querySelector("#form") });
const clientInfo = { name: "my-chat", version: "1.0.0" };
const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, extensions: { "io.modelcontextprotocol/tasks": {} } };
let session;
let dispatch;

/** The states of tasks that the driver has received. */
window.states = [];
/** The methods that the driver called on this page. None may be an elicitation. */
window.asked = [];

export async function connect(address) {
  const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: "auto" } });
  const transport = interceptElicitations(new StreamableHTTPClientTransport(address), forms, { server: { id: address.host } });
  await client.connect(transport);
  dispatch = dispatcher(transport);
  session = createTaskSessionFromClient(client, {
    endpointId: address.href,
    rawDispatch: dispatch,
    v2RequestFraming: { protocolVersion: "2026-07-28", clientInfo, clientCapabilities: capabilities },
    async onInputRequest(request) {
      window.asked.push(request.kind);
      return { model: "none", role: "assistant", content: { type: "text", text: "hello" } };
    },
  });
  return client;
}

export async function callTool(_client, { name }) {
  const execution = await session.callTool(name, {});
  window.cancel = () => execution.cancel();
  const { outcome } = await execution.settle();
  if (outcome.status === "completed") {
    return outcome.result;
  }
  throw outcome.error ?? new Error(outcome.status);
}

/** Calls a tool, and subscribes to the states of its task instead of polling them. */
window.listen = async (name) => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": clientInfo, "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const { result } = await dispatch({ method: "tools/call", params: { name, arguments: {}, _meta } });
  await window.client.listen({ taskIds: [result.taskId] });
};

// The driver's ids are words, because those of the client are numbers.
function dispatcher(transport) {
  const waiting = new Map();
  const { onmessage } = transport;
  let last = 0;
  transport.onmessage = (message, extra) => {
    if (message.method === "notifications/tasks") {
      window.states.push(message.params);
    }
    if (!waiting.has(message.id)) {
      return onmessage(message, extra);
    }
    if (message.result?.taskId) {
      window.states.push(message.result);
    }
    waiting.get(message.id)(message.error ? { kind: "error", error: message.error } : { kind: "result", result: message.result });
    waiting.delete(message.id);
  };
  return async (request) => {
    const id = `task-${++last}`;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    await transport.send({ jsonrpc: "2.0", id, ...request });
    return answer;
  };
}
