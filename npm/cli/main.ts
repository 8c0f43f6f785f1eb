// The command of the npm package: npx elicitform copy <folder>, npx elicitform check <url>, npx elicitform trace <file>.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { VERSION } from "../../bridge/message/version.js";
import { copyFrame } from "./copy.js";
import { type Deployment, examine } from "./deployment.js";
import { type Manifest, readManifest } from "./manifest.js";
import { report } from "./report.js";
import { plain, printableLines } from "./terminal.js";
import { withNames } from "./trace.js";

const USAGE = `elicitform ${VERSION}

  npx elicitform copy <folder> [--compressed]

Copies the files of the frame into a folder that your server serves, such as
public/elicitform. It can be run again: after an update it replaces its own
files and touches no others. --compressed adds a .br and a .gz file to each, for
a server that sends such files and does not compress by itself.

  npx elicitform check <url> [--from <origin of the chat>] [--strict]

Looks at a deployment as the frame will and says what is wrong with it, and how
to mend it. Each file must have the bytes that integrity.json says: that of this
package if the versions are the same, otherwise the one beside the files. The
url is that of the frame's index.html, as in frameUrl. --from says where the
chat's page is, if not on the same origin: an address, or the scheme of an app,
such as vscode-webview: --strict counts what only could be better, too. It ends
with 0 when nothing is wrong, with 1 when something is, and with 2 when nobody
answers.

  npx elicitform trace <file>

Prints a trace of the form's program, which the console has after a fault of it,
with the names of its functions.
`;

const { command, argument, ...options } = commandLine();
if (command === "copy" && argument && !options.from && !options.strict) {
  await copy(argument, options.compressed);
} else if (options.compressed) {
  usage();
} else if (command === "trace" && argument && !options.from && !options.strict) {
  trace(argument);
} else if (command === "check" && URL.canParse(argument) && /^https?:/.test(argument)
  && (options.from === undefined || URL.canParse(options.from))) {
  await check(new URL(argument), options.from === undefined ? undefined : new URL(options.from), options.strict);
} else if (command === "check" && argument.startsWith("file:")) {
  console.error(plain`elicitform: ${argument} is a file: serve its folder by http, and give that address here and as frameUrl.`);
  process.exitCode = 2;
} else {
  usage();
}

function usage(): void {
  (options.help ? process.stdout : process.stderr).write(USAGE);
  process.exitCode = options.help ? 0 : 2;
}

function commandLine(): { command: string; argument: string; from?: string; compressed: boolean; strict: boolean; help: boolean } {
  const none = { compressed: false, strict: false, help: false };
  try {
    const { values, positionals: [command = "", argument = "", ...more] } = parseArgs({
      allowPositionals: true,
      options: {
        compressed: { type: "boolean" }, from: { type: "string" }, strict: { type: "boolean" }, help: { type: "boolean", short: "h" },
      },
    });
    return { ...none, ...values, command: more.length > 0 ? "" : command, argument };
  } catch {
    return { ...none, command: "", argument: "" };
  }
}

async function copy(folder: string, compressed: boolean): Promise<void> {
  try {
    const { written, removed } = await copyFrame(fileURLToPath(new URL("./frame/", import.meta.url)), folder, compressed);
    const stale = removed.length > 0 ? `, removed ${removed.length} of an older version` : "";
    console.log(plain`elicitform ${VERSION}: ${written > 0 ? `copied ${written} files to ${folder}` : `${folder} is up to date`}${stale}`);
    const address = `/${encodeURIComponent(path.basename(path.resolve(folder)))}/index.html`;
    console.log(`Tell the host their address on your server, such as: createFormHost({ container, frameUrl: "${address}" })`);
  } catch (error) {
    console.error(plain`elicitform: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function check(address: URL, chat: URL | undefined, strict: boolean): Promise<void> {
  let deployment: Deployment;
  try {
    deployment = await examine(address, { chat, manifest: ownManifest() });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    console.error(plain`elicitform: ${address.href} does not answer: ${message || code}`);
    process.exitCode = 2;
    return;
  }
  console.log(report(address, deployment, chat));
  process.exitCode = deployment.findings.some(({ fails }) => fails || strict) ? 1 : 0;
}

function trace(file: string): void {
  try {
    const names = readFileSync(new URL("./functions.txt", import.meta.url), "utf8");
    console.log(printableLines(withNames(readFileSync(file, "utf8"), names)));
  } catch (error) {
    console.error(plain`elicitform: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function ownManifest(): Manifest | undefined {
  const file = new URL("./frame/integrity.json", import.meta.url);
  return existsSync(file) ? readManifest(readFileSync(file, "utf8")) : undefined;
}
