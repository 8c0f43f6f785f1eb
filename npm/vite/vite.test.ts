import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, createLogger, createServer as createVite, type InlineConfig, type Plugin, preview } from "vite";
import { useRealTime } from "../../bridge/message/test/clock.js";
import { examine } from "../cli/deployment.js";
import { integrityOf } from "../cli/manifest.js";
import { framePlugin } from "./plugin.js";
import type { FrameOptions, ViteConfig, ViteContext, ViteMiddleware } from "./types.js";
import { elicitform, frameHeaders } from "./vite.js";

// Vite reads files in threads of its own, so no test clock can stand for its time.
useRealTime();

const GUARD = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

// A project with a package of a small frame.
const root = mkdtempSync(path.join(tmpdir(), "elicitform vite "));
after(() => rmSync(root, { recursive: true, force: true }));
const pack = path.join(root, "node_modules", "elicitform");
const frame = path.join(pack, "frame");
function put(folder: string, name: string, content: string | Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), content);
}
function hashed(name: string, content: string): string {
  const file = name.replace(/\w+$/, `${createHash("sha256").update(content).digest("hex").slice(0, 16)}.$&`);
  put(frame, file, content);
  return file;
}
const STYLE = hashed("style.css", "p { color: red }\n");
const BOOT = hashed("boot.js", "const neverMinified = 1;\n\n\n// A comment.\n");
const PROGRAM = hashed("elicitform.wasm", "\0asm");
const WORDS = hashed("words.bin", "packed");
put(frame, "index.html", `<!doctype html><meta name="elicitform-wasm" content="${PROGRAM}" data-bytes="4">
<meta name="elicitform-words" content="${WORDS}#de:0-5">
<link rel="stylesheet" href="${STYLE}"><script src="${BOOT}"></script>`);
const files = readdirSync(frame);
const manifest = Object.fromEntries(files.map((name) => [name, { integrity: integrityOf(readFileSync(path.join(frame, name))) }]));
put(frame, "integrity.json", JSON.stringify({ version: "1.2.3", files: manifest }));
const all = [...files, "integrity.json"].sort();
put(frame, "index.html.br", "compressed");
put(frame, `${PROGRAM}.gz`, "compressed");
const FOLDER = `elicitform-${createHash("sha256").update(readFileSync(path.join(frame, "integrity.json"))).digest("hex").slice(0, 16)}`;

put(pack, "package.json", '{ "name": "elicitform", "version": "1.2.3", "type": "module", "exports": "./forms.js" }');
put(pack, "forms.js", 'export const address = () => (typeof ELICITFORM_FRAME_URL === "string" ? ELICITFORM_FRAME_URL : "none");\n');
put(root, "package.json", '{ "type": "module", "dependencies": { "elicitform": "1.2.3" } }');
put(root, "index.html", '<!doctype html><script type="module" src="/main.js"></script>');
put(root, "main.js", 'import { address } from "elicitform";\nglobalThis.frameAddress = address();\n');

/** Vite with the plugin, and all that is printed except the list of what was built. */
function configOf(config: InlineConfig, plugin: Plugin = framePlugin(frame)): InlineConfig & { printed: string[] } {
  const printed: string[] = [];
  const customLogger = createLogger("warn");
  customLogger.warn = customLogger.warnOnce = customLogger.error = (text) => printed.push(text);
  return { root, configFile: false, logLevel: "warn", customLogger, plugins: [plugin], printed, ...config };
}

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks for a path as it is written. */
function ask(origin: string, target: string, method = "GET"): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, path: target, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on("error", reject).end();
  });
}

const viteConfig: ViteConfig = { command: "serve", base: "/", build: { assetsDir: "assets" }, server: {} };

/** Runs use with a server that has only the plugin's middleware, for development or for the preview. */
async function withMiddleware(
  use: (origin: string) => Promise<void>,
  hook: "configureServer" | "configurePreviewServer",
  options?: FrameOptions,
  config = viteConfig,
): Promise<void> {
  const plugin = framePlugin(frame, options);
  plugin.configResolved(config);
  let middleware!: ViteMiddleware;
  const middlewares = {
    use: (added: ViteMiddleware) => (middleware = added),
    stack: { unshift: ({ handle }: { handle: ViteMiddleware }) => (middleware = handle) },
  };
  if (hook === "configureServer") {
    plugin.configureServer.handler({ middlewares })();
  } else {
    plugin.configurePreviewServer({ middlewares });
  }
  const server = createServer((incoming, outgoing) => middleware(incoming, outgoing, () => outgoing.writeHead(404).end("next")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test("each file is served in development as the check demands", () => withMiddleware(async (origin) => {
  const { findings } = await examine(new URL(`${origin}/@elicitform/index.html`));
  assert.deepEqual(findings, []);
  const document = await ask(origin, "/@elicitform/index.html?try=1");
  assert.deepEqual(document.body, readFileSync(path.join(frame, "index.html")));
  assert.equal(document.headers["content-security-policy"], GUARD);
  assert.equal(document.headers["cache-control"], "no-cache");
  for (const name of all) {
    const { status, headers, body } = await ask(origin, `/sub/@elicitform/${name}`);
    assert.equal(status, 200);
    assert.deepEqual(body, readFileSync(path.join(frame, name)));
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
  }
  const head = await ask(origin, `/@elicitform/${PROGRAM}`, "HEAD");
  assert.deepEqual([head.status, head.headers["content-type"], head.body.length], [200, "application/wasm", 0]);
  assert.equal(head.headers["content-length"], "4");
}, "configureServer"));

test("a path that names no file of the frame goes on to Vite", () => withMiddleware(async (origin) => {
  for (const target of [
    "/", "/@elicitform", "/@elicitform/", "/@elicitform/missing.js", "/@elicitform/index.html/", "/@elicitform/index.html.br",
    `/@elicitform/${PROGRAM}.gz`, "/@elicitform/../package.json", "/@elicitform/..%2fpackage.json", "/@elicitform/..",
    "/../@elicitform/index.html", "/@elicitform/..\\package.json", "/@elicitform/%", "/@elicitform/%69ndex.html",
    "/@elicitform/index.html%00", "/x@elicitform/index.html", "/%40elicitform/index.html", "/@ELICITFORM/index.html",
    "/page?file=/@elicitform/index.html", "/@elicitform//index.html", "/@elicitform/constructor", "/@elicitform/__proto__", "*", "//",
  ]) {
    const { status, headers, body } = await ask(origin, target);
    assert.deepEqual([status, body.toString(), headers["content-security-policy"]], [404, "next", undefined], target);
  }
  assert.equal((await ask(origin, "/@elicitform/index.html", "POST")).status, 404);
}, "configureServer"));

test("headers of the development server count for the frame, except where it needs its own", () => withMiddleware(async (origin) => {
  const { headers } = await ask(origin, "/@elicitform/index.html");
  assert.equal(headers["cross-origin-embedder-policy"], "require-corp");
  assert.equal(headers["content-security-policy"], GUARD.replace("'self'", "'self' http://localhost:8000"));
}, "configureServer", { frameAncestors: "'self' http://localhost:8000" }, {
  ...viteConfig,
  server: {
    headers: { "Cross-Origin-Embedder-Policy": "require-corp", "Content-Security-Policy": "default-src 'self'", "X-None": undefined },
  },
}));

test("the preview sends the emitted files with the headers of the frame", () => withMiddleware(async (origin) => {
  const { status, headers, body } = await ask(origin, `/sub/assets/${FOLDER}/index.html`);
  assert.deepEqual([status, body.toString(), headers["content-security-policy"]], [404, "next", GUARD]);
  const program = await ask(origin, `/${FOLDER}/${PROGRAM}`);
  assert.equal(program.headers["access-control-allow-origin"], "*");
}, "configurePreviewServer"));

test("a server guards each path under which it may find the document, and lets other sites read only files of the frame", () => {
  const read = (target: string): unknown[] => {
    const { "Content-Security-Policy": policy, "Access-Control-Allow-Origin": origin } = frameHeaders(target);
    return [policy, origin];
  };
  for (const target of [
    `/assets/${FOLDER}/index.html`, `/${FOLDER}/${PROGRAM}`, "/_app/elicitform-0123456789abcdef/index.html", `/${FOLDER}/index.html?a=/b`,
    `/%65${FOLDER.slice(1)}/index.html`, `/sub%2f${FOLDER}%2Findex.html`, `/%73%75%62/${FOLDER}/index.html#a`,
  ]) {
    assert.deepEqual(read(target), [GUARD, "*"], target);
  }
  for (const target of [
    `/sub/${FOLDER}/`, `/${FOLDER}`, `//${FOLDER}//index.html`, `/assets\\${FOLDER}\\index.html`, `/${FOLDER.toUpperCase()}/index.html`,
    `/${FOLDER}./index.html`, `/x/../${FOLDER}/index.html`, `/${FOLDER}/%zz`, `/%65${FOLDER.slice(1)}/index.html%FF`, `/el%E2%80%8Cic${FOLDER.slice(4)}/a`,
    "/assets/ELICIT~1/index.html", "/assets/EL1A2B~1/index.html", `http://chat.example/${FOLDER}/index.html`,
    // A server may find another file there.
    `/${FOLDER}/../secret.json`, `/${FOLDER}%2F..%2Fsecret.json`, `/${FOLDER}%5C..%5Csecret.json`, `/${FOLDER}/./../secret.json`, `/${FOLDER}/..`,
  ]) {
    assert.deepEqual(read(target), [GUARD, undefined], target);
  }
  for (const target of ["", "/", "*", "/index.html", "/elicitform/index.html", "/elicitform-0123/a.js", "/%", `/?${FOLDER}/index.html`, `/#${FOLDER}`]) {
    assert.deepEqual(frameHeaders(target), {}, target);
  }
  const { "Content-Security-Policy": policy } = frameHeaders(`/${FOLDER}/index.html`, { frameAncestors: "https://chat.example" });
  assert.equal(policy, GUARD.replace("'self'", "https://chat.example"));
});

/** Lets the plugin transform code, and returns it with the names of the files that were emitted. */
function transform(code: string, { ssr, consumer, ...config }: Partial<ViteConfig> & { ssr?: boolean; consumer?: "client" | "server" }) {
  const emitted: string[] = [];
  const context: ViteContext = {
    emitFile: ({ fileName }) => `reference${emitted.push(fileName)}`,
    ...(consumer && { environment: { config: { consumer, build: { assetsDir: "static" } } } }),
  };
  const plugin = framePlugin(frame);
  plugin.configResolved({ ...viteConfig, ...config });
  plugin.buildStart.call(context);
  plugin.transform.handler.call(context, code, "a.js", { ssr });
  const result = plugin.transform.handler.call(context, code, "b.js", { ssr });
  return { code: result?.code, emitted };
}

test("a build replaces the constant by the emitted document, and emits each file once under its own name", () => {
  for (const { consumer, folder } of [{ folder: "assets" }, { consumer: "client", folder: "static" }] as const) {
    const { code, emitted } = transform("f(ELICITFORM_FRAME_URL)", { command: "build", ...(consumer && { consumer }) });
    assert.deepEqual(emitted.toSorted(), all.map((name) => `${folder}/${FOLDER}/${name}`));
    assert.equal(code, `f((import.meta.ROLLUP_FILE_URL_reference${emitted.findIndex((name) => name.endsWith("/index.html")) + 1}))`);
  }
  assert.equal(transform("ELICITFORM_FRAME_URL", { command: "build", build: { assetsDir: "" } }).emitted[0], `${FOLDER}/${all[0]}`);
});

test("what renders on a server, and what only looks like the constant, stays as it is", () => {
  for (const command of ["build", "serve"] as const) {
    assert.deepEqual(transform("ELICITFORM_FRAME_URL", { command, ssr: true }), { code: undefined, emitted: [] });
    assert.deepEqual(transform("ELICITFORM_FRAME_URL", { command, consumer: "server" }), { code: undefined, emitted: [] });
    for (const code of [
      "a.ELICITFORM_FRAME_URL", '"ELICITFORM_FRAME_URL"', "MY_ELICITFORM_FRAME_URL", "$ELICITFORM_FRAME_URL", "ELICITFORM_FRAME_URLS", "",
    ]) {
      assert.deepEqual(transform(code, { command }), { code: undefined, emitted: [] }, code);
    }
  }
});

test("a package without the frame says what to do", () => {
  const { configResolved } = elicitform();
  assert.throws(() => configResolved(viteConfig), {
    message: /^elicitform: the files of the frame are missing in \S.*; install the package again\.$/,
  });
});

for (const base of ["/", "/sub/", "./"]) {
  test(`Vite builds, serves and previews with the base ${base}`, async () => {
    const plugin = framePlugin(frame);
    const outDir = path.join(root, "dist");
    const config = configOf({ base, build: { outDir, modulePreload: false, reportCompressedSize: false } }, plugin);
    // Frameworks build more than once with the same object.
    for (let i = 0; i < 2; i++) {
      rmSync(outDir, { recursive: true, force: true });
      await build(config);
      const emitted = path.join(outDir, "assets", FOLDER);
      assert.deepEqual(readdirSync(emitted).sort(), all);
      for (const name of all) {
        assert.deepEqual(readFileSync(path.join(emitted, name)), readFileSync(path.join(frame, name)), name);
      }
    }
    const script = readdirSync(path.join(outDir, "assets")).find((name) => name.endsWith(".js"))!;
    await import(pathToFileURL(path.join(outDir, "assets", script)).href + `?${encodeURIComponent(base)}`);
    const { frameAddress } = globalThis as unknown as { frameAddress: string };
    if (base === "./") {
      assert.ok(existsSync(fileURLToPath(frameAddress)), frameAddress);
    } else {
      assert.equal(frameAddress, `${base}assets/${FOLDER}/index.html`);
    }
    assert.deepEqual(config.printed, []);

    const shown = base === "./" ? "/" : base;
    const server = { host: "127.0.0.1", port: 0 };
    const previewed = await preview({ ...config, preview: server });
    try {
      const origin = `http://127.0.0.1:${(previewed.httpServer.address() as AddressInfo).port}`;
      const { findings } = await examine(new URL(`${origin}${shown}assets/${FOLDER}/index.html`));
      assert.deepEqual(findings.filter(({ fails }) => fails), []);
    } finally {
      await previewed.close();
    }

    // As in Astro.
    const strict: Plugin = {
      name: "strict",
      configureServer: ({ middlewares }) => () => {
        middlewares.stack.unshift({ route: "", handle: (_incoming: unknown, outgoing: ServerResponse, next: () => void) =>
          (refuses ? outgoing.writeHead(403).end() : next()) });
      },
    };
    let refuses = false;
    const development = configOf({ base, server: { ...server, watch: null } });
    development.plugins!.push(strict);
    const vite = await createVite(development);
    try {
      await vite.listen();
      const origin = `http://127.0.0.1:${(vite.httpServer!.address() as AddressInfo).port}`;
      const main = (await ask(origin, `${shown}main.js`)).body.toString();
      const module = (await ask(origin, /from "([^"]+)"/.exec(main)![1]!)).body.toString();
      const address = /new URL\("([^"]+)", String\(import\.meta\.url\)\)/.exec(module)?.[1];
      assert.equal(address, `${shown}@elicitform/index.html`, module);
      refuses = true;
      assert.deepEqual((await examine(new URL(`${origin}${address}`))).findings, []);
      assert.deepEqual(development.printed, []);
    } finally {
      await vite.close();
    }
  });
}

test("a build for a server has no frame", async () => {
  const outDir = path.join(root, "server");
  const config = configOf({ build: { ssr: "main.js", outDir }, ssr: { noExternal: true } });
  await build(config);
  assert.deepEqual(readdirSync(outDir), ["main.js"]);
  assert.match(readFileSync(path.join(outDir, "main.js"), "utf8"), /typeof ELICITFORM_FRAME_URL/);
  assert.deepEqual(config.printed, []);
});
