"use client";
import { useEffect, useRef, useState } from "react";
import { Forms } from "./forms.jsx";

export function Chat({ session, token }) {
  const call = useRef(null);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const [said, setSaid] = useState("");
  async function use(name) {
    call.current = new AbortController();
    const body = JSON.stringify({ session, name });
    const answer = fetch("/call", { method: "POST", body, signal: call.current.signal });
    setSaid(await answer.then((response) => response.json()).then(({ content }) => content[0].text, () => "Stopped"));
  }
  return (
    <>
      <button disabled={!ready} onClick={() => use("book")}>Book a table</button>
      <button onClick={() => call.current?.abort()}>Stop</button>
      <Forms token={token} />
      <output>{said}</output>
    </>
  );
}
