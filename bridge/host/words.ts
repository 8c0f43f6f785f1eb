import { fetchCatalogue } from "../message/catalogue.js";
import { spoiled } from "../message/download.js";
import { isObject, type JsonObject, jsonText, own, parseObject, textOf } from "../message/json.js";
import { languageOf } from "../message/language.js";
import { CATALOGUE } from "../message/names.js";
import type { FormHostEvent, FormHostOptions } from "./types.js";

// The largest number of characters of a catalogue. The largest of ours has 20,000.
const MAX_CHARACTERS = 65_536;

// A frame names a file beside its document, and a part of it, such as "words.0123.bin#de:0-5600". A path or a query is refused.
const FILE_NAME = /^words\.\w+\.bin#[\w:-]+$/;

/** Fetches the catalogue of the context's language, and hands it to the frame, which is in English without it. */
export class Words {
  readonly #options: FormHostOptions;
  readonly #frameUrl: string;
  readonly #inform: (method: string, params: unknown) => void;
  readonly #report: (event: FormHostEvent) => void;
  // The parts of the file with the catalogues, as the document names them.
  #files: JsonObject = {};
  // The languages that this document of the frame has, or gets soon.
  readonly #languages = new Set<string>();
  /** The language whose catalogue is on its way. */
  pending: string | undefined;
  // Whether the page knows that a form was faster.
  #isLate = false;

  constructor(
    options: FormHostOptions,
    frameUrl: string,
    inform: (method: string, params: unknown) => void,
    report: (event: FormHostEvent) => void,
  ) {
    this.#options = options;
    this.#frameUrl = frameUrl;
    this.#inform = inform;
    this.#report = report;
  }

  /** Takes the hello of a document, which has English alone, and names the files of other languages. */
  connected(hello: unknown): void {
    const named = own(hello, "words");
    this.#files = isObject(named) ? named : {};
    this.close();
  }

  /** Hands over the catalogue of a language, unless the document has it or gets it soon. Resolves when it has arrived, or will not. */
  follow(locale: unknown = globalThis.navigator?.language): Promise<void> | undefined {
    const catalogues = this.#options.words ?? {};
    const tag = languageOf(locale, Object.keys(catalogues));
    const language = tag ?? languageOf(locale, Object.keys(this.#files));
    const file = own(this.#files, language ?? "");
    if (language && !this.#languages.has(language) && (tag || FILE_NAME.test(`${file}`))) {
      return this.#handOver(language, tag ? catalogues[tag]! : this.#urlOf(file));
    }
    return undefined;
  }

  async #handOver(language: string, source: object | string): Promise<void> {
    this.#languages.add(language);
    this.pending = language;
    this.#isLate = false;
    const url = typeof source === "string" || source instanceof URL ? new URL(source, document.baseURI).href : "";
    try {
      const text = url ? await fetchCatalogue(url) : jsonText(source);
      const texts = text.length > MAX_CHARACTERS ? undefined : parseObject(text);
      if (!texts) {
        throw Error("bad");
      }
      this.#inform(CATALOGUE, { language, texts });
    } catch (error) {
      spoiled.add(url);
      // If the document has changed or is gone, it does not need the catalogue.
      if (this.#languages.delete(language)) {
        const { message } = error as Error;
        this.#reportMissing(language, message, `${message} ${url}`);
      }
    }
    if (this.pending === language) {
      this.pending = undefined;
    }
  }

  /** The frame shows a form, which is in English while the catalogue is on its way. */
  shown(): void {
    if (this.pending && !this.#isLate) {
      this.#isLate = true;
      this.#reportMissing(this.pending, "late");
    }
  }

  /** The program rejected a catalogue. */
  rejected(params: unknown): void {
    const language = textOf(own(params, "language")) ?? "";
    this.#languages.delete(language);
    spoiled.add(this.#urlOf(own(this.#files, language)));
    this.#reportMissing(language, "bad", textOf(own(params, "why")));
  }

  /** The frame is gone. */
  close(): void {
    this.#languages.clear();
  }

  #urlOf(file: unknown): string {
    return new URL(textOf(file) ?? "", this.#frameUrl).href;
  }

  #reportMissing(language: string, reason: string, detail = reason): void {
    const message = `no words for ${language}: ${detail}`;
    if (reason !== "late") {
      console.error(`elicitform: ${message}`);
    }
    this.#report({ type: "words-missing", language, reason, message });
  }
}
