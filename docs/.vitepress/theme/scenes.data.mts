// The scenes of the gallery with their titles, in the order in which e2e/gallery has them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Scene = { name: string; title: string };
declare const data: Scene[];
export { data };

const source = fileURLToPath(new URL("../../../e2e/gallery/scenes.go", import.meta.url));

export default {
  watch: [source],
  load(): Scene[] {
    const scenes = [...readFileSync(source, "utf8").matchAll(/\{name: "([^"]+)", title: "([^"]+)"/g)];
    if (scenes.length === 0) {
      throw new Error("e2e/gallery/scenes.go has no scenes that can be read here");
    }
    return scenes.map(([, name = "", title = ""]) => ({ name, title }));
  },
};
