/** Who says something. */
export type Speaker = "you" | "server" | "chat";

/** A message that goes into the transcript. Its text is inert: never markup, never links. */
export type Message = {
  speaker: Speaker;
  name: string;
  text: string;
  isError?: boolean;
};

/** The messages, in a live region that reads new ones out. */
export class Transcript {
  readonly #log: HTMLElement;

  constructor(log: HTMLElement) {
    this.#log = log;
  }

  /** Adds a message at the end and brings it into view; the focus stays where it is. */
  add({ speaker, name, text, isError = false }: Message): void {
    const message = document.createElement("div");
    message.className = `message ${speaker}`;
    message.classList.toggle("error", isError);

    const who = document.createElement("p");
    who.className = "who";
    who.textContent = isError ? `${name} – error` : name;

    const said = document.createElement("p");
    said.className = "said";
    said.dir = "auto";
    said.textContent = text;

    message.append(who, said);
    this.#log.append(message);
    message.scrollIntoView({ block: "nearest" });
  }
}
