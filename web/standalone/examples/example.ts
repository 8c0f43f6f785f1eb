/** A request that an author can start from. */
export interface Example {
  title: string;
  /** What a server sends. It is text where an object would lose something, such as the order of the names "10" and "9". */
  request: object | string;
}

/** The text of an example for the editor. */
export function exampleText({ request }: Example): string {
  return typeof request === "string" ? request : JSON.stringify(request, null, 2);
}
