// #region vite
import { elicitform } from "elicitform/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [elicitform()] });
// #endregion vite

// #region headers
import { createServer } from "node:http";
import { frameHeaders } from "elicitform/vite";

createServer((request, response) => {
  response.setHeaders(new Headers(frameHeaders(request.url ?? "/")));
  // Here the file of the request follows.
});
// #endregion headers
