import { useEffect, useRef, useState } from "react";
import { client, connect, onRequest } from "./client.js";
import { Form } from "./Form.jsx";

const connected = connect();

export function App() {
  const call = useRef();
  const [request, setRequest] = useState();
  const [said, say] = useState("");
  useEffect(() => onRequest(setRequest), []);
  const book = async () => {
    await connected;
    call.current = new AbortController();
    const result = client.callTool({ name: "book" }, { signal: call.current.signal, timeout: 3_600_000 });
    say(await result.then(({ content }) => content[0].text, () => "Stopped"));
  };
  return (
    <>
      <button onClick={book}>Book a table</button>
      <button onClick={() => call.current?.abort()}>Stop</button>
      {request && <Form {...request} />}
      <output>{said}</output>
    </>
  );
}
