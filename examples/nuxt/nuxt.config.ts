// The frame gets an origin of its own, and only this site may embed it.
const policy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  app: { head: { title: "Nuxt", htmlAttrs: { lang: "en" }, link: [{ rel: "icon", href: "data:," }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag === "elicitation-form" } },
  // The second header is for pages without https, as from a phone in the same network.
  routeRules: { "/elicitform/**": { headers: { "Content-Security-Policy": policy, "Access-Control-Allow-Origin": "*" } } },
});
