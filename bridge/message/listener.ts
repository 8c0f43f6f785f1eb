/**
 * What to tell events to: the listener of the page or of the application, if there is one. What it throws
 * is reported as any other error, and cannot stop a request.
 */
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
