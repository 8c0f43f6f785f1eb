import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ElicitResultSchema } from "@modelcontextprotocol/core";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const { book, stop, form, said } = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const hour = 3_600_000;

// The frame is an app like any other. Its context names the server, which the app cannot know by itself.
const hostContext = { "elicitform/server": { id: "restaurant.example" } };
const bridge = new AppBridge(null, { name: "my-host", version: "1.0.0" }, { elicitation: {}, openLinks: {} }, { hostContext });
bridge.addEventListener("sizechange", ({ height }) => (form.style.blockSize = `${height}px`));
bridge.onopenlink = async ({ url }) => (open(url, "_blank", "noopener,noreferrer"), {});
const initialized = new Promise((ready) => bridge.addEventListener("initialized", ready));
await bridge.connect(new PostMessageTransport(form.contentWindow, form.contentWindow));
form.src = ELICITFORM_FRAME_URL;
await initialized;

const client = new Client({ name: "my-host", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
client.setRequestHandler("elicitation/create", (request, { mcpReq }) =>
  bridge.request(request, ElicitResultSchema, { signal: mcpReq.signal, timeout: hour }));
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));

let call;
book.disabled = false;
stop.onclick = () => call?.abort();
book.onclick = async () => {
  call = new AbortController();
  const result = client.callTool({ name: "book" }, { signal: call.signal, timeout: hour });
  said.textContent = await result.then(({ content }) => content[0].text, () => "Stopped");
};
