import { createFormHost, interceptElicitations } from "elicitform";
import { useMcp } from "mcp-use/react";
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const forms = createFormHost({ container: document.querySelector("#form") });

const options = {
  url: new URL("/mcp", location.href).href,
  clientOptions: { capabilities: { elicitation: { form: {}, url: {} } } },
  wrapTransport: (transport) => interceptElicitations(transport, forms, { server: { id: "restaurant.example" }, review: "short" }),
  logLevel: "silent",
};

function Chat() {
  const mcp = useMcp(options);
  const [said, setSaid] = useState("");
  const call = useRef();
  async function use(tool) {
    call.current = new AbortController();
    const result = mcp.callTool(tool, {}, { signal: call.current.signal, timeout: 3_600_000 });
    setSaid(await result.then(({ content }) => content[0].text, () => "Stopped"));
  }
  return (
    <>
      <button disabled={mcp.state !== "ready"} onClick={() => use("book")}>Book a table</button>
      <button onClick={() => call.current?.abort()}>Stop</button>
      <output>{said}</output>
    </>
  );
}

createRoot(document.querySelector("#app")).render(<Chat />);
