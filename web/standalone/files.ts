// Requests from files: opened by the button, or dropped anywhere on the page.

/** More than any request: the form takes at most 256 KiB, an error may quote several. */
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

/** Lets people drop a file anywhere; the cover shows while one hangs over the page. */
export function acceptDrops(page: Window, cover: HTMLElement, dropped: (file: File) => void): void {
  const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  // An element is entered before the one around it is left, so that the two are counted.
  let inside = 0;
  const show = (): void => {
    cover.hidden = inside === 0;
  };
  page.addEventListener("dragenter", (event) => {
    if (holdsFile(event)) {
      inside++;
      show();
    }
  });
  page.addEventListener("dragleave", (event) => {
    if (holdsFile(event)) {
      inside = Math.max(0, inside - 1);
      show();
    }
  });
  page.addEventListener("dragover", (event) => {
    if (holdsFile(event) && event.dataTransfer) {
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    }
  });
  page.addEventListener("drop", (event) => {
    if (!holdsFile(event)) {
      return;
    }
    event.preventDefault();
    inside = 0;
    show();
    const file = event.dataTransfer?.files[0];
    if (file) {
      dropped(file);
    }
  });
}
