// Replacements for globals that the host script uses and that some test environments lack, such as that of Jest with jsdom.

const { TextEncoder: Encoder, structuredClone: clone } = globalThis as Partial<Pick<typeof globalThis, "TextEncoder" | "structuredClone">>;

class Utf8 {
  encode(text: string): Uint8Array {
    // Encoders write U+FFFD for half of a surrogate pair.
    const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
    return Uint8Array.from(escaped.match(/%..|./g) ?? [], (byte) => (byte.length === 1 ? byte.charCodeAt(0) : parseInt(byte.slice(1), 16)));
  }
}

const TextBytes = Encoder ?? Utf8;
const copy = clone ?? ((value: unknown): unknown => JSON.parse(JSON.stringify(value)));

export { copy as structuredClone, TextBytes as TextEncoder };
