// Reads integrity.json, which lies beside the frame's files and has their hashes.

import { createHash } from "node:crypto";

/** The version of the files, and the SHA-384 of each. The lengths and types in integrity.json are ignored. */
export interface Manifest {
  version: string;
  files: { [name: string]: { integrity: string } };
}

/** The largest number of files of a deployment. This version has 6. */
export const MAX_FILES = 200;

/** Reports whether a name is that of a file beside the document, and not in another folder or on another server. */
export function isFileName(name: string): boolean {
  return /^\w[\w.-]{0,199}$/.test(name);
}

/** Returns the beginning of the SHA-256 in the name of a file; none for index.html and integrity.json. */
export function hashIn(name: string): string | undefined {
  return /\.([0-9a-f]{16})\.\w+$/.exec(name)?.[1];
}

/** Reads integrity.json. It returns undefined for another text, such as a page of the server, and for names that are not files. */
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

/** Reports whether a manifest has all of these files; false without files. */
export function lists(manifest: Manifest | undefined, names: readonly string[]): manifest is Manifest {
  return manifest !== undefined && names.length > 0 && names.every((name) => Object.hasOwn(manifest.files, name));
}

/** Returns the SHA-384 of a file, in the notation of integrity.json and import maps. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash("sha384").update(content).digest("base64")}`;
}
