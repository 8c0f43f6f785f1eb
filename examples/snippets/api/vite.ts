// #region vite
import { elicitform } from "elicitform/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [elicitform()] });
// #endregion vite
