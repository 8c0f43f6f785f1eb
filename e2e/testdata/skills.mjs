// Reads the skills of a server, as a host that loads them must (SEP-2640).

import { createHash } from "node:crypto";

const digest = (text) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

// The simple lines of a skill's front matter.
const frontmatter = (text) => Object.fromEntries(/^---\n(.*?)\n---/s.exec(text)?.[1].split("\n").map((line) => line.split(/: (.*)/, 2)) ?? []);

const same = (a, b) => Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);

/**
 * Lists the skills with request(method, params), and where load is true reads the files
 * of each, its own first. A file that is not what the list promises ends it.
 */
export async function readSkills(request, load) {
  const { skills } = await request("skills/list", {});
  const read = [];
  for (const skill of load ? skills : []) {
    for (const { uri, digest: promised, size } of skill.resources) {
      const { contents: [{ text }] } = await request("resources/read", { uri });
      if (Buffer.byteLength(text) !== size || digest(text) !== promised || (uri === skill.uri && !same(skill.frontmatter, frontmatter(text)))) {
        read.push({ uri, error: "is not what was promised" });
        break;
      }
      read.push({ uri, text });
    }
  }
  return { skills, read };
}
