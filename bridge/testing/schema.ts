/** What a property of a requestedSchema lets a person choose. */
export interface PropertySchema {
  options: { value: unknown; title: string }[];
}

type Json = { [member: string]: unknown };

/** The properties of a requestedSchema in their order, with their options. */
export function propertiesOf(schema: object | string): Map<string, PropertySchema> {
  const { properties } = (typeof schema === "string" ? JSON.parse(schema) : schema) as Json;
  return new Map(Object.entries((properties ?? {}) as { [name: string]: Json }).map(([name, property]) => [name, { options: optionsOf(property) }]));
}

function optionsOf(property: Json): PropertySchema["options"] {
  const asked = (property["items"] ?? property) as Json;
  const titled = (asked["oneOf"] ?? asked["anyOf"]) as Json[] | undefined;
  if (Array.isArray(titled)) {
    return titled.map((option) => ({ value: option["const"], title: String(option["title"] ?? option["const"]) }));
  }
  const names = asked["enumNames"] as unknown[] | undefined;
  return ((asked["enum"] ?? []) as unknown[]).map((value, i) => ({ value, title: String(names?.[i] ?? value) }));
}
