import type { VersionNegotiationOptions } from "@modelcontextprotocol/client";

/** A server that the chat is set up with. */
export type KnownServer = {
  /** The chat's own name of the server. People trust it, so the server cannot change it. */
  id: string;
  url: URL;
  versionNegotiation?: VersionNegotiationOptions;
  /**
   * The server sends messages only in the streams of calls. A stream of its own
   * would use up one of the few connections that browsers allow to one host.
   */
  onlyInCalls?: true;
};

/**
 * The servers, each with another revision of the protocol. A chat that does not
 * know the revision of a server asks with `mode: "auto"` and remembers the answer;
 * servers with revisions before 2026-07-28 refuse that question.
 */
export const SERVERS: KnownServer[] = [
  { id: "Travel", url: address("mcp") },
  { id: "Studio", url: address("mcp/studio"), versionNegotiation: { mode: { pin: "2026-07-28" } } },
  { id: "Hotel", url: address("mcp/hotel"), onlyInCalls: true },
];

function address(path: string): URL {
  return new URL(path, document.baseURI);
}
