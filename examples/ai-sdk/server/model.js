// Stands in for a language model: it calls the tool that the prompt names, and repeats what the tool said.
import { MockLanguageModelV4 } from "ai/test";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const reply = (finish, ...content) => ({ content, finishReason: { unified: finish, raw: finish }, usage, warnings: [] });

export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const { role, content } = prompt.at(-1);
    return role === "tool"
      ? reply("stop", { type: "text", text: content[0].output.value[0]?.text ?? JSON.stringify(content[0].output) })
      : reply("tool-calls", { type: "tool-call", toolCallId: "1", toolName: content[0].text, input: "{}" });
  },
});
