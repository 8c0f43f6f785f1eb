import { Agent, routeAgentRequest } from "agents";
import { createRelay, memoryStore } from "elicitform/relay";

export class Chat extends Agent {
  relay = createRelay({ store: memoryStore(this.name), authorize: () => this.name });

  onStart() {
    const ask = ({ params }, serverId, signal) => this.relay.elicit(params, { session: this.name, server: { id: "restaurant.example" }, signal });
    this.mcp.configureElicitationHandlers({ form: ask, url: ask });
  }

  async onRequest(request) {
    const path = new URL(request.url).pathname.split("/").at(-1);
    if (path === "relay") return this.relay.handle(request);
    if (path === "stop") return new Response(this.call?.abort());
    const { id } = await this.addMcpServer("restaurant", this.env.MCP_URL);
    this.call = new AbortController();
    const result = this.mcp.callTool({ serverId: id, name: path }, { signal: this.call.signal, timeout: 3_600_000 });
    return Response.json(await result.catch(() => ({ content: [{ text: "Stopped" }] })));
  }
}

export default { fetch: async (request, env) => (await routeAgentRequest(request, env)) ?? new Response(null, { status: 404 }) };
