/** A promise that is settled from outside, once. */
export class Deferred {
  settled = false;
  resolve!: () => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.resolve = () => ((this.settled = true), resolve());
    this.reject = (error) => ((this.settled = true), reject(error));
  });

  constructor() {
    // Nobody has to wait for the promise: events and requests tell of the failure too.
    this.promise.catch(() => {});
  }
}
