import type { FormHost } from "elicitform";
import {
  acpApproval, acpElicitation, acpHandler, acpReply, aguiApproval, aguiElicitation, type AguiInterrupt, aguiRound, aiSdkApproval,
  claudeApproval, type ClaudeContext, type ClaudePermission, claudeQuestions, isMcpElicitation, langchainApprovals,
  langchainResume, langchainRound,
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

export async function acpApprovalShown(host: FormHost, request: { params: unknown }) {
  // #region acpApproval
  const { approval, reply } = acpApproval(request.params, { server: { id: "code-agent" } });
  const response = reply(await host.approve(approval));
  // #endregion acpApproval
}

export async function aguiApprovalShown(host: FormHost, interrupt: AguiInterrupt, agent: { messages: object[] }) {
  // #region aguiApproval
  const { approval, deadline, resume } = aguiApproval(interrupt, { server: { id: "agent" }, messages: agent.messages });
  const entries = [resume(await host.approve(approval, { deadline }))];
  // #endregion aguiApproval
}

export async function aiSdkShown(
  host: FormHost, part: unknown, addToolApprovalResponse: (response: { id: string; approved: boolean; reason?: string }) => void,
) {
  // #region aiSdkApproval
  const { approval, id, reply } = aiSdkApproval(part, { server: { id: "agent" } });
  addToolApprovalResponse({ id, ...reply(await host.approve(approval)) });
  // #endregion aiSdkApproval
}

type Input = { [name: string]: unknown };
type CanUseTool = (tool: string, input: Input, context: ClaudeContext & { signal: AbortSignal }) => Promise<ClaudePermission>;

export function claudeShown(host: FormHost) {
  // #region claudeApproval
  const canUseTool: CanUseTool = async (tool, input, context) => {
    const { approval, reply } = claudeApproval(tool, input, context, { server: { id: "claude" } });
    return reply(await host.approve(approval, { signal: context.signal }));
  };
  // #endregion claudeApproval
}

export async function claudeQuestionsShown(host: FormHost, input: Input) {
  // #region claudeQuestions
  const { params, reply } = claudeQuestions(input, { cancelled: "interrupt" });
  const result = reply(await host.elicit(params, { server: { id: "claude" } }));
  // #endregion claudeQuestions
}

export async function langchainApprovalsShown(host: FormHost, interrupt: { id: string; value: unknown }) {
  // #region langchainApprovals
  const { approvals, resume } = langchainApprovals(interrupt.value, { server: { id: "agent" } });
  const results = [];
  for (const { approval } of approvals) {
    results.push(await host.approve(approval));
  }
  const command = { resume: langchainResume(interrupt.id, resume(results)) };
  // #endregion langchainApprovals
}
