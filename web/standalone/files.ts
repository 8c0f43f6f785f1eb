import { byId } from "../byid.js";

/** Larger than any request: the form takes at most 256 KiB, and an error can contain several requests. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Lets people open and drop files. `take` gets the text of a file and its name, `fail` the reason why a file cannot be read. */
export function acceptFiles(take: (text: string, name: string) => void, fail: (reason: string) => void): void {
  const [input, cover] = [byId<HTMLInputElement>("file"), byId("drop")];
  const accept = async (file: File | undefined): Promise<void> => {
    if (!file || file.size > MAX_BYTES) {
      return file && fail(`“${file.name}” is too large for a request.`);
    }
    const decoding = file.arrayBuffer().then((bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    await decoding.then((text) => take(text, file.name), () => fail(`“${file.name}” cannot be read as text.`));
  };
  byId("open-file").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    void accept(input.files?.[0]);
    // Otherwise the same file, chosen again after an edit, would not be a change.
    input.value = "";
  });
  // The cover fills the window, so the file leaves the page when it leaves the cover.
  cover.addEventListener("dragleave", () => (cover.hidden = true));
  for (const type of ["dragenter", "dragover", "drop"] as const) {
    window.addEventListener(type, (event) => {
      if (event.dataTransfer?.types.includes("Files")) {
        // By default the browser would leave the page and open the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
        cover.hidden = type === "drop";
        void accept(type === "drop" ? event.dataTransfer.files[0] : undefined);
      }
    });
  }
}
