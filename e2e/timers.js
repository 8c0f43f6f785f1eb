// The clock of a document in a test, and of the frames in it. It runs like the real clock, and a test can advance it: then the
// due timers ring in their order, without the wait. Long timers ring only on an advance, because ten seconds of a slow machine
// prove nothing.
//
// The clock also knows the pending messages, timers and frames of the screen. A document is idle when nothing is pending soon.
// It finds that by order, and not by waiting: a message that is sent now arrives after all earlier ones of the same port, on the
// slowest machine too.
(() => {
  if (globalThis.testClock) {
    return;
  }
  const { setTimeout: startTimer, clearTimeout: stopTimer, requestAnimationFrame: nextFrame } = globalThis;
  const { now: realNow } = Performance.prototype;
  const { postMessage: post, start: startPort, close } = MessagePort.prototype;
  const { now: realDate } = Date;
  // The longest timer that counts as soon, in milliseconds: the program waits for a frame of the screen no longer than that.
  const SOON = 100;
  // The shortest timer that rings only on an advance, in milliseconds.
  const LONG = 10_000;
  // The lead of this document over the real clock, in milliseconds.
  let ahead = 0;
  // Counts the events of this document alone.
  let activity = 0;
  const now = () => realNow.call(performance) + ahead;

  Performance.prototype.now = function () { return realNow.call(this) + ahead; };
  Date.now = () => realDate() + Math.round(ahead);
  const { get: realStamp } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, enumerable: true, get() { return realStamp.call(this) + ahead; } });

  // The pending timers by their ids, which are beyond the ids of any browser.
  const timers = new Map();
  let lastTimer = 1_000_000;
  const ring = (id, timer) => {
    activity++;
    if (timer.period === undefined) {
      timers.delete(id);
    } else {
      timer.due = Math.max(timer.due + timer.period, timer.long ? ahead : now());
      arm(id, timer);
    }
    timer.act.apply(globalThis, timer.args);
  };
  // The rest of a timer's wait, by its own clock.
  const rest = ({ due, long }) => due - (long ? ahead : now());
  const arm = (id, timer) => {
    const wait = Math.max(Math.ceil(rest(timer)), 0);
    timer.real = timer.long && wait > 0 ? undefined : startTimer.call(globalThis, ring, wait, id, timer);
  };
  const start = (act, after, args, repeats) => {
    activity++;
    const wait = Number(after) > 0 && Number(after) < 2 ** 31 ? Number(after) : 0;
    const long = wait >= LONG;
    const timer = { act, args, due: (long ? ahead : now()) + wait, period: repeats ? Math.max(wait, 1) : undefined, soon: !repeats && wait <= SOON, long };
    arm(++lastTimer, timer);
    timers.set(lastTimer, timer);
    return lastTimer;
  };
  const stop = (id) => {
    stopTimer.call(globalThis, timers.has(id) ? timers.get(id).real : id);
    timers.delete(id);
  };
  globalThis.setTimeout = (act, after, ...args) => start(act, after, args, false);
  globalThis.setInterval = (act, after, ...args) => start(act, after, args, true);
  globalThis.clearTimeout = globalThis.clearInterval = stop;
  globalThis.requestAnimationFrame = (act) => {
    activity++;
    return nextFrame.call(globalThis, (time) => act(time + ahead));
  };
  const advanceHere = (milliseconds) => {
    ahead += milliseconds;
    for (const [id, timer] of [...timers].sort(([, a], [, b]) => rest(a) - rest(b))) {
      stopTimer.call(globalThis, timer.real);
      arm(id, timer);
    }
  };

  // The ports over which this document has sent a message, each with the name of the document that listens at its other end.
  const used = new Set();
  const listeners = new WeakMap();
  const peers = new WeakMap();
  const known = new WeakSet();
  const name = `${performance.timeOrigin} ${Math.random()}`;
  // The probes without a reply.
  const probes = new Map();
  let lastProbe = 0;
  const watch = (port) => {
    if (known.has(port)) {
      return;
    }
    known.add(port);
    port.addEventListener("message", (event) => {
      const order = event.data?.testClock;
      if (!order?.probe) {
        activity++;
      }
      if (order === undefined) {
        return;
      }
      event.stopImmediatePropagation();
      if (order.listener) {
        listeners.set(port, order.listener);
      } else if (probes.has(order.probe)) {
        probes.get(order.probe).done();
      } else {
        post.call(port, event.data);
      }
    });
  };
  const forget = (port) => {
    used.delete(port);
    probes.forEach((probe) => probe.port === port && probe.done());
  };
  const listen = (port) => {
    watch(port);
    if (peers.has(port)) {
      listeners.set(peers.get(port), name);
    }
    post.call(port, { testClock: { listener: name } });
  };
  const Channel = globalThis.MessageChannel;
  globalThis.MessageChannel = class MessageChannel extends Channel {
    constructor() {
      super();
      watch(this.port1);
      watch(this.port2);
      peers.set(this.port1, this.port2).set(this.port2, this.port1);
    }
  };
  const { set: setListener, ...listener } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", { ...listener, set(act) { listen(this); setListener.call(this, act); } });
  MessagePort.prototype.start = function () { listen(this); startPort.call(this); };
  MessagePort.prototype.postMessage = function (...message) {
    activity++;
    watch(this);
    used.add(this);
    return post.apply(this, message);
  };
  MessagePort.prototype.close = function () {
    forget(this);
    forget(peers.get(this));
    return close.call(this);
  };
  const probe = (port) => new Promise((done) => {
    const id = `${name} ${++lastProbe}`;
    probes.set(id, { port, done() { probes.delete(id); done(); } });
    post.call(port, { testClock: { probe: id } });
  });

  // The frames in this document with this clock, each with the name of its document and its pending orders by their ids.
  const frames = new Map();
  let lastOrder = 0;
  // A removed frame sends no event, and does not reply.
  const look = () => {
    for (const [frame, { document, orders }] of frames) {
      if (frame.closed) {
        frames.delete(frame);
        end(document);
        orders.forEach(({ done }) => done());
      }
    }
    if (probes.size > 0 || [...frames.values()].some(({ orders }) => orders.size > 0)) {
      startTimer.call(globalThis, look, 5);
    }
  };
  // A message can arrive after the end of its document.
  const ended = new Set();
  const end = (document) => {
    ended.add(document);
    used.forEach((port) => ended.has(listeners.get(port)) && forget(port));
  };
  const ask = async (order) => {
    const answers = [...frames].map(([frame, { orders }]) => new Promise((done) => {
      const id = ++lastOrder;
      const send = () => frame.postMessage({ testClock: { ...order, id } }, "*");
      orders.set(id, { send, done(answer) { orders.delete(id); done(answer); } });
      send();
    }));
    look();
    return (await Promise.all(answers)).filter(Boolean);
  };
  addEventListener("message", (event) => {
    const order = event.data?.testClock;
    event.ports?.forEach(watch);
    if (order === undefined) {
      activity++;
      return;
    }
    event.stopImmediatePropagation();
    const { source } = event;
    if (order.hello) {
      // A new document of a frame does not know the orders to the document before.
      const { document, orders = new Map() } = frames.get(source) ?? {};
      end(document);
      frames.set(source, { document: order.hello, orders });
      orders.forEach(({ send }) => send());
    } else if (order.answer) {
      frames.get(source)?.orders.get(order.id)?.done(order.answer);
    } else {
      void obey(order).then((answer) => source.postMessage({ testClock: { answer, id: order.id } }, "*"));
    }
  }, true);

  // The number of events of this document and its frames, and the milliseconds until the next timer, and until the next timer that
  // counts as soon.
  const count = async () => {
    const back = Promise.all([...used].filter((port) => listeners.has(port) && !ended.has(listeners.get(port))).map(probe));
    look();
    await back;
    const inside = await ask({ count: true });
    const nearest = (list) => Math.min(...list.map(rest));
    const own = { activity, next: nearest([...timers.values()]), soon: nearest([...timers.values()].filter(({ soon }) => soon)) };
    return inside.reduce((all, one) => ({
      activity: all.activity + one.activity, next: Math.min(all.next, one.next), soon: Math.min(all.soon, one.soon),
    }), own);
  };
  const advanceAll = async (milliseconds) => {
    advanceHere(milliseconds);
    await ask({ advance: milliseconds });
    return {};
  };
  const obey = (order) => (order.count ? count() : advanceAll(order.advance));

  // Waits for two frames of the screen, between which the browser lays out the page and calls the observers. The frames of this
  // document are drawn at the same time, or not at all. A page behind another page has no frames of the screen.
  const drawn = () => new Promise((done) => {
    const task = () => startTimer.call(globalThis, done);
    if (document.hidden) {
      task();
    } else {
      nextFrame.call(globalThis, () => nextFrame.call(globalThis, task));
    }
  });
  // Resolves when two counts are equal, with frames of the screen between them. Returns the time of the next timer.
  const idle = async () => {
    for (let before = await count(); ;) {
      await drawn();
      const after = await count();
      if (after.activity === before.activity && after.soon > 0) {
        if (after.soon === Infinity && after.next > 0) {
          return after.next;
        }
        await advanceAll(Math.min(after.soon, after.next));
      }
      before = after;
    }
  };

  globalThis.testClock = {
    /** Lists the pending work of this document, for the message of a failure. */
    pending: () => JSON.stringify({
      timers: [...timers.values()].map((timer) => `${Math.round(rest(timer))} ms: ${String(timer.act).slice(0, 100)}`),
      probes: [...probes.keys()], orders: [...frames.values()].map(({ document, orders }) => `${document}: ${orders.size}`), activity,
    }),
    /** Advances the clock of this document alone. The due timers ring later. */
    skip: advanceHere,
    /** For a test's script that looks at each frame of the screen: the document counts as idle beside it. */
    nextFrame: (act) => nextFrame.call(globalThis, act),
    /** Resolves when this document and its frames are idle. */
    async idle() {
      await idle();
    },
    /** Advances the clock of this document and its frames, and resolves after all due timers and their effects. */
    async advance(milliseconds) {
      const end = ahead + milliseconds;
      for (let next = await idle(); ahead < end; next = await idle()) {
        await advanceAll(Math.min(next, end - ahead));
      }
    },
  };
  if (parent !== globalThis) {
    parent.postMessage({ testClock: { hello: name } }, "*");
  }
})();
