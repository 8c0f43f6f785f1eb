// integrity.json, which lies beside the frame's files and says which bytes each of them has.

import { createHash } from "node:crypto";

/** What is read of it: the version that the files are of, and the SHA-384 of each. It says their lengths and types as well. */
export interface Manifest {
  version: string;
  files: { [name: string]: { integrity: string } };
}

/** How many files a deployment has at most. This version has 16. */
export const MAX_FILES = 200;

/** Whether a name is that of a file beside the document: it leads to no other folder or server. */
export function isFileName(name: string): boolean {
  return /^\w[\w.-]{0,199}$/.test(name);
}

/** Reads integrity.json. Of another text, such as a page of the server's own, or with names of anything but files, it returns undefined. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const { version, files } = JSON.parse(text) as Partial<Manifest>;
    const entries = Object.entries(files ?? {});
    const isRight = entries.length <= MAX_FILES && entries.every(([name, file]) => isFileName(name) && typeof file?.integrity === "string");
    return isRight && typeof version === "string" && files?.["index.html"] ? { version, files } : undefined;
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
