import { type Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { interceptElicitations } from "elicitform";
import { ElicitationForms, useElicitationForms } from "elicitform/react";

function Connect({ client, address }: { client: Client; address: URL }) {
  const forms = useElicitationForms();
  const transport = () => new StreamableHTTPClientTransport(address);
  const connect = () => client.connect(interceptElicitations(transport(), forms, { server: { id: address.host }, review: "short" }));
  return <button onClick={() => void connect()}>Connect</button>;
}

export const Chat = (props: { client: Client; address: URL }) => (
  <ElicitationForms><Connect {...props} /></ElicitationForms>
);
