import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import { createSignal, onMount } from "solid-js";

export function App() {
  const client = new Client({ name: "solid-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
  const [ready, setReady] = createSignal(false);
  const [said, setSaid] = createSignal("");
  let form;
  let call;

  onMount(async () => {
    const transport = new StreamableHTTPClientTransport(new URL("/mcp", location.href));
    await client.connect(interceptElicitations(transport, form, { server: { id: "restaurant.example" } }));
    setReady(true);
  });

  async function use(name) {
    call = new AbortController();
    const result = client.callTool({ name }, { signal: call.signal, timeout: 3_600_000 });
    setSaid(await result.then(({ content }) => content[0].text, () => "Stopped"));
  }

  return (
    <>
      <button disabled={!ready()} onClick={() => use("book")}>Book a table</button>
      <button onClick={() => call?.abort()}>Stop</button>
      <elicitation-form ref={form} frame-url="/elicitform/index.html" />
      <output>{said()}</output>
    </>
  );
}
