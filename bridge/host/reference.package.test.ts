// Tests the comments from which .ci/reference generates docs/reference/api.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { before, test } from "node:test";
import {
  Application, type Comment, type DeclarationReflection, LogLevel, Logger, type ProjectReflection, ReflectionKind, type SignatureReflection,
} from "typedoc";

/** Collects the messages of TypeDoc. */
class Kept extends Logger {
  readonly lines: string[] = [];

  override log(message: string, level: LogLevel): void {
    if (level >= LogLevel.Warn) {
      this.lines.push(message);
    }
  }
}

const logger = new Kept();
let project: ProjectReflection;
/** Returns the exports of the package with their members, except members of anonymous types. */
const documented: DeclarationReflection[] = [];

before(async () => {
  const app = await Application.bootstrapWithPlugins({ options: "docs/.vitepress/typedoc.json" });
  app.logger = logger;
  project = (await app.convert())!;
  app.validate(project);
  const visit = (reflection: DeclarationReflection): void => {
    documented.push(reflection);
    reflection.children?.forEach(visit);
    const literal = reflection.type?.type === "reflection" ? reflection.type.declaration : undefined;
    if (reflection.kind === ReflectionKind.TypeAlias) {
      literal?.children?.forEach(visit);
      reflection.type?.visit({
        intersection: ({ types }) => types.forEach((type) => type.type === "reflection" && type.declaration.children?.forEach(visit)),
      });
    }
  };
  project.children!.forEach((entry) => entry.children?.forEach(visit));
});

/** Returns the comments of a declaration, and of its signatures and accessors. */
function commentsOn(reflection: DeclarationReflection): Comment[] {
  const signatures: (SignatureReflection | undefined)[] = [...(reflection.signatures ?? []), reflection.getSignature];
  const functions = reflection.type?.type === "reflection" ? (reflection.type.declaration.signatures ?? []) : [];
  return [reflection, ...signatures, ...functions].flatMap((one) => one?.comment ?? []);
}

const textOf = (parts: Comment["summary"]): string => parts.map(({ text }) => text).join("");
const tag = (comment: Comment, name: `@${string}`): string[] =>
  comment.blockTags.filter((block) => block.tag === name).map(({ content }) => textOf(content));

// A re-export is documented in its original module.
const own = (): DeclarationReflection[] => documented.filter(({ kind }) => kind !== ReflectionKind.Reference);

test("TypeDoc finds every link, and every type that the package names is exported", () => {
  assert.deepEqual(logger.lines, []);
});

test("all that the package exports has a comment", () => {
  assert.ok(own().length > 250, `${own().length}`);
  const silent = own().filter((one) => commentsOn(one).every(({ summary }) => summary.length === 0));
  assert.deepEqual(silent.map((one) => one.getFullName()), []);
});

// The inputs of a caller: options, props, attributes, the context and the limits.
const GIVEN = /(?:Options|Props|Attributes|Context|Limits)$/;
const UNIT = /milliseconds|pixels|bytes|\bMiB\b|rounds/;

/** Returns the members of the inputs, except inherited ones. */
const inputs = (): DeclarationReflection[] => own().filter(({ parent, kind, inheritedFrom }) => {
  const owner = parent?.kind === ReflectionKind.TypeLiteral ? parent.parent : parent;
  return owner !== undefined && GIVEN.test(owner.name) && !inheritedFrom && kind === ReflectionKind.Property;
});

test("each option that may be left out says what it is then", () => {
  const optional = inputs().filter(({ flags }) => flags.isOptional);
  assert.ok(optional.length > 60, `${optional.length}`);
  const silent = optional.filter((one) => commentsOn(one).every((comment) => tag(comment, "@defaultValue").join("").trim() === ""));
  assert.deepEqual(silent.map((one) => one.getFullName()), []);
});

test("each option that is a number has a unit", () => {
  const numbers = inputs().filter(({ type }) => /\bnumber\b/.test(String(type)) && !String(type).includes("=>"));
  assert.ok(numbers.length >= 15, `${numbers.map((one) => one.getFullName())}`);
  const without = numbers.filter((one) => !commentsOn(one).some(({ summary, blockTags }) =>
    UNIT.test(textOf(summary) + blockTags.map(({ content }) => textOf(content)).join(""))));
  assert.deepEqual(without.map((one) => one.getFullName()), []);
});

const isFunction = ({ kind, signatures }: DeclarationReflection): boolean =>
  kind === ReflectionKind.Function || (kind === ReflectionKind.Variable && signatures !== undefined);

test("each function says how it is called", () => {
  const functions = own().filter(isFunction);
  assert.ok(functions.length > 30, `${functions.length}`);
  const silent = functions.filter((one) => commentsOn(one).every((comment) => !tag(comment, "@example").join("").includes("```ts")));
  assert.deepEqual(silent.map((one) => one.getFullName()), []);
  const parameters = functions.flatMap(({ signatures = [] }) => signatures.flatMap(({ parameters = [] }) => parameters));
  assert.deepEqual(parameters.filter(({ name }) => name.startsWith("__")).map((one) => one.getFullName()), [], "parameters without a name");
});

/** Returns the regions of the compiled snippets, without their indentation. */
function regions(): string[] {
  const folder = "examples/snippets/api";
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    return [...text.matchAll(/^( *)\/\/ #region (\w+)\n([^]*?)^ *\/\/ #endregion \2$/gm)].map(([, indent = "", , code = ""]) =>
      code.split("\n").map((line) => line.replace(indent, "")).join("\n"));
  });
}

test("each example in a comment is compiled as it stands there", () => {
  const compiled = regions();
  const shown = new Set(own().flatMap(commentsOn).flatMap(({ summary, blockTags }) =>
    [summary, ...blockTags.map(({ content }) => content)].flatMap((parts) => [...textOf(parts).matchAll(/```tsx?\n([^]*?)```/g)].map(([, code = ""]) => code))));
  assert.ok(shown.size > 25, `${shown.size}`);
  assert.deepEqual([...shown].filter((code) => !compiled.includes(code)), []);
  assert.deepEqual(compiled.filter((code) => !shown.has(code)), [], "these regions are shown nowhere");
});

test("each attribute in an example of the element is one that it follows", () => {
  const source = readFileSync("bridge/host/element.ts", "utf8");
  const [, example = ""] = /```html\n([^]*?)```/.exec(source) ?? [];
  const manifest = readFileSync("web/build/custom-elements.json", "utf8");
  const attributes = [...example.matchAll(/ ([a-z-]+)="/g)].map(([, name]) => name);
  assert.ok(attributes.length > 2);
  assert.deepEqual(attributes.filter((name) => !manifest.includes(`"name": "${name}"`)), []);
});

test("docs/reference/index.md has the options of the command", () => {
  const [, options = ""] = /options: \{([^]*?)\n? *\},\n *\}\)/.exec(readFileSync("npm/cli/main.ts", "utf8")) ?? [];
  const names = [...options.matchAll(/(\w+): \{ type/g)].map(([, name]) => name).filter((name) => name !== "help");
  assert.deepEqual(names, ["compressed", "from", "strict"]);
  const page = readFileSync("docs/reference/index.md", "utf8");
  assert.deepEqual(names.filter((name) => !page.includes(`| \`--${name}`)), []);
});
