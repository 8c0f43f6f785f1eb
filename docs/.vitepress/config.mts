// The site is made from docs/ as it is. What differs between a forge and a site, the places of headings and
// the links that leave docs/, is in places.mts; the sidebar, which is made from the folders, in sidebar.mts.

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { forgeLinks, headingPlace, repository } from "./places.mjs";
import { firstPages, groupsOf, sidebars } from "./sidebar.mjs";

const at = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

// Nothing comes from another host. The inline scripts and styles are VitePress's own.
const policy = [
  "default-src 'self'", "script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:",
  "object-src 'none'", "base-uri 'none'", "form-action 'none'",
].join("; ");

const groups = groupsOf(at("docs"));

export default defineConfig({
  title: "elicitform",
  description: "Accessible forms for MCP elicitation requests, in a sandboxed frame",
  lang: "en",
  srcDir: at("docs"),
  outDir: at("build/pages"),
  cacheDir: at("build/pages-cache"),
  rewrites: (id) => id.replace(/(^|\/)README\.md$/, "$1index.md"),
  // What a reader starts on their own machine.
  ignoreDeadLinks: "localhostLinks",
  head: [
    ["meta", { "http-equiv": "Content-Security-Policy", content: policy }],
    ["link", { rel: "icon", href: "data:," }],
  ],
  markdown: {
    languageAlias: { caddyfile: "nginx" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: headingPlace },
    config: (md) => void md.use(forgeLinks, at("")),
  },
  themeConfig: {
    nav: [
      ...firstPages(groups, ["Learn", "Reference", "Understand"]),
      { text: "Try your request", link: "/run/standalone.html", target: "_self" },
      { text: "Demo chat", link: "/demo" },
      { text: "Source", link: repository, noIcon: true },
    ],
    sidebar: sidebars(groups),
    outline: { level: [2, 3] },
    search: { provider: "local" },
    externalLinkIcon: false,
    skipToContentLabel: "Skip to the content",
  },
  // What the pages run, as .ci/site has put it together.
  vite: {
    publicDir: at("build/pages-public"),
    build: { chunkSizeWarningLimit: 2000 },
    plugins: [{
      // The pages import Vue, and docs/ has no node_modules (vuejs/vitepress#4612).
      name: "vue-of-the-site",
      enforce: "pre",
      resolveId(id, importer = "") {
        return /^vue(\/|$)/.test(id) && importer.startsWith(at("docs/")) ? this.resolve(id, fileURLToPath(import.meta.url)) : undefined;
      },
    }],
  },
});
