// The plugin for any folder, so that tests can give it one of their own.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { hashIn, isFileName } from "../cli/manifest.js";
import { frameHeaders } from "./headers.js";
import type {
  ElicitformPlugin, FrameOptions, ViteConfig, ViteContext, ViteEnvironment, ViteHeaders, ViteMiddleware, ViteResponse,
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
export function framePlugin(folder: string, options?: FrameOptions): ElicitformPlugin {
  let config: ViteConfig;
  let emittedFolder: string;
  /** The emitted document of each environment of the build that runs. */
  const references = new Map<ViteEnvironment | undefined, string>();

  return {
    name: "elicitform",

    configResolved(resolved) {
      config = resolved;
      const manifest = path.join(folder, "integrity.json");
      if (!existsSync(manifest) || !existsSync(path.join(folder, DOCUMENT))) {
        throw new Error(`elicitform: the files of the frame are missing in ${folder}; install the package again.`);
      }
      emittedFolder = `elicitform-${createHash("sha256").update(readFileSync(manifest)).digest("hex").slice(0, 16)}`;
    },

    buildStart() {
      references.delete(this.environment);
    },

    transform: {
      filter: { code: "ELICITFORM_FRAME_URL" },
      handler(code, _id, { ssr } = {}) {
        const isForServer = this.environment ? this.environment.config.consumer === "server" : ssr;
        if (isForServer || code.search(CONSTANT) < 0) {
          return undefined;
        }
        if (config.command === "build" && !references.has(this.environment)) {
          const { assetsDir } = (this.environment?.config ?? config).build;
          references.set(this.environment, emitFrame(this, folder, path.posix.join(assetsDir, emittedFolder)));
        }
        // Both addresses begin at the module, which may have another origin than the page. String() hides import.meta.url from Vite.
        const address = config.command === "serve"
          ? `new URL(${JSON.stringify(`${config.base}${DEVELOPMENT}/${DOCUMENT}`)}, String(import.meta.url)).href`
          : `import.meta.ROLLUP_FILE_URL_${references.get(this.environment)}`;
        return { code: code.replace(CONSTANT, () => `(${address})`), map: null };
      },
    },

    // Astro refuses the requests of a sandboxed frame, in a middleware that it puts before all others. So this one comes before it.
    configureServer: {
      order: "post",
      handler: ({ middlewares }) => () => {
        const headers = { ...config.server.headers, ...frameHeaders(`/${emittedFolder}/${DOCUMENT}`, options) };
        middlewares.stack.unshift({ route: "", handle: serveFrame(folder, headers) });
      },
    },

    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        send(response, frameHeaders(request.url ?? "", options));
        next();
      });
    },
  };
}

/** Returns the step of the development server that serves the files of the frame, with these headers and their own. */
function serveFrame(folder: string, headers: ViteHeaders): ViteMiddleware {
  return async (request, response, next) => {
    const name = fileOf(request.url);
    const isServed = name && !isCompressed(name) && existsSync(path.join(folder, name));
    if (!isServed || (request.method !== "GET" && request.method !== "HEAD")) {
      next();
      return;
    }
    try {
      const content = await readFile(path.join(folder, name));
      send(response, {
        ...headers,
        "Content-Type": TYPES[path.extname(name)] ?? "application/octet-stream",
        "Content-Length": String(content.length),
        "Cache-Control": hashIn(name) ? "public, max-age=31536000, immutable" : "no-cache",
      });
      response.end(request.method === "GET" ? content : undefined);
    } catch (error) {
      next(error);
    }
  };
}

/** Adds the files of the frame to a build, and returns the reference of the document. */
function emitFrame(context: ViteContext, folder: string, target: string): string {
  let reference = "";
  for (const name of readdirSync(folder).filter((name) => isFileName(name) && !isCompressed(name))) {
    // The document names the files beside it, so all keep their names.
    const source = readFileSync(path.join(folder, name));
    const emitted = context.emitFile({ type: "asset", fileName: path.posix.join(target, name), source });
    reference = name === DOCUMENT ? emitted : reference;
  }
  return reference;
}

function isCompressed(name: string): boolean {
  return /\.(?:br|gz)$/.test(name);
}

/** Returns the name of a file in the folder of the development server. Escaped characters are in no name, so nothing is decoded. */
function fileOf(url = ""): string | undefined {
  const steps = url.split(/[?#]/, 1)[0]!.split("/");
  const name = steps.at(-1)!;
  return steps.at(-2) === DEVELOPMENT && !steps.includes("..") && isFileName(name) ? name : undefined;
}

function send(response: ViteResponse, headers: ViteHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      response.setHeader(name, value);
    }
  }
}
