import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createSignal, For, onMount } from "solid-js";

export function App() {
  const client = new Client({ name: "solid-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
  const [asked, setAsked] = createSignal([]);
  const [ready, setReady] = createSignal(false);
  const [said, setSaid] = createSignal("");
  let call;

  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => new Promise((answer, fail) => {
    // The form closes when the server withdraws its request, or when the call is stopped that has caused it.
    const signal = AbortSignal.any([mcpReq.signal, call.signal]);
    setAsked([...asked(), { params, signal, answer, fail }]);
  }));

  onMount(async () => {
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
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
      <For each={asked()}>{({ params, signal, answer, fail }) => (
        <elicitation-form
          server="restaurant.example" prop:request={params} prop:requestOptions={{ signal }}
          on:elicitform-result={({ detail }) => answer(detail)} on:elicitform-failure={({ detail }) => fail(detail)}
        />
      )}</For>
      <output>{said()}</output>
    </>
  );
}
