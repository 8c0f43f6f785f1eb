import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export const client = new Client({ name: "own-form-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } } });
export const connect = () => client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));

/** Calls show with each request of the server, and with undefined when it ends. */
export function onRequest(show) {
  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq: { signal } }) => new Promise((resolve) => {
    const onResult = (result) => { show(undefined); resolve(result); };
    signal.addEventListener("abort", () => onResult({ action: "cancel" }));
    show({ params, onResult });
  }));
}
