// integrity.json, which lies beside the frame's files and says which bytes each of them has.

import { createHash } from "node:crypto";

/** What is read of it: the version that the files are of, and the SHA-384 of each. It says their lengths and types as well. */
export interface Manifest {
  version: string;
  files: { [name: string]: { integrity: string } };
}

/** Reads integrity.json. Of another text, such as a page of the server's own, it returns undefined. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { version, files } = JSON.parse(text) as Partial<Manifest>;
    return typeof version === "string" && files?.["index.html"] ? { version, files } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a manifest has all of these files, and there are some. */
export function lists(manifest: Manifest | undefined, names: readonly string[]): manifest is Manifest {
  return manifest !== undefined && names.length > 0 && names.every((name) => Object.hasOwn(manifest.files, name));
}

/** The SHA-384 of a file, as integrity.json and import maps have it. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}
