// The parts of Vite's types that the plugin uses, so that the package depends on no version of Vite.

/** The options of the plugin, and of the headers that a server sends. */
export interface FrameOptions {
  /**
   * The sources that may embed the frame, as the directive `frame-ancestors` has them. Set it if another
   * site embeds your chat, or if the page comes from another server: `"'self' http://localhost:8000"`.
   *
   * @defaultValue `"'self'"`
   */
  frameAncestors?: string | undefined;
}

/** The plugin, as Vite takes it. */
export interface ElicitformPlugin {
  /** The name in Vite's messages. */
  name: string;
  /** Reads the configuration, and finds the files of the frame. */
  configResolved(config: ViteConfig): void;
  /** Forgets what an earlier build has emitted. */
  buildStart(this: Pick<ViteContext, "environment">): void;
  /** Puts the address of the frame into the modules that ask for it, and the files of the frame into the build. */
  transform: {
    filter: { code: string };
    handler(this: ViteContext, code: string, id: string, options?: { ssr?: boolean | undefined }): { code: string; map: null } | undefined;
  };
  /** Serves the files of the frame in development. */
  configureServer: { order: "post"; handler(server: ViteServer): () => void };
  /** Sends the headers of the frame with the files of a build. */
  configurePreviewServer(server: ViteServer): void;
}

/** The part of Vite's configuration that the plugin reads. */
export interface ViteConfig {
  /** Whether Vite builds or serves. */
  readonly command: "build" | "serve";
  /** The path or the address under which the page is served. */
  readonly base: string;
  /** The folder of the build that has the files with a hash. */
  readonly build: { readonly assetsDir: string };
  /** The headers that the development server sends with each file. */
  readonly server: { readonly headers?: ViteHeaders | undefined };
}

/** The headers of a response. */
export interface ViteHeaders {
  /** The values of a header. */
  readonly [name: string]: number | string | readonly string[] | undefined;
}

/** The page, or a server that renders it. */
export interface ViteEnvironment {
  /** Who runs the scripts of this environment, and the folder of its files with a hash. */
  readonly config: { readonly consumer: "client" | "server"; readonly build: { readonly assetsDir: string } };
}

/** The part of a hook's context that the plugin uses. */
export interface ViteContext {
  /**
   * The environment of the build.
   *
   * @defaultValue none before Vite 6
   */
  readonly environment?: ViteEnvironment;
  /** Adds a file to the build, and returns its reference. */
  emitFile(file: { type: "asset"; fileName: string; source: Uint8Array }): string;
}

/** The part of a server that the plugin uses. */
export interface ViteServer {
  /** The steps that each request takes. */
  readonly middlewares: {
    use(middleware: ViteMiddleware): unknown;
    readonly stack: { unshift(step: { route: string; handle: ViteMiddleware }): unknown };
  };
}

/** A step of a server. */
export type ViteMiddleware = (request: ViteRequest, response: ViteResponse, next: (error?: unknown) => void) => void;

/** The part of Node's IncomingMessage that the plugin reads. */
export interface ViteRequest {
  /**
   * The method, such as GET.
   *
   * @defaultValue none in a response
   */
  readonly method?: string | undefined;
  /**
   * The path with its query.
   *
   * @defaultValue none in a response
   */
  readonly url?: string | undefined;
}

/** The part of Node's ServerResponse that the plugin uses. */
export interface ViteResponse {
  /** Sets a header, in place of an earlier value. */
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  /** Ends the response. */
  end(content?: Uint8Array): unknown;
}
