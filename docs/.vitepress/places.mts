// Makes the documents work on the site as they do on a forge.

import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** The address of everything that is not on the site; web/build/documents.go has the same one. */
export const repository = "https://github.com/elicitform/elicitform";

const PICTURES = [".png", ".gif", ".svg"];

/** The name under which the forge and npm find a heading. web/build/documents_test.go follows the links by the same rule. */
export function headingPlace(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

/** Sends links that leave the documents to the repository, at the tag of the version. A link to nothing fails the build. */
export function forgeLinks(md: MarkdownRenderer, root: string): void {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const docs = path.join(root, "docs");

  const lead = (target: string, from: string, picture: boolean): string => {
    const [file = "", place] = target.split("#");
    if (file === "" || /^[a-z]+:|^\//i.test(file)) {
      return target;
    }
    const found = path.resolve(path.dirname(from), decodeURI(file));
    if (!existsSync(found)) {
      // Pages of the site itself have no file in docs/; VitePress looks for those that should have one.
      return target;
    }
    const within = found === docs || found.startsWith(docs + path.sep);
    if (picture && within) {
      return file.startsWith(".") ? target : `./${target}`;
    }
    if (within && file.endsWith(".md")) {
      return target.replace(/(^|\/)README\.md/, "$1index.md");
    }
    const kind = PICTURES.includes(path.extname(found)) ? "raw" : statSync(found).isDirectory() ? "tree" : "blob";
    const name = path.relative(root, found).split(path.sep).join("/");
    return `${repository}/${kind}/v${version}/${name}${place ? `#${place}` : ""}`;
  };

  // Documents are text, and Vue's braces mean nothing in them.
  for (const rule of ["text", "code_inline"] as const) {
    const draw = md.renderer.rules[rule]!;
    md.renderer.rules[rule] = (...all) => draw(...all).replaceAll("{{", "&#123;&#123;");
  }
  md.core.ruler.push("forge-shapes", ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      if (token.type === "code_block") {
        // Code that is indented looks like code between fences.
        token.type = "fence";
        token.info = "txt";
      } else if (token.type === "th_open" && tokens[i + 1]?.content === "") {
        // A forge draws an empty cell above a column of names. It is no heading for those who cannot see that.
        token.tag = tokens[i + 2]!.tag = "td";
      }
    }
  });
  md.core.ruler.push("forge-links", ({ tokens, env }) => {
    const from = String(env.realPath ?? env.path);
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      for (const name of ["href", "src"]) {
        const target = token.attrGet(name);
        if (target !== null) {
          token.attrSet(name, lead(target, from, name === "src"));
        }
      }
      if (token.type === "html_block" || token.type === "html_inline") {
        token.content = token.content.replace(/\b(href|src|srcset)="([^"]+)"/g, (_, name: string, target: string) => (
          `${name}="${lead(target, from, name !== "href")}"`
        ));
      }
    }
  });
}
