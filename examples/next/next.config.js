// The frame gets an origin of its own, and only this site may embed it.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

export default {
  headers: async () => [
    {
      source: "/elicitform/:file*",
      // The second one is for pages without https, as from a phone in the same network.
      headers: [{ key: "Content-Security-Policy", value: policy }, { key: "Access-Control-Allow-Origin", value: "*" }],
    },
  ],
  // This folder is all of the project, also where it lies in another one.
  turbopack: { root: import.meta.dirname },
};
