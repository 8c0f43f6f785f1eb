import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";

/** A text that identifies the document, in all versions. */
export const MARK = 'name="elicitform-wasm"';
// The names of the files that the document loads end in a hash of their content.
const HASHED = /^(boot|elicitform|style|wasm_exec|words)\.[0-9a-f]{16}\.(bin|css|js|wasm)(\.br|\.gz)?$/;
const COMPRESSED_TEXT = /^(index\.html|integrity\.json)\.(br|gz)$/;

// The words are packed already.
const COMPRESSIBLE = /\.(css|html|js|json|wasm)$/;
const CODINGS = {
  ".br": {
    pack: (content: Buffer) => promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    unpack: promisify(brotliDecompress),
  },
  ".gz": {
    pack: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    unpack: promisify(gunzip),
  },
};

/**
 * Copies the frame's files into a folder, and removes the files of an older version. With `compressed` it adds what a server sends
 * to browsers that accept brotli or gzip: name.br and name.gz. Other files stay. It makes a missing folder, and throws for a folder
 * with a foreign index.html. It returns the number of written files, and the names of the removed files.
 */
export async function copyFrame(from: string, to: string, compressed = false): Promise<{ written: number; removed: string[] }> {
  const names = await readdir(from);
  await mkdir(to, { recursive: true });
  const before = await readOrNothing(path.join(to, "index.html"));
  const ours = before?.includes(MARK) ?? false;
  if (before && !ours) {
    throw new Error(`${path.join(to, "index.html")} is not elicitform's; name a folder for elicitform alone`);
  }
  const copies: string[] = [];
  let written = 0;
  const write = async (name: string, content: Buffer): Promise<void> => {
    await writeFile(path.join(to, name), content);
    written++;
  };
  // The document comes last, because it must not name missing files.
  for (const name of names.sort((a, b) => Number(isDocument(a)) - Number(isDocument(b)))) {
    const content = await readFile(path.join(from, name));
    for (const [ending, { pack, unpack }] of Object.entries(compressed && COMPRESSIBLE.test(name) ? CODINGS : {})) {
      copies.push(name + ending);
      const had = await readOrNothing(path.join(to, name + ending));
      if (!(had && (await unpack(had).catch(() => undefined))?.equals(content))) {
        await write(name + ending, await pack(content));
      }
    }
    copies.push(name);
    if (!(await readOrNothing(path.join(to, name)))?.equals(content)) {
      await write(name, content);
    }
  }
  const isStale = (name: string): boolean => (HASHED.test(name) || COMPRESSED_TEXT.test(name)) && !copies.includes(name);
  const removed = ours ? (await readdir(to)).filter(isStale) : [];
  for (const name of removed) {
    await rm(path.join(to, name));
  }
  return { written, removed };
}

function isDocument(name: string): boolean {
  return name === "index.html";
}

async function readOrNothing(file: string): Promise<Buffer | undefined> {
  return existsSync(file) ? readFile(file) : undefined;
}
