/** Removes the oldest of what a server can make without end, as long as there are more than `most` and they may go. */
export function keepAtMost<V>(most: number, all: Map<unknown, V> | Set<V>, mayGo: (value: V) => boolean = () => true): void {
  for (const [key, value] of all.entries() as Iterable<[unknown, V]>) {
    if (all.size > most && mayGo(value)) {
      all.delete(key as V);
    }
  }
}
