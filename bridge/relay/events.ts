// Reading server-sent events from the text of a stream, as the HTML standard writes them.

/** One event. */
export interface ServerEvent {
  id: string | undefined;
  type: string;
  data: string;
}

// What one event may have at most, in characters.
const MOST = 64 * 1024 * 1024;

/** Makes a function that takes the text of a stream piece by piece, and tells of each event when it is whole. */
export function eventReader(tell: (event: ServerEvent) => void): (text: string) => void {
  let rest = "";
  let began = false;
  let id: string | undefined;
  let type = "";
  let data: string[] = [];

  const line = (text: string): void => {
    if (text === "") {
      if (data.length > 0) {
        tell({ id, type: type || "message", data: data.join("\n") });
      }
      type = "";
      data = [];
      return;
    }
    const colon = text.indexOf(":");
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    switch (name) {
      case "id":
        id = value;
        break;
      case "event":
        type = value;
        break;
      case "data":
        data.push(value);
    }
  };

  return (text) => {
    rest += began ? text : text.replace(/^\uFEFF/, "");
    began ||= text !== "";
    if (rest.length > MOST) {
      throw new Error("relay: an event is too large");
    }
    // The last line may go on, and a line feed may belong to the return before it.
    const end = Math.max(rest.lastIndexOf("\n"), rest.lastIndexOf("\r", rest.length - 2)) + 1;
    const whole = rest.slice(0, end);
    rest = rest.slice(end);
    if (whole) {
      whole.replace(/\r\n|\n|\r$|\r/g, "\n").slice(0, -1).split("\n").forEach(line);
    }
  };
}
