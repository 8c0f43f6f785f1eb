import "./jitless.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import "elicitform/element";

const form = document.querySelector("elicitation-form");
const [book, stop] = document.querySelectorAll("button");
const client = new Client({ name: "extension-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
const transport = new StreamableHTTPClientTransport(new URL("http://127.0.0.1:3001/mcp"));
await client.connect(interceptElicitations(transport, form, { server: { id: "restaurant.example" } }));
book.disabled = false;

let call;
stop.onclick = () => call?.abort();
book.onclick = async () => {
  call = new AbortController();
  const result = client.callTool({ name: "book" }, { signal: call.signal, timeout: 3_600_000 });
  document.querySelector("output").value = await result.then(({ content }) => content[0].text, () => "Stopped");
};
