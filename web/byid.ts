/** The element with that id. It throws when the document has none, which is a mistake in the page. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`${location.pathname} has no #${id}`);
  }
  return element as T;
}
