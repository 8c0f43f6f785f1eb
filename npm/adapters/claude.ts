// Tool calls of the Claude Agent SDK as approvals, its tool AskUserQuestion as a form, and decisions as results of `canUseTool`.

import type { ElicitRequestParams, ElicitResult, Server } from "../../bridge/host/types.js";
import { type JsonObject, listOf, own, textOf } from "../../bridge/message/json.js";
import { decisionOf, reject, unanswerable } from "./answers.js";
import { type ApprovalRequest, approvalResult, changedArguments, compact, toolOf } from "./approvals.js";

/** The result of `canUseTool`: `PermissionResult` of `@anthropic-ai/claude-agent-sdk`. */
export type ClaudePermission<S = object> =
  | { behavior: "allow"; updatedInput: { [name: string]: unknown }; updatedPermissions?: S[] }
  | { behavior: "deny"; message: string; interrupt?: boolean };

/** The third argument of `canUseTool`. The adapter checks its members. */
export type ClaudeContext<S = object> = {
  /**
   * What makes the agent stop asking.
   *
   * @defaultValue the person can allow the call only once
   */
  suggestions?: S[] | undefined;
  /** Texts for the person are `title`, `displayName`, `description` and `decisionReason`. */
  [member: string]: unknown;
};

/** Replies of the chat that a person's decision does not state. */
export type ClaudeReplies = {
  /**
   * The meaning of "decided nothing": "deny" goes on without the tool, "interrupt" stops the agent as well.
   *
   * @defaultValue it is an error
   */
  cancelled?: "deny" | "interrupt" | undefined;
};

/**
 * Makes an approval from the arguments of `canUseTool`. The agent's suggestions become a button for this session or for always, if
 * they allow this tool only. Another suggestion, such as another permission mode, allows more than the button says, and is left out.
 *
 * @throws An {@link AdapterError} for AskUserQuestion, which {@link claudeQuestions} asks; `reply` throws for "decided nothing".
 *
 * @example
 * ```ts
 * const canUseTool: CanUseTool = async (tool, input, context) => {
 *   const { approval, reply } = claudeApproval(tool, input, context, { server: { id: "claude" } });
 *   return reply(await host.approve(approval, { signal: context.signal }));
 * };
 * ```
 */
export function claudeApproval<S extends object>(
  toolName: string, input: { [name: string]: unknown }, context: ClaudeContext<S>, options: { server: Server } & ClaudeReplies,
): ApprovalRequest<ClaudePermission<S>> {
  if (toolName === ASK) {
    reject("not-an-approval", ASK);
  }
  const suggestions = listOf(own(context, "suggestions")) as S[];
  const forced = own(context, "suppressAlwaysAllowRule") === true || own(context, "matchedAskRule") !== undefined;
  const lasting = !forced && suggestions.length > 0 && suggestions.every((one) => allowsOnly(toolName, one));
  const wide = suggestions.every((one) => own(one, "destination") === "session") ? "session" : "always";
  const message = ["title", "decisionReason"].map((name) => textOf(own(context, name))).filter(Boolean).join("\n\n");
  const about = { title: own(context, "displayName"), description: own(context, "description") };
  return {
    approval: compact({
      server: options.server,
      tool: toolOf(toolName, input, "input", about),
      scopes: lasting ? (["once", wide] as const) : undefined,
      message: message || undefined,
      reason: true,
    }),
    reply(result) {
      const decided = approvalResult(result, toolName);
      if (decided.action === "cancel") {
        return cancelled(toolName, options);
      } else if (decided.action === "decline") {
        return { behavior: "deny", message: decided.reason || "The person declined this tool call." };
      }
      const updatedInput = changedArguments(decided) ?? input;
      return lasting && decided.scope === wide
        ? { behavior: "allow", updatedInput, updatedPermissions: suggestions }
        : { behavior: "allow", updatedInput };
    },
  };
}

/** The questions of AskUserQuestion as a form. */
export type ClaudeQuestions = {
  /** For `elicit`. */
  params: ElicitRequestParams;
  /** Makes the result of `canUseTool`. A decline skips the questions: the agent goes on without answers. */
  reply(result: ElicitResult): ClaudePermission<never>;
};

/**
 * Makes a form from the input of the tool AskUserQuestion, as `claude-agent-acp` does: each question has an answer of the person's own.
 *
 * @throws An {@link AdapterError} for input without questions or options; `reply` throws for "decided nothing".
 *
 * @example
 * ```ts
 * const { params, reply } = claudeQuestions(input, { cancelled: "interrupt" });
 * const result = reply(await host.elicit(params, { server: { id: "claude" } }));
 * ```
 */
export function claudeQuestions(input: { [name: string]: unknown }, options: ClaudeReplies = {}): ClaudeQuestions {
  const questions = listOf(own(input, "questions"));
  const texts = questions.map((question, at) => textOf(own(question, "question")) || reject("no-message", String(at)));
  const twice = texts.find((text, at) => texts.indexOf(text) !== at);
  if (texts.length === 0 || twice !== undefined) {
    reject(twice === undefined ? "no-requests" : "duplicate-key", twice);
  }
  const properties = questions.flatMap((question, at) => {
    const [key, several] = [`question_${at}`, own(question, "multiSelect") === true];
    const about = compact({ title: textOf(own(question, "header")) || undefined, description: texts.length > 1 ? texts[at] : undefined });
    const choices = listOf(own(question, "options")).map((option) => choiceOf(option, key));
    const either = choices.length > 0 ? choices : reject("no-options", key);
    const _meta = { _askUserQuestionCustomAnswer: { questionId: key, isCustomAnswer: true } };
    return [
      [key, several ? { type: "array", ...about, items: { anyOf: either } } : { type: "string", ...about, oneOf: either }],
      [`${key}_custom`, { type: "string", title: "Other", _meta }],
    ] as const;
  });
  return {
    params: {
      mode: "form",
      message: texts.length > 1 ? "Please answer the following questions." : texts[0]!,
      requestedSchema: { type: "object", properties: Object.fromEntries(properties) },
    },
    reply(result) {
      const decided = decisionOf(result);
      if (decided.action === "cancel") {
        return cancelled(ASK, options);
      }
      const content = decided.action === "accept" ? decided.content : {};
      const replies = texts.map((text, at) => {
        const chosen = own(content, `question_${at}`);
        const picks = (Array.isArray(chosen) ? chosen : [chosen]).map((pick) => textOf(pick) ?? "").filter(Boolean);
        const typed = textOf(own(content, `question_${at}_custom`))?.trim() ?? "";
        if (own(questions[at], "multiSelect") === true) {
          return { text, answer: [...picks, typed].filter(Boolean).map(listed).join(", "), notes: "" };
        }
        // Beside one choice, a text is a note to it.
        return { text, answer: picks[0] ?? typed, notes: picks.length > 0 ? typed : "" };
      });
      const answers = Object.fromEntries(replies.flatMap(({ text, answer }) => (answer ? [[text, answer]] : [])));
      const noted = replies.flatMap(({ text, notes }) => (notes ? [[text, { notes }]] : []));
      const annotations = noted.length > 0 ? { annotations: Object.fromEntries(noted) } : {};
      return { behavior: "allow", updatedInput: { ...input, answers, ...annotations } };
    },
  };
}

const ASK = "AskUserQuestion";

function cancelled(key: string, options: ClaudeReplies): ClaudePermission<never> {
  const interrupt = (options.cancelled ?? unanswerable("cancel", key)) === "interrupt";
  return { behavior: "deny", message: "The person did not decide.", interrupt };
}

const LASTING: unknown[] = ["session", "userSettings", "projectSettings", "localSettings"];

function allowsOnly(toolName: string, suggestion: unknown): boolean {
  const rules = listOf(own(suggestion, "rules"));
  const allows = own(suggestion, "type") === "addRules" && own(suggestion, "behavior") === "allow";
  const lasts = LASTING.includes(own(suggestion, "destination"));
  return allows && lasts && rules.length > 0 && rules.every((rule) => own(rule, "toolName") === toolName);
}

function choiceOf(option: unknown, key: string): JsonObject {
  const label = textOf(own(option, "label")) || reject("no-name", key);
  const preview = textOf(own(option, "preview"));
  return compact({
    const: label,
    title: label,
    description: textOf(own(option, "description")) || undefined,
    _meta: preview ? { "_claude/askUserQuestionOption": { preview } } : undefined,
  });
}

// The agent splits the answers of several choices at the commas outside of quotes.
function listed(answer: string): string {
  return /, |"/.test(answer) ? JSON.stringify(answer) : answer;
}
