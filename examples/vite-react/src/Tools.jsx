import { useRef, useState } from "react";

export function Tools({ client, connect }) {
  const connected = useRef();
  const [said, say] = useState("");
  const use = async (name) => {
    await (connected.current ??= connect());
    const result = client.callTool({ name }, { timeout: 3_600_000 });
    say(await result.then(({ content }) => content.map(({ text }) => text).join("\n"), () => "Stopped"));
  };
  const stop = () => {
    connected.current = undefined;
    return client.close();
  };
  return (
    <>
      <button onClick={() => use("trigger-elicitation-request")}>Ask me</button>
      <button onClick={stop}>Stop</button>
      <output style={{ whiteSpace: "pre-wrap" }}>{said}</output>
    </>
  );
}
