// Reading server-sent events from the text of a stream, as the HTML standard writes them.

/** One event. */
export interface ServerEvent {
  id: string | undefined;
  type: string;
  data: string;
}

// What one event may have at most, in characters.
const MOST = 64 * 1024 * 1024;

/**
 * Makes a function that takes the text of a stream piece by piece, and tells of each event when it is whole. It looks at
 * each character once, however small the pieces are. An event that is too large is left out, and `tooLarge` is called.
 */
export function eventReader(tell: (event: ServerEvent) => void, tooLarge: () => void, most = MOST): (text: string) => void {
  let began = false;
  let afterReturn = false;
  // The pieces of the line that has not ended, the lines of data, and how much both are.
  let line: string[] = [];
  let data: string[] = [];
  let size = 0;
  let id: string | undefined;
  let type = "";

  const add = (piece: string): void => {
    const fits = size <= most;
    size += piece.length;
    if (size <= most) {
      line.push(piece);
    } else {
      line = ["too large"];
      data = [];
      if (fits) {
        tooLarge();
      }
    }
  };

  const endLine = (): void => {
    const text = line.join("");
    line = [];
    if (text === "") {
      if (data.length > 0) {
        tell({ id, type: type || "message", data: data.join("\n") });
      }
      type = "";
      data = [];
      size = 0;
      return;
    }
    if (size > most) {
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

  return (text) => {
    if (text === "") {
      return;
    }
    // A return and a line feed are one end of a line, also when they come in two pieces.
    const from = (!began && text[0] === "\uFEFF") || (afterReturn && text[0] === "\n") ? 1 : 0;
    began = true;
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
