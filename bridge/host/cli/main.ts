// The command of the npm package: npx elicitform copy <folder>.

import path from "node:path";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../message/version.js";
import { copyFrame } from "./copy.js";

const USAGE = `elicitform ${VERSION}

  npx elicitform copy <folder>

Copies the files of the frame into a folder that your server serves, such as
public/elicitform. It can be run again: after an update it replaces its own
files and touches no others.
`;

const [command, folder, ...rest] = process.argv.slice(2);
if (command === "copy" && folder && !folder.startsWith("-") && rest.length === 0) {
  await copy(folder);
} else {
  const asked = command === "--help" || command === "-h";
  (asked ? process.stdout : process.stderr).write(USAGE);
  process.exitCode = asked ? 0 : 2;
}

async function copy(folder: string): Promise<void> {
  try {
    // Beside this file in the package.
    const { written, removed } = await copyFrame(fileURLToPath(new URL("./frame/", import.meta.url)), folder);
    const gone = removed.length > 0 ? `, removed ${removed.length} of an older version` : "";
    console.log(`elicitform ${VERSION}: ${written > 0 ? `copied ${written} files to ${folder}` : `${folder} is up to date`}${gone}`);
    const address = `/${encodeURIComponent(path.basename(path.resolve(folder)))}/index.html`;
    console.log(`Tell the host their address on your server, such as: createFormHost({ container, frameUrl: "${address}" })`);
  } catch (error) {
    console.error(`elicitform: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
