/** Bounds a collection that a server can fill: removes the oldest removable entries while there are more than `limit`. */
export function evictOldest<V>(limit: number, all: Map<unknown, V> | Set<V>, isRemovable: (value: V) => boolean = () => true): void {
  for (const [key, value] of all.entries() as Iterable<[unknown, V]>) {
    if (all.size > limit && isRemovable(value)) {
      all.delete(key as V);
    }
  }
}
