// Reads server-sent events from the text of a stream, by the rules of the HTML standard.

export interface ServerEvent {
  id: string | undefined;
  type: string;
  data: string;
}

// Bounds one event, in characters.
const MAX_EVENT = 64 * 1024 * 1024;

/**
 * Makes a function that takes the text of a stream piece by piece, and calls `onEvent` with each whole event. It looks at
 * each character once, however small the pieces are. An event that is too large is left out, and `onTooLarge` is called.
 */
export function eventReader(onEvent: (event: ServerEvent) => void, onTooLarge: () => void, maxEvent = MAX_EVENT): (text: string) => void {
  const { add, endLine } = lineReader(onEvent, onTooLarge, maxEvent);
  let hasBegun = false;
  let afterReturn = false;
  return (text) => {
    if (text === "") {
      return;
    }
    // A return and a line feed are one end of a line, also when they come in two pieces.
    const from = (!hasBegun && text[0] === "\uFEFF") || (afterReturn && text[0] === "\n") ? 1 : 0;
    hasBegun = true;
    afterReturn = text.endsWith("\r");
    const lines = text.slice(from).split(/\r\n|\n|\r/);
    lines.forEach((piece, i) => {
      if (i > 0) {
        endLine();
      }
      if (piece) {
        add(piece);
      }
    });
  };
}

/** Builds events from lines: `add` takes a piece of the current line. */
function lineReader(
  onEvent: (event: ServerEvent) => void, onTooLarge: () => void, maxEvent: number,
): { add(piece: string): void; endLine(): void } {
  // The pieces of the current line, the lines of data, and the size of both.
  let line: string[] = [];
  let data: string[] = [];
  let size = 0;
  let id: string | undefined;
  let type = "";

  const add = (piece: string): void => {
    const fits = size <= maxEvent;
    size += piece.length;
    if (size <= maxEvent) {
      line.push(piece);
    } else {
      line = ["too large"];
      data = [];
      if (fits) {
        onTooLarge();
      }
    }
  };

  const endLine = (): void => {
    const text = line.join("");
    line = [];
    if (text === "") {
      if (data.length > 0) {
        onEvent({ id, type: type || "message", data: data.join("\n") });
      }
      type = "";
      data = [];
      size = 0;
      return;
    }
    if (size > maxEvent) {
      return;
    }
    const colon = text.indexOf(":");
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (name === "data") {
      data.push(value);
      size++;
      return;
    }
    size -= text.length;
    if (name === "id") {
      id = value;
    } else if (name === "event") {
      type = value;
    }
  };
  return { add, endLine };
}
