import { download } from "./download.js";

// The largest number of bytes of a catalogue, packed or not, and of the file with all of them. The largest catalogue has 23,000.
const MAX_BYTES = 262_144;

// The bytes of a catalogue in the file with all of them (web/build/catalogues.go): `words.….bin#pt-BR:100-200`.
const PART = /#[\w-]+:(\d+)-(\d+)$/;

/**
 * Fetches the text of a catalogue: a JSON file, or a part of the file with all catalogues. It rejects as {@link download} does, or with
 * the message "bad".
 */
export async function fetchCatalogue(url: string): Promise<string> {
  const [, first = 0, last] = PART.exec(url) ?? [];
  const answer = new Bytes();
  if (!last) {
    await download(url, answer.take);
    return answer.blob().text();
  }
  const isPart = await download(url, answer.take, undefined, `bytes=${first}-${last}`).catch((error: Error) => {
    if (error.message !== "unreachable") {
      throw error;
    }
    // An older browser asks the server of another origin whether it accepts the header of a range. Most refuse.
    return download(url, answer.take);
  });
  const packed = isPart ? answer.blob() : answer.blob().slice(+first, +last + 1);
  const unpacked = new Bytes();
  await packed.stream().pipeThrough(new DecompressionStream("gzip")).pipeTo(new WritableStream({ write: unpacked.take })).catch(() => {
    throw Error("bad");
  });
  return unpacked.blob().text();
}

// Collects bytes up to the limit. A longer text is cut off, and JSON.parse rejects it.
class Bytes {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  readonly take = (piece: Uint8Array<ArrayBuffer>): void => {
    this.#size += piece.length;
    if (this.#size <= MAX_BYTES) {
      this.#pieces.push(piece);
    }
  };

  blob(): Blob {
    return new Blob(this.#pieces);
  }
}
