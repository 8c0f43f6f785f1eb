/** Wraps a listener of the page or of the application, if any: its errors are reported, and cannot stop a request. */
export function listener<E>(onEvent: ((event: E) => void) | undefined): (event: E) => void {
  return (event) => {
    try {
      onEvent?.(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}
