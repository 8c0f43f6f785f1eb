// Put into the head of the page and of the form's frame by the benchmark's server,
// for every library the same. It says when something has been painted.
//
// Painted means: the browser has laid the element out, in a document that has room
// for it, has ended the rendering update with it, and begins the next one, which is
// when the pixels can be on the screen. A ResizeObserver is called in a rendering
// update, after layout, whether the elements came before the update or in an animation
// frame of it. Neither it nor an animation frame is called in a frame that is hidden,
// so what nobody can see is not painted.
//
// Usable means: such an update has ended, and the main thread takes the next task, which
// could be the click. The screen shows the update whatever the main thread then does.
(({ fields, rows, usable, expected }) => {
  const framed = parent !== window;
  const now = () => performance.timeOrigin + performance.now();

  const laidOut = (element) => element && element.getBoundingClientRect().height > 0;
  /** The element can be seen without the frame growing first. A page can be scrolled. */
  const inView = (element) => {
    const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
    return bottom > top && (!framed || (bottom > 0 && top < innerHeight));
  };
  /** The whole document fits into the frame. */
  const allInView = () => !framed || document.documentElement.scrollHeight <= innerHeight + 1;

  const all = (selector) => document.querySelectorAll(selector);
  const last = (list) => list[list.length - 1];
  // What is waited for: what has to be in the document, and what has to hold when it
  // is laid out.
  const goals = {
    usable: { there: () => usable && document.querySelector(usable), painted: () => inView(document.querySelector(usable)) },
    first: { there: () => document.querySelector(fields), painted: () => inView(document.querySelector(fields)) },
    all: { there: () => all(fields).length >= expected.fields, painted: () => laidOut(last(all(fields))) && allInView() },
    review: { there: () => document.querySelector(rows), painted: () => inView(document.querySelector(rows)) },
    reviewAll: { there: () => all(rows).length >= expected.rows, painted: () => laidOut(last(all(rows))) && allInView() },
  };

  /** What is not painted yet. */
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

  /** Calls back after the next rendering update in which the condition holds. */
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
  const afterPaint = (holds, done, atOnce = false) => {
    looking.push({ holds, done, atOnce });
    observer.observe(document.documentElement);
  };

  const look = () => {
    for (const name of open) {
      if (goals[name].there()) {
        open.delete(name);
        afterPaint(() => goals[name].there() && goals[name].painted(), (at) => report(name, at), name === "usable");
      }
    }
    if (looking.length > 0) {
      observer.observe(document.documentElement);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "hidden"] });
  addEventListener("resize", look);

  /** Begins to wait for everything again, for a form with so many fields and rows of its review. */
  const expect = (next) => {
    expected = next;
    looking = [];
    open = new Set(Object.keys(goals));
  };
  addEventListener("message", ({ data }) => {
    if (data?.bench === "expect") {
      expect(data.expected);
    }
  });

  // The moment of a key on the clock of all processes; to its paint.
  addEventListener("keydown", ({ key, timeStamp }) => {
    const at = performance.timeOrigin + timeStamp;
    if (key === "Enter") {
      open.add("review").add("reviewAll");
      report("pressed", at);
    } else {
      addEventListener("input", () => afterPaint(() => true, (painted) => report("key", painted - at)), { capture: true, once: true });
    }
  }, true);

  if (framed) {
    report("navigated", performance.timeOrigin);
    return;
  }

  /** What the benchmark calls in the page. */
  globalThis.bench = {
    now,
    stamps: {},
    keys: [],
    longTasks: [],
    // When the benchmark itself keeps the page busy.
    paused: [],
    stamp(name, at) {
      if (name === "key") {
        bench.keys.push(at);
      } else {
        bench.stamps[name] = at;
      }
      bench.changed?.();
    },
    /** Waits until the condition holds, which is looked at after every stamp. */
    async until(condition) {
      while (!condition()) {
        await new Promise((resolve) => { bench.changed = resolve; });
      }
    },
    expect(next) {
      bench.stamps = {};
      bench.keys = [];
      expect(next);
      for (let i = 0; i < frames.length; i++) {
        frames[i].postMessage({ bench: "expect", expected: next }, "*");
      }
    },
    /**
     * Shows a form, and says how long it took until its first and all its fields were
     * painted, in milliseconds. The request comes so many milliseconds after the
     * beginning of an animation frame.
     */
    async show(params, next, phase) {
      bench.expect(next);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, phase)));
      const began = now();
      chat.ask(params);
      await bench.until(() => bench.stamps.first && bench.stamps.all);
      return { first: bench.stamps.first - began, all: bench.stamps.all - began };
    },
    /** How long a press of Continue took until the review was painted. */
    async reviewed() {
      await bench.until(() => bench.stamps.pressed && bench.stamps.review && bench.stamps.reviewAll);
      return { review: bench.stamps.review - bench.stamps.pressed, reviewAll: bench.stamps.reviewAll - bench.stamps.pressed };
    },
  };
  addEventListener("message", ({ data }) => {
    if (typeof data?.bench === "string" && data.at !== undefined) {
      bench.stamp(data.bench, data.at);
    }
  });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      bench.longTasks.push({ from: startTime, to: startTime + duration });
    }
  }).observe({ type: "longtask", buffered: true });
})
