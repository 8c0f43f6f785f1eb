/** Something to start from. */
export interface Example {
  title: string;
  /** What a server sends; as text where an object could not say it, such as the order of names like "10" and "9". */
  request: object | string;
}

/** The text that stands in the box. */
export function exampleText({ request }: Example): string {
  return typeof request === "string" ? request : JSON.stringify(request, null, 2);
}
