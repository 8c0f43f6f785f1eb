// The parts of Vite's types that the plugin uses, so that the package depends on no version of Vite.

/** The options of the plugin. */
export interface ElicitformOptions {
  /**
   * The sources that may embed the frame on the servers of Vite, as the directive `frame-ancestors` has them. Set it if another
   * site embeds your chat, or if the page comes from another server: `"'self' http://localhost:8000"`.
   *
   * @defaultValue `"'self'"`
   */
  frameAncestors?: string | undefined;
}

/** The plugin, as Vite takes it. */
export interface ElicitformPlugin {
  name: string;
  configResolved(config: ViteConfig): void;
  buildStart(this: Pick<ViteContext, "environment">): void;
  transform: {
    filter: { code: string };
    handler(this: ViteContext, code: string, id: string, options?: { ssr?: boolean | undefined }): { code: string; map: null } | undefined;
  };
  configureServer: { order: "post"; handler(server: ViteServer): () => void };
  configurePreviewServer(server: ViteServer): void;
}

/** The part of Vite's configuration that the plugin reads. */
export interface ViteConfig {
  readonly command: "build" | "serve";
  readonly base: string;
  readonly build: { readonly assetsDir: string };
  readonly server: { readonly headers?: { readonly [name: string]: number | string | readonly string[] | undefined } | undefined };
}

/** The page, or a server that renders it. */
export interface ViteEnvironment {
  readonly config: { readonly consumer: "client" | "server"; readonly build: { readonly assetsDir: string } };
}

/** The part of a hook's context that the plugin uses. */
export interface ViteContext {
  /** Versions of Vite before 6 have none. */
  readonly environment?: ViteEnvironment;
  emitFile(file: { type: "asset"; fileName: string; source: Uint8Array }): string;
}

/** The part of a server that the plugin uses. */
export interface ViteServer {
  readonly middlewares: {
    use(middleware: ViteMiddleware): unknown;
    readonly stack: { unshift(step: { route: string; handle: ViteMiddleware }): unknown };
  };
}

/** A step of a server. */
export type ViteMiddleware = (request: ViteRequest, response: ViteResponse, next: (error?: unknown) => void) => void;

/** The part of Node's IncomingMessage that the plugin reads. */
export interface ViteRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
}

/** The part of Node's ServerResponse that the plugin uses. */
export interface ViteResponse {
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  end(content?: Uint8Array): unknown;
}
