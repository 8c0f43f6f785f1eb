import type { VersionNegotiationOptions } from "@modelcontextprotocol/client";

/** A server that the chat is set up with. */
export type KnownServer = {
  /** The name that the person trusts: the chat's own, in which the server has no say. */
  id: string;
  url: URL;
  versionNegotiation?: VersionNegotiationOptions;
  /**
   * The server says nothing but in the streams of calls, so that it needs no
   * stream of its own: browsers allow few connections to one host.
   */
  onlyInCalls?: true;
};

/**
 * The servers, each of another revision of the protocol. A chat that does not
 * know what a server speaks asks with `mode: "auto"`, and remembers the answer:
 * one of before 2026-07-28 refuses that question.
 */
export const SERVERS: KnownServer[] = [
  { id: "Travel", url: address("mcp") },
  { id: "Studio", url: address("mcp/studio"), versionNegotiation: { mode: { pin: "2026-07-28" } } },
  { id: "Hotel", url: address("mcp/hotel"), onlyInCalls: true },
];

function address(path: string): URL {
  return new URL(path, document.baseURI);
}
