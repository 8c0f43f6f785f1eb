import type { FormHost } from "elicitform";
import {
  acpElicitation, acpHandler, acpReply, aguiElicitation, type AguiInterrupt, aguiRound, isMcpElicitation, langchainResume, langchainRound,
} from "elicitform/adapters";

export async function acpShown(host: FormHost, request: { params: unknown }) {
  // #region acpElicitation
  const { params, scope } = acpElicitation(request.params);
  const response = acpReply(await host.elicit(params, { server: { id: "code-agent" } }));
  // #endregion acpElicitation
}

export function acpHandlerShown(host: FormHost) {
  // #region acpHandler
  const createElicitation = acpHandler(host, () => ({ server: { id: "code-agent" } }));
  // #endregion acpHandler
}

export async function aguiShown(host: FormHost, interrupt: AguiInterrupt) {
  // #region aguiElicitation
  const { params, deadline, resume } = aguiElicitation(interrupt, { declined: () => ({ approved: false }) });
  const entries = [resume(await host.elicit(params, { server: { id: "agent" }, deadline }))];
  // #endregion aguiElicitation
}

export async function aguiRoundShown(host: FormHost, interrupts: AguiInterrupt[]) {
  // #region aguiRound
  const round = aguiRound(interrupts, { declined: "cancelled" });
  const entries = round.resume(await host.elicitAll(round.requests, { server: { id: "agent" }, deadline: round.deadline }));
  // #endregion aguiRound
}

export function isMcpElicitationShown(interrupts: { value: unknown }[]) {
  // #region isMcpElicitation
  const elicitations = interrupts.filter(({ value }) => isMcpElicitation(value));
  // #endregion isMcpElicitation
}

export async function langchainShown(host: FormHost, interrupt: { id: string; value: unknown }) {
  // #region langchainRound
  const { text, resume } = langchainRound(interrupt.value);
  const command = { resume: langchainResume(interrupt.id, resume(await host.elicitAll(text, { server: { id: "files" } }))) };
  // #endregion langchainRound
}
