// Page and MCP server get one address; a server that allows your origin needs none of this.
export default defineEventHandler((event) => proxyRequest(event, process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp"));
