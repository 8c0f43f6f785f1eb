import type { ElicitRequestParams, ElicitResult } from "elicitform";
import "elicitform/element";

/** A request that the chat has stored. The functions send the result, or the error, to the server. */
interface Pending {
  params: ElicitRequestParams;
  server: string;
  answer(result: ElicitResult): void;
  fail(error: Error): void;
}

export function show({ params, server, answer, fail }: Pending, message: HTMLElement) {
  const form = message.appendChild(document.createElement("elicitation-form"));
  form.addEventListener("elicitform-result", ({ detail }) => answer(detail));
  form.addEventListener("elicitform-failure", ({ detail }) => fail(detail));
  Object.assign(form, { server, request: params });
}
