/** The element with that id, which the document of the page promises. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`${location.pathname} has no #${id}`);
  }
  return element as T;
}
