// The frame gets an origin of its own, and only this site may embed it. Your own server has to send these headers, too.
// Without https it fetches its program itself, as from a phone in the same network.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";
const target = process.env["MCP_URL"] ?? "http://127.0.0.1:3001/mcp";

export default {
  "/mcp": { target: new URL(target).origin },
  "/elicitform": {
    target,
    // What is returned is served from the folder public, and not asked for elsewhere.
    bypass: ({ url }, response) => {
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Content-Security-Policy", policy);
      return url;
    },
  },
};
