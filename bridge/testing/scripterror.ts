/** A mistake in the script of a fake host. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";

  constructor(message: string) {
    super(`elicitform/testing: ${message}`);
  }
}
