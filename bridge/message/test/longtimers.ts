// Import this for its effect: what the code under test keeps for longer than a second, such as an
// answer or the patience with a frame, does not keep the process of the tests running.

const startTimer = globalThis.setTimeout;
globalThis.setTimeout = ((act: () => void, after = 0, ...args: []) => {
  const timer = startTimer(act, after, ...args);
  return after > 1000 ? timer.unref() : timer;
}) as typeof setTimeout;
