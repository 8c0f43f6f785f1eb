// The benchmark's server puts this script into the head of the page and of the form's frame, for both
// libraries. It stamps the time at which elements are painted.
//
// Painted means: the browser has laid the element out, in a document with room for it, has
// ended the rendering update with it, and begins the next update, when the pixels can be on
// the screen. A rendering update calls a ResizeObserver after the layout, for elements from
// before the update and from an animation frame of it. A hidden frame gets neither that call
// nor an animation frame, so that invisible elements do not count.
//
// Usable means: such an update has ended, and the main thread takes the next task, which
// could be the click. The screen shows the update independently of the main thread.
(({ fields, rows, usable, expected }) => {
  const framed = parent !== window;
  const now = () => performance.timeOrigin + performance.now();

  /** The element is visible at the present height of the frame. A page can be scrolled. */
  const inView = (element) => {
    const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
    return bottom > top && (!framed || (bottom > 0 && top < innerHeight));
  };
  /** The last of that number of elements is laid out, and the whole document fits into the frame. */
  const allLaidOut = (list) => list[list.length - 1]?.getBoundingClientRect().height > 0
    && (!framed || document.documentElement.scrollHeight <= innerHeight + 1);

  const all = (selector) => document.querySelectorAll(selector);
  // The goals: elements that must be in the document, and conditions that must hold when they
  // are laid out.
  const goals = {
    usable: { there: () => usable && document.querySelector(usable), painted: () => inView(document.querySelector(usable)) },
    shown: { there: () => all(fields).length >= expected.fields, painted: () => allLaidOut(all(fields)) },
    reviewed: { there: () => all(rows).length >= expected.rows, painted: () => allLaidOut(all(rows)) },
  };

  /** The goals that are not painted yet. */
  let open = new Set(Object.keys(goals));
  const report = (name, at) => {
    if (framed) {
      parent.postMessage({ bench: name, at }, "*");
    } else {
      bench.stamp(name, at);
    }
  };

  const channel = new MessageChannel();
  let answering = [];
  channel.port1.onmessage = () => {
    for (const done of answering.splice(0)) {
      done(now());
    }
  };

  /** The goals that are in the document and not painted yet. */
  let looking = [];
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    const painted = [];
    looking = looking.filter(({ holds, done, atOnce }) => !holds() || !(atOnce ? answering : painted).push(done));
    if (answering.length > 0) {
      channel.port2.postMessage(0);
    }
    if (painted.length > 0) {
      requestAnimationFrame(() => {
        const at = now();
        for (const done of painted) {
          done(at);
        }
      });
    }
  });

  const look = () => {
    for (const name of open) {
      if (goals[name].there()) {
        open.delete(name);
        looking.push({ holds: () => goals[name].there() && goals[name].painted(), done: (at) => report(name, at), atOnce: name === "usable" });
      }
    }
    if (looking.length > 0) {
      observer.observe(document.documentElement);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "hidden"] });
  addEventListener("resize", look);

  /** Resets all goals, for a form with that number of fields and of rows of its review. */
  const expect = (next) => {
    expected = next;
    looking = [];
    open = new Set(Object.keys(goals));
  };

  // The time of Continue on the clock of all processes.
  addEventListener("keydown", ({ key, timeStamp }) => {
    if (key === "Enter") {
      open.add("reviewed");
      report("pressed", performance.timeOrigin + timeStamp);
    }
  }, true);

  if (framed) {
    addEventListener("message", ({ data }) => data?.bench === "expect" && expect(data.expected));
    report("navigated", performance.timeOrigin);
    return;
  }

  /** The functions that the benchmark calls in the page. */
  globalThis.bench = {
    stamps: {},
    stamp(name, at) {
      bench.stamps[name] = at;
      bench.changed?.();
    },
    /** Waits for the stamps of these names. */
    async until(...names) {
      while (!names.every((name) => bench.stamps[name])) {
        await new Promise((resolve) => { bench.changed = resolve; });
      }
      return bench.stamps;
    },
    /** The time of a new page until it showed its form, and of its frame until Decline worked. */
    async opened() {
      const { usable, shown, navigated } = await bench.until("usable", "shown");
      return { usable: usable - navigated, shown: shown - performance.timeOrigin };
    },
    /**
     * The time of a form until it was painted, in milliseconds. The request comes that number
     * of milliseconds after the beginning of an animation frame.
     */
    async show(params, next, phase) {
      bench.stamps = {};
      expect(next);
      for (let i = 0; i < frames.length; i++) {
        frames[i].postMessage({ bench: "expect", expected: next }, "*");
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, phase)));
      const began = now();
      chat.ask(params);
      return (await bench.until("shown")).shown - began;
    },
    /** The time from a press of Continue until the review was painted. */
    async reviewed() {
      const { pressed, reviewed } = await bench.until("pressed", "reviewed");
      return reviewed - pressed;
    },
  };
  addEventListener("message", ({ data }) => {
    if (typeof data?.bench === "string" && data.at !== undefined) {
      bench.stamp(data.bench, data.at);
    }
  });
})
