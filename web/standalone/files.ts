// Requests from files: opened by the button, or dropped anywhere on the page.

/** Larger than any request: the form takes at most 256 KiB, and an error can contain several requests. */
const LARGEST = 2 * 1024 * 1024;

/** What a file held, or why it was not read. */
export type ReadFile = { name: string; text: string } | { problem: string };

/** Reads a file as text. */
export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > LARGEST) {
    return { problem: `“${file.name}” is too large for a request.` };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return { name: file.name, text };
  } catch {
    return { problem: `“${file.name}” cannot be read as text.` };
  }
}

/** Lets people drop a file anywhere on the page. The cover is shown while a file is dragged over the page. */
export function acceptDrops(page: Window, cover: HTMLElement, dropped: (file: File) => void): void {
  const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  page.addEventListener("dragenter", (event) => {
    if (holdsFile(event)) {
      cover.hidden = false;
    }
  });
  // The cover fills the window, so the file leaves the page when it leaves the cover.
  cover.addEventListener("dragleave", () => (cover.hidden = true));
  page.addEventListener("dragover", (event) => {
    if (holdsFile(event) && event.dataTransfer) {
      // By default the browser would leave the page and open the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    }
  });
  page.addEventListener("drop", (event) => {
    if (!holdsFile(event)) {
      return;
    }
    event.preventDefault();
    cover.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file) {
      dropped(file);
    }
  });
}
