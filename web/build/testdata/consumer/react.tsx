// What a strict compiler must accept of a React app, and what it must refuse.

import { interceptElicitations, type TransportLike } from "elicitform";
import type {} from "elicitform/jsx/react";
import { ElicitationForm, ElicitationForms, useElicitationForms, useElicitationState } from "elicitform/react";

declare const transport: TransportLike;

function Chat() {
  const forms = useElicitationForms();
  const here = useElicitationForms("m42");
  const { status, error, pending } = useElicitationState();
  const ask = () => here.elicit({ message: "?" }, { server: { id: "a" } });
  interceptElicitations(transport, forms, { server: { id: "a" } });
  // @ts-expect-error There is no such state.
  console.log(status === "gone");
  return <button onClick={ask}>{error?.code} {pending.map(({ server, place }) => <i key={place}>{server}</i>)}</button>;
}

export const app = (
  <ElicitationForms frameUrl="/elicitform/index.html" context={{ theme: "dark" }} drafts={sessionStorage} onEvent={({ type }) => console.log(type)} className="forms">
    <Chat />
    <ElicitationForm place="m42" className="inline" />
    <ElicitationForm />
  </ElicitationForms>
);
// @ts-expect-error The provider is the container.
export const wrong = <ElicitationForms container={document.body} />;

export const element = (
  <elicitation-form frame-url="/elicitform/index.html" server="a" theme="dark" maxHeight={600} className="form" ref={(form) => void form?.elicit({ message: "?" })}
    onelicitform-settled={({ detail }) => console.log(detail.action)} />
);
// @ts-expect-error The event has no such detail.
export const odd = <elicitation-form onelicitform-settled={({ detail }) => console.log(detail.answers)} />;
// @ts-expect-error There is no such theme.
export const pink = <elicitation-form theme="pink" />;
