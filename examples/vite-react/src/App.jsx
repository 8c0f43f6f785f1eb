import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ElicitationForm } from "elicitform/react";
import { useEffect, useState } from "react";
import { Tools } from "./Tools.jsx";

const client = new Client({ name: "react-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });
const connect = () => client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));

export function App() {
  const [asked, setAsked] = useState([]);
  useEffect(() => client.setRequestHandler("elicitation/create", ({ params: request }, { mcpReq: { signal } }) =>
    new Promise((onResult, onError) => setAsked((asked) => [...asked, { request, signal, onResult, onError }]))), []);
  const shown = { server: { id: "everything.example" } };
  return [<Tools key="tools" client={client} connect={connect} />, ...asked.map((ask, key) => <ElicitationForm key={key} {...shown} {...ask} />)];
}
