// Evaluates the parts of a Content-Security-Policy that matter for the frame's document.

/** One policy: its directives with their sources. */
export type Policy = Map<string, string[]>;

/** Reads the policies of a header. All of them have to allow a thing. */
export function policies(header: string): Policy[] {
  return header.split(",").filter((text) => text.trim()).map((text) => {
    const policy: Policy = new Map();
    for (const directive of text.split(";")) {
      const [name, ...sources] = directive.trim().split(/\s+/);
      // Browsers ignore a repeated directive.
      if (name && !policy.has(name.toLowerCase())) {
        policy.set(name.toLowerCase(), sources);
      }
    }
    return policy;
  });
}

/** Returns the sources of the first directive that the policy has. Undefined means that everything is allowed. */
export function sourcesOf(policy: Policy, ...names: string[]): string[] | undefined {
  return names.map((name) => policy.get(name)).find((sources) => sources);
}

/** Reports whether sources contain a keyword, such as 'wasm-unsafe-eval'. */
export function holds(sources: readonly string[], keyword: string): boolean {
  return sources.some((source) => source.toLowerCase() === keyword);
}

/** Returns the source that names the pages of an origin; for the scheme of an app, whose origins are opaque, the scheme. */
export function sourceOf({ origin, protocol }: URL): string {
  return origin === "null" ? protocol : origin;
}

/** Reports whether one of the sources names an address. `self` is the address of the document. */
export function names(sources: readonly string[], url: URL, self: URL): boolean {
  return sources.some((source) => (source.toLowerCase() === "'self'" ? url.origin === self.origin : fits(source, url, self)));
}

/** Reports whether sources name all hosts or a scheme of the web. A scheme such as vscode-webview: has only the pages of one app. */
export function namesEverybody(sources: readonly string[]): boolean {
  const everybody = /^(?:(?:https?|wss?|data|blob|filesystem|about):|(?:(?:https?|wss?):\/\/)?\*(?::[\d*]+)?(?:\/.*)?)$/i;
  return sources.some((source) => everybody.test(source));
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*]+|\[[^\]]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i;
const PORTS: { [protocol: string]: string } = { "http:": "80", "https:": "443" };

function fits(source: string, url: URL, self: URL): boolean {
  if (source === "*") {
    return true;
  }
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) {
    return schemeFits(source.toLowerCase(), url);
  }
  const match = HOST_SOURCE.exec(source);
  if (!match) {
    return false;
  }
  const [, scheme, host = "", port, path] = match;
  if (!schemeFits(scheme ? `${scheme.toLowerCase()}:` : self.protocol, url)) {
    return false;
  }
  const pattern = host.toLowerCase();
  const hostFits = pattern === "*" || (pattern.startsWith("*.") ? url.hostname.endsWith(pattern.slice(1)) : url.hostname === pattern);
  const has = url.port || PORTS[url.protocol];
  // A source with port 80 allows port 443 as well.
  const portFits = port === "*" || has === (port ?? PORTS[url.protocol]) || (port === "80" && has === "443");
  const pathFits = !path || (path.endsWith("/") ? url.pathname.startsWith(path) : url.pathname === path);
  return hostFits && portFits && pathFits;
}

// A source with http: allows https: as well.
function schemeFits(scheme: string, url: URL): boolean {
  return url.protocol === scheme || (scheme === "http:" && url.protocol === "https:");
}
