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

/** The params of a form, without a mode. Which of the properties are required comes first, because the properties are long. */
export function params(message: string, required: string[], properties: object): object {
  return { message, requestedSchema: { type: "object", properties, ...(required.length > 0 && { required }) } };
}

/** The params of a form, with its mode. */
export function form(message: string, required: string[], properties: object): object {
  return { mode: "form", ...params(message, required, properties) };
}

/** A request for a form in a round. */
export function asked(message: string, required: string[], properties: object): object {
  return { method: "elicitation/create", params: params(message, required, properties) };
}
