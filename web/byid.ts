/** Finds the element with that id. It throws if the page has no such element. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`${location.pathname} has no #${id}`);
  }
  return element as T;
}
