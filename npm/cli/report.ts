import { VERSION } from "../../bridge/message/version.js";
import type { Deployment } from "./deployment.js";
import { sentence } from "./finding.js";
import { plain } from "./terminal.js";

export function report(address: URL, { findings, program }: Deployment, chat?: URL): string {
  const wrong = findings.filter(({ fails }) => fails).length;
  const lines = [
    plain`elicitform ${VERSION}: ${address.href}\n`,
    ...findings.map((finding) => plain`${finding.fails ? "wrong " : "better"}  ${sentence(finding)}\n        ${finding.mend}\n`),
    plain`${wrong} wrong, ${findings.length - wrong} that could be better.`,
  ];
  if (wrong === 0 && program) {
    const href = chat && chat.origin !== program.origin ? program.href : program.pathname;
    lines.push("\nWith this line in its <head>, ahead of its scripts, a page asks for the program before they run:\n",
      plain`  <link rel="preload" as="fetch" crossorigin href="${href}">`);
  }
  return lines.join("\n");
}
