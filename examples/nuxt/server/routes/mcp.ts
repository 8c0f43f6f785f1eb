// This proxy gives page and MCP server one origin. A server that allows your origin needs no proxy. proxyRequest leaves out "accept".
export default defineEventHandler((event) => {
  const accept = getHeader(event, "accept") ?? "*/*";
  return proxyRequest(event, process.env.MCP_URL ?? "http://127.0.0.1:3001/mcp", { headers: { accept } });
});
