// The clock of a document in a test, and of the frames in it. It goes on as the real one does, and can be advanced: then the
// timers that are due ring in their order, without the time that they would have waited. Long timers ring only then: how much
// a slow machine does in ten seconds says nothing.
//
// It also knows what is pending: messages, timers and frames of the screen. A document is idle when nothing is pending that
// happens soon. That is found by order and not by waiting: a message that is sent now arrives after all that were sent before
// over the same port, however slow the machine is.
(() => {
  if (globalThis.testClock) {
    return;
  }
  const { setTimeout: startTimer, clearTimeout: stopTimer, requestAnimationFrame: nextFrame } = globalThis;
  const { now: realNow } = Performance.prototype;
  const { postMessage: post, start: startPort, close } = MessagePort.prototype;
  const { now: realDate } = Date;
  // The longest timer that means "soon", in milliseconds: the program waits for a frame of the screen no longer than that.
  const SOON = 100;
  // The shortest timer that only a test reaches, in milliseconds.
  const LONG = 10_000;
  // How far this document is ahead of the real clock, in milliseconds.
  let ahead = 0;
  // Counts what happens, in this document alone.
  let activity = 0;
  const now = () => realNow.call(performance) + ahead;

  Performance.prototype.now = function () { return realNow.call(this) + ahead; };
  Date.now = () => realDate() + Math.round(ahead);
  const { get: realStamp } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, enumerable: true, get() { return realStamp.call(this) + ahead; } });

  // The timers that have not rung, by their ids. No browser counts up to the first of these ids.
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
  // How long a timer has to wait, by the clock that it goes by.
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

  // The ports over which this document has sent a message. Of those whose other end listens, the name of the document there.
  const used = new Set();
  const listeners = new WeakMap();
  const peers = new WeakMap();
  const known = new WeakSet();
  const name = `${performance.timeOrigin} ${Math.random()}`;
  // The probes that have not come back.
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

  // The frames in this document that have this clock too, each with the name of its document and the orders that it has not
  // carried out, by their ids.
  const frames = new Map();
  let lastOrder = 0;
  // No event tells that a frame is gone. It answers nothing any more.
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
  // What a document has sent may still arrive when it has ended.
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
      // A new document of a frame does not know what the one before was asked.
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

  // What this document and its frames have done so far, and in how many milliseconds the next timer rings, and the next one
  // of those that mean "soon".
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

  // The next two pictures of the screen, between which the page is laid out and its observers are told. The frames in it are
  // drawn at the same time, or not at all. A page behind others has no pictures.
  const drawn = () => new Promise((done) => {
    const task = () => startTimer.call(globalThis, done);
    if (document.hidden) {
      task();
    } else {
      nextFrame.call(globalThis, () => nextFrame.call(globalThis, task));
    }
  });
  // Resolves when nothing has happened from one count to the next, with pictures between. Returns when the next timer rings.
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
    /** What is pending in this document, for the message of a failure. */
    pending: () => JSON.stringify({
      timers: [...timers.values()].map((timer) => `${Math.round(rest(timer))} ms: ${String(timer.act).slice(0, 100)}`),
      probes: [...probes.keys()], orders: [...frames.values()].map(({ document, orders }) => `${document}: ${orders.size}`), activity,
    }),
    /** Advances the clock of this document alone. What is due then rings later. */
    skip: advanceHere,
    /** For a script of a test that looks at each picture: the document is idle beside it. */
    nextFrame: (act) => nextFrame.call(globalThis, act),
    /** Resolves when nothing is pending in this document and its frames but timers that ring later. */
    async idle() {
      await idle();
    },
    /** Advances the clock of this document and its frames, and resolves when all that is due by then has happened. */
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
