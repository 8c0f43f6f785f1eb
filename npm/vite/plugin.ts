// The plugin for any folder, so that tests can give it one of their own.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { guardOf } from "../../bridge/message/sandbox.js";
import { hashIn, isFileName } from "../cli/manifest.js";
import type {
  ElicitformOptions, ElicitformPlugin, ViteConfig, ViteContext, ViteEnvironment, ViteMiddleware, ViteResponse,
} from "./types.js";

const DOCUMENT = "index.html";
/** The folder of the development server. Vite begins the names of its own, such as `@fs`, with the same letter. */
const DEVELOPMENT = "@elicitform";
// Not after a point or a quotation mark: there it is a property or a text.
const CONSTANT = /(?<![\w$."'`])ELICITFORM_FRAME_URL(?![\w$"'`])/g;
const TYPES: { [ending: string]: string } = {
  ".bin": "application/octet-stream",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Returns the plugin for the frame in a folder. */
export function framePlugin(folder: string, { frameAncestors = "'self'" }: ElicitformOptions = {}): ElicitformPlugin {
  let config: ViteConfig;
  let emittedFolder: string;
  /** The emitted document of each environment of the build that runs. */
  const references = new Map<ViteEnvironment | undefined, string>();

  const headers = (name: string): { [header: string]: string } => ({
    "Content-Type": TYPES[path.extname(name)] ?? "application/octet-stream",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": hashIn(name) ? "public, max-age=31536000, immutable" : "no-cache",
    // The sandboxed frame has the origin "null", so each file is of another origin for it.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ...(name === DOCUMENT && { "Content-Security-Policy": guardOf(frameAncestors) }),
  });

  const isThere = (name: string): boolean => !isCompressed(name) && existsSync(path.join(folder, name));

  const serve: ViteMiddleware = async (request, response, next) => {
    const name = fileIn(DEVELOPMENT, request.url);
    if (!name || !isThere(name) || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    try {
      const content = await readFile(path.join(folder, name));
      send(response, { ...config.server.headers, "Content-Length": String(content.length) });
      send(response, headers(name));
      response.end(request.method === "GET" ? content : undefined);
    } catch (error) {
      next(error);
    }
  };

  const guard: ViteMiddleware = (request, response, next) => {
    const name = fileIn(emittedFolder, request.url);
    if (name && isThere(name)) {
      send(response, headers(name));
    }
    next();
  };

  function emit(context: ViteContext): string {
    const { assetsDir } = (context.environment?.config ?? config).build;
    let reference = "";
    for (const name of readdirSync(folder).filter((name) => isFileName(name) && !isCompressed(name))) {
      // The document names the files beside it, so all keep their names.
      const fileName = path.posix.join(assetsDir, emittedFolder, name);
      const emitted = context.emitFile({ type: "asset", fileName, source: readFileSync(path.join(folder, name)) });
      reference = name === DOCUMENT ? emitted : reference;
    }
    references.set(context.environment, reference);
    return reference;
  }

  return {
    name: "elicitform",

    configResolved(resolved) {
      config = resolved;
      const manifest = path.join(folder, "integrity.json");
      if (!existsSync(manifest) || !isThere(DOCUMENT)) {
        throw new Error(`elicitform: the files of the frame are missing in ${folder}; install the package again.`);
      }
      emittedFolder = `elicitform-${createHash("sha256").update(readFileSync(manifest)).digest("hex").slice(0, 16)}`;
    },

    buildStart() {
      references.delete(this.environment);
    },

    transform: {
      filter: { code: "ELICITFORM_FRAME_URL" },
      handler(code, _id, options) {
        const isForServer = this.environment ? this.environment.config.consumer === "server" : options?.ssr;
        if (isForServer || code.search(CONSTANT) < 0) {
          return undefined;
        }
        // Both addresses begin at the module, which may have another origin than the page. String() hides import.meta.url from Vite.
        const address = config.command === "serve"
          ? `new URL(${JSON.stringify(`${config.base}${DEVELOPMENT}/${DOCUMENT}`)}, String(import.meta.url)).href`
          : `import.meta.ROLLUP_FILE_URL_${references.get(this.environment) ?? emit(this)}`;
        return { code: code.replace(CONSTANT, () => `(${address})`), map: null };
      },
    },

    // Astro refuses the requests of a sandboxed frame, in a middleware that it puts before all others. So this one comes before it.
    configureServer: {
      order: "post",
      handler: ({ middlewares }) => () => {
        middlewares.stack.unshift({ route: "", handle: serve });
      },
    },

    configurePreviewServer({ middlewares }) {
      middlewares.use(guard);
    },
  };
}

function isCompressed(name: string): boolean {
  return /\.(?:br|gz)$/.test(name);
}

/** Returns the name of a file that a path has in a folder. Escaped characters are in no name, so nothing is decoded. */
function fileIn(folder: string, url = ""): string | undefined {
  const steps = url.split(/[?#]/, 1)[0]!.split("/");
  const name = steps.at(-1)!;
  return steps.at(-2) === folder && !steps.includes("..") && isFileName(name) ? name : undefined;
}

function send(response: ViteResponse, headers: { readonly [name: string]: number | string | readonly string[] | undefined }): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      response.setHeader(name, value);
    }
  }
}
