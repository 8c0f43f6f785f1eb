/** What keeps a helper from doing what it was told, with what is on the screen. */
export class FormError extends Error {
  override readonly name = "FormError";

  constructor(message: string) {
    super(`elicitform: ${message}`);
  }
}
