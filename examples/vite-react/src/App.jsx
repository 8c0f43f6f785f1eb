import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import { ElicitationForms, useElicitationForms } from "elicitform/react";
import { Tools } from "./Tools.jsx";

const client = new Client({ name: "react-chat", version: "1.0.0" }, { capabilities: { elicitation: { form: {}, url: {} } } });

function Chat() {
  const forms = useElicitationForms();
  const transport = () => new StreamableHTTPClientTransport(new URL("/mcp", location.href));
  const connect = () => client.connect(interceptElicitations(transport(), forms, { server: { id: "everything.example" }, review: "short" }));
  return <Tools client={client} connect={connect} />;
}

export const App = () => <ElicitationForms frameUrl="/elicitform/index.html"><Chat /></ElicitationForms>;
