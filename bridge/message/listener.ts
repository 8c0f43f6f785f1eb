/** Wraps the listener of the page or of the application, if any: an error that it throws is reported, and cannot stop a request. */
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
