import { download, spoiled } from "../message/download.js";
import { isObject, type JsonObject, jsonText, own, parseObject, textOf } from "../message/json.js";
import { languageOf } from "../message/language.js";
import { CATALOGUE } from "../message/names.js";
import type { FormHostEvent, FormHostOptions } from "./types.js";

// The largest number of characters of a catalogue. The largest of ours has 20,000.
const MAX_CHARACTERS = 65_536;

// The file names that a frame may ask for: without a path and a query.
const FILE_NAME = /^words\.[\w.-]+\.json$/;

/** Fetches the catalogue of the context's language, and hands it to the frame, which is in English without it. */
export function handOverWords(
  options: FormHostOptions,
  frameUrl: string,
  inform: (method: string, params: unknown) => void,
  report: (event: FormHostEvent) => void,
) {
  // The files of the catalogues, as the document names them.
  let files: JsonObject = {};
  // The languages that this document of the frame has, or gets soon.
  const languages = new Set<string>();
  // The language whose catalogue is on its way, and whether the page knows that a form was faster.
  let pending: string | undefined;
  let isLate = false;

  const reportMissing = (language: string, reason: string, detail = reason): void => {
    const message = `no words for ${language}: ${detail}`;
    if (reason !== "late") {
      console.error(`elicitform: ${message}`);
    }
    report({ type: "words-missing", language, reason, message });
  };

  return {
    /** Whether a catalogue is on its way. */
    get pending(): boolean {
      return pending !== undefined;
    },
    /** Takes the hello of a document, which has English alone, and names the files of other languages. */
    connected(hello: unknown): void {
      const named = own(hello, "words");
      files = isObject(named) ? named : {};
      languages.clear();
    },
    /** Hands over the catalogue of a language. Resolves when it has arrived, or will not arrive. */
    async follow(locale: unknown = globalThis.navigator?.language): Promise<void> {
      const catalogues = options.words ?? {};
      const tag = languageOf(locale, Object.keys(catalogues));
      const language = tag ?? languageOf(locale, Object.keys(files));
      const file = own(files, language ?? "");
      if (!language || languages.has(language) || !(tag || FILE_NAME.test(`${file}`))) {
        return;
      }
      languages.add(language);
      pending = language;
      isLate = false;
      const source = tag ? catalogues[tag]! : new URL(file as string, frameUrl);
      const url = typeof source === "string" || source instanceof URL ? new URL(source, document.baseURI).href : "";
      try {
        const text = url ? await fetchText(url) : jsonText(source);
        const texts = text.length > MAX_CHARACTERS ? undefined : parseObject(text);
        if (!texts) {
          throw Error("bad");
        }
        inform(CATALOGUE, { language, texts });
      } catch (error) {
        spoiled.add(url);
        // If the document has changed or is gone, it does not need the catalogue.
        if (languages.delete(language)) {
          const { message } = error as Error;
          reportMissing(language, message, `${message} ${url}`);
        }
      }
      if (pending === language) {
        pending = undefined;
      }
    },
    /** The frame shows a form, which is in English while the catalogue is on its way. */
    shown(): void {
      if (pending && !isLate) {
        isLate = true;
        reportMissing(pending, "late");
      }
    },
    /** The program rejected a catalogue. */
    rejected(params: unknown): void {
      const language = textOf(own(params, "language")) ?? "";
      languages.delete(language);
      spoiled.add(new URL(textOf(own(files, language)) ?? "", frameUrl).href);
      reportMissing(language, "bad", textOf(own(params, "why")));
    },
    /** The frame is gone. */
    close(): void {
      languages.clear();
    },
  };
}

async function fetchText(url: string): Promise<string> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  await download(url, (piece) => {
    size += piece.length;
    // A character has at most four bytes. A text that is cut off is not a JSON object.
    if (size <= MAX_CHARACTERS * 4) {
      pieces.push(piece);
    }
  });
  return new Blob(pieces).text();
}
