/** Why there is no document of ours in the frame. */
export interface Diagnosis {
  /** A short code, as in {@link ElicitationError.reason}. */
  reason: string;
  /** The whole story, for the developer. */
  message: string;
}

/** Finds out why a document that has loaded has not said hello. "no-handshake" means that it may still do so. */
export async function diagnose(url: string): Promise<Diagnosis> {
  let reason = "no-handshake";
  let what = "is silent";
  try {
    const response = await fetch(url);
    const text = await response.text();
    if (!text.includes("elicitform-wasm")) {
      reason = "wrong-page";
      what = `is another page (status ${response.status})`;
    }
  } catch {
    what += " and cannot be read";
  }
  return { reason, message: `${url} ${what}. frameUrl must name the index.html of "npx elicitform copy".` };
}
