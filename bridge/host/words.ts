import { download, spoiled } from "../message/download.js";
import { isObject, type JsonObject, jsonText, own, parseObject, textOf } from "../message/json.js";
import { languageOf } from "../message/language.js";
import { CATALOGUE } from "../message/names.js";
import type { FormHostEvent, FormHostOptions } from "./types.js";

// How many characters a catalogue may have. The largest of ours has 20,000.
const LIMIT = 65_536;

// The file names that a frame may ask for: without a path and a query.
const FILE_NAME = /^words\.[\w.-]+\.json$/;

/** Fetches the sentences of the context's language, and hands them to the frame, which is in English without them. */
export function handOverWords(
  options: FormHostOptions,
  frameUrl: string,
  inform: (method: string, params: unknown) => void,
  report: (event: FormHostEvent) => void,
) {
  // The files of the catalogues, as the document names them.
  let files: JsonObject = {};
  // The languages that this document of the frame has, or is about to get.
  const handed = new Set<string>();
  // The language that is on its way, and whether the host page knows that a form was faster.
  let pending: string | undefined;
  let late = false;

  const missing = (language: string, reason: string, detail = reason): void => {
    const message = `no words for ${language}: ${detail}`;
    if (reason !== "late") {
      console.error(`elicitform: ${message}`);
    }
    report({ type: "words-missing", language, reason, message });
  };

  return {
    /** Whether words are on their way. */
    get pending(): boolean {
      return pending !== undefined;
    },
    /** A document has said hello: it has English alone, and names the files of other languages. */
    connected(hello: unknown): void {
      const named = own(hello, "words");
      files = isObject(named) ? named : {};
      handed.clear();
    },
    /** The context names this language. Resolves when no words for it are on their way. */
    async follow(locale: unknown = globalThis.navigator?.language): Promise<void> {
      const given = options.words ?? {};
      const tag = languageOf(locale, Object.keys(given));
      const language = tag ?? languageOf(locale, Object.keys(files));
      const file = own(files, language ?? "");
      if (!language || handed.has(language) || !(tag || FILE_NAME.test(`${file}`))) {
        return;
      }
      handed.add(language);
      pending = language;
      late = false;
      const source = tag ? given[tag]! : new URL(file as string, frameUrl);
      const url = typeof source === "string" || source instanceof URL ? new URL(source, document.baseURI).href : "";
      try {
        const text = url ? await fetched(url) : jsonText(source);
        const texts = text.length > LIMIT ? undefined : parseObject(text);
        if (!texts) {
          throw Error("bad");
        }
        inform(CATALOGUE, { language, texts });
      } catch (error) {
        spoiled.add(url);
        // Where another document has come meanwhile, or none, nobody needs them.
        if (handed.delete(language)) {
          const { message } = error as Error;
          missing(language, message, `${message} ${url}`);
        }
      }
      if (pending === language) {
        pending = undefined;
      }
    },
    /** A form is shown. It is in English where the words are on their way. */
    shown(): void {
      if (pending && !late) {
        late = true;
        missing(pending, "late");
      }
    },
    /** The program does not use the words that it was given. */
    rejected(params: unknown): void {
      const language = textOf(own(params, "language")) ?? "";
      handed.delete(language);
      spoiled.add(new URL(textOf(own(files, language)) ?? "", frameUrl).href);
      missing(language, "bad", textOf(own(params, "why")));
    },
    /** The frame is gone. */
    close(): void {
      handed.clear();
    },
  };
}

async function fetched(url: string): Promise<string> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  await download(url, (piece) => {
    size += piece.length;
    // No character has more than four bytes. A text that is cut off is no JSON object.
    if (size <= LIMIT * 4) {
      pieces.push(piece);
    }
  });
  return new Blob(pieces).text();
}
