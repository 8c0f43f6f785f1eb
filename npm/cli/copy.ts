import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";

/** A text that identifies the document, in all versions. */
export const MARK = 'name="elicitform-wasm"';
// The names of the files that the document loads end in a hash of their content.
const HASHED = /^(boot|elicitform|style|wasm_exec|words\.[\w-]+)\.[0-9a-f]{16}\.(css|js|json|wasm)(\.br|\.gz)?$/;

/**
 * Copies the frame's files into a folder, and removes the files of an older version. Other files stay. It makes a missing
 * folder, and throws for a folder with a foreign index.html. It returns the number of written files, and the names of the
 * removed files.
 */
export async function copyFrame(from: string, to: string): Promise<{ written: number; removed: string[] }> {
  const files = await readdir(from);
  await mkdir(to, { recursive: true });
  const before = await readOrNothing(path.join(to, "index.html"));
  const ours = before?.includes(MARK) ?? false;
  if (before && !ours) {
    throw new Error(`${path.join(to, "index.html")} is not elicitform's; name a folder for elicitform alone`);
  }
  let written = 0;
  // The document comes last, because it must not name missing files.
  for (const file of files.sort((a, b) => Number(isDocument(a)) - Number(isDocument(b)))) {
    const [source, target] = [path.join(from, file), path.join(to, file)];
    const [content, had] = [await readFile(source), await readOrNothing(target)];
    if (!had?.equals(content)) {
      await copyFile(source, target);
      written++;
    }
  }
  const stale = ours ? (await readdir(to)).filter((file) => HASHED.test(file) && !files.includes(file)) : [];
  for (const file of stale) {
    await rm(path.join(to, file));
  }
  return { written, removed: stale };
}

function isDocument(file: string): boolean {
  return file.startsWith("index.html");
}

async function readOrNothing(file: string): Promise<Buffer | undefined> {
  return existsSync(file) ? readFile(file) : undefined;
}
