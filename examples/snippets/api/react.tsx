import type { Client } from "@modelcontextprotocol/client";
import { type ElicitRequestParams, type ElicitResult, interceptElicitations } from "elicitform";
import { ElicitationForm, ElicitationForms, useElicitationForms, useElicitationState } from "elicitform/react";
import type { ReactNode } from "react";

declare const Chat: () => ReactNode;
declare const client: Client;
declare const transport: Parameters<Client["connect"]>[0];

export const App = () => (
  // #region ElicitationForms
  <ElicitationForms frameUrl="/elicitform/index.html" context={{ theme: "dark" }}>
    <Chat />
  </ElicitationForms>
  // #endregion ElicitationForms
);

export function useConnect() {
  // #region useElicitationForms
  const forms = useElicitationForms();
  const connect = () => client.connect(interceptElicitations(transport, forms, { server: { id: "weather.example" } }));
  // #endregion useElicitationForms
  return connect;
}

export function Waiting() {
  // #region useElicitationState
  const { pending } = useElicitationState();
  return <p>{pending.length > 0 ? `${pending[0]!.server} asks you something` : ""}</p>;
  // #endregion useElicitationState
}

interface Pending {
  server: string;
  params: ElicitRequestParams;
  answer(result: ElicitResult): void;
  fail(error: Error): void;
}

export const Message = ({ pending }: { pending: Pending }) => (
  // #region ElicitationForm
  <ElicitationForm request={pending.params} server={{ id: pending.server }} onResult={pending.answer} onError={pending.fail} />
  // #endregion ElicitationForm
);
