// Stands in for Claude Code: asks for three tools on its standard output, and keeps the answers from its standard input.

import { EventEmitter } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";

const rules = [{ toolName: "Bash", ruleContent: "npm test:*" }];
const bash = (command) => ({
  tool_name: "Bash", input: { command }, title: `Claude wants to run ${command}`,
  permission_suggestions: [{ type: "addRules", rules, behavior: "allow", destination: "localSettings" }],
});
const options = [{ label: "Recursive descent", description: "Simple" }, { label: "Pratt", description: "Fast" }];
const questions = [{ question: "Which parser should stay?", header: "Parser", options, multiSelect: false }];
const requests = [bash("npm test"), bash("npm publish"), { tool_name: "AskUserQuestion", input: { questions } }];

/** The results of `canUseTool`. */
export const answers = [];

function spawnClaudeCodeProcess() {
  const claude = Object.assign(new EventEmitter(), { stdin: new PassThrough(), stdout: new PassThrough(), killed: false, exitCode: null });
  const say = (message) => claude.stdout.write(`${JSON.stringify(message)}\n`);
  const end = () => (claude.stdout.end(), claude.emit("exit", (claude.exitCode = 0), null));
  createInterface({ input: claude.stdin }).on("line", (line) => {
    const { type, request_id, response } = JSON.parse(line);
    if (type === "control_request") {
      say({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
      return;
    }
    answers.push(...(type === "control_response" ? [response.response] : []));
    const request = { subtype: "can_use_tool", tool_use_id: `call-${requests.length}`, ...requests[0] };
    say(requests.shift() ? { type: "control_request", request_id: request.tool_use_id, request } : { type: "result" });
  }).on("close", end);
  return Object.assign(claude, { kill: () => true });
}

/** The options of `query`. */
export const spawnClaude = { pathToClaudeCodeExecutable: "claude", spawnClaudeCodeProcess };
