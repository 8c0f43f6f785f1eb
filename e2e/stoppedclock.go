package e2e

// stopClock makes the clock of a document stand at a moment, in milliseconds since 1970,
// until it is called again. Timers go on: only what is read of the time of day is changed.
func (d Document) stopClock(at int64) {
	d.t.Helper()
	d.run(`(at) => {
		const Real = globalThis.RealDate ??= Date;
		globalThis.Date = class extends Real {
			constructor(...parts) { super(...(parts.length > 0 ? parts : [at])); }
			static now() { return at; }
		};
	}`, at)
}

// passDeadline makes the host package look at the clock on a later day, as it does when a
// page is shown again: what has a deadline expires at this moment, and not some time
// after it was shown.
func (h *Host) passDeadline() {
	h.t.Helper()
	h.page().run(`(() => {
		const { now } = Date;
		Date.now = () => now.call(Date) + 86_400_000;
		try {
			dispatchEvent(new Event("visibilitychange"));
		} finally {
			Date.now = now;
		}
	})()`)
}
