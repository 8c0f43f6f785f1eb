import { elicitform } from "elicitform/vite";

// The frame gets an origin of its own, and only this site may embed it.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  app: { head: { title: "Nuxt", htmlAttrs: { lang: "en" }, link: [{ rel: "icon", href: "data:," }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag === "elicitation-form" } },
  vite: { plugins: [elicitform()] },
  // The plugin puts the frame into a folder with a hash. The second header is for pages without https, as from a phone in the same network.
  routeRules: {
    "/_nuxt/*/index.html": { headers: { "Content-Security-Policy": policy } },
    "/_nuxt/**": { headers: { "Access-Control-Allow-Origin": "*" } },
  },
});
