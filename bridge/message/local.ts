/** Reports whether an address is on the person's own machine, which browsers trust without https. */
export function isLocal({ hostname }: { readonly hostname: string }): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
