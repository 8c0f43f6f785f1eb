// Tests every event of rounds, in any order, against a model that
// knows only the open rounds, and their required ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTime, tick } from "../message/test/clock.js";
import type { JsonObject } from "../message/json.js";
import { countKept } from "./test/garbage.js";
import { generator } from "./test/generator.js";
import type { WaitEnd } from "../message/names.js";
import type { Answer, End, Page, Place, SessionEvent, SessionOwner, SessionRound } from "./round.js";
import { RequestIds } from "./requestids.js";
import { Session } from "./session.js";

const SEQUENCES = Number(process.env["SESSION_SEQUENCES"] ?? 3000);
const EVENTS = 40;

class TestRound implements SessionRound {
  readonly from = "server";
  readonly completed = new Set<unknown>();
  readonly over = new AbortController();
  pages: readonly Page[];

  constructor(
    readonly name: string,
    readonly id: number,
    readonly text?: string,
    readonly deadline?: number,
  ) {
    this.pages = [{ elicitationId: `page ${id}` }];
  }
}

/** The required state of rounds: the open and the opened ones, in order, and the ends of the others. */
class Model {
  open: TestRound[] = [];
  opened: TestRound[] = [];
  ends: string[] = [];
  readonly known = new Map<number, { text: string; end?: string; at: number }>();
  #time = Date.now();

  comes(round: TestRound): void {
    const before = this.known.get(round.id);
    if (before && (!before.end || Date.now() - before.at < 60_000) && (before.text === round.text || !before.end)) {
      const answered = before.text === round.text && before.end === "answered";
      this.ends.push(...(before.text !== round.text ? [`${round.name} rejected`] : answered ? [`${round.name} answered`] : []));
      return;
    }
    if (round.text !== undefined) {
      this.known.set(round.id, { text: round.text, at: Date.now() });
    }
    this.open.push(round);
  }

  end(how: string, ...rounds: TestRound[]): void {
    this.open = this.open.filter((round) => !rounds.includes(round));
    rounds.forEach(({ name, id, text }) => (this.ends.push(`${name} ${how}`), text && this.known.set(id, { text, end: how, at: Date.now() })));
  }

  expire(): void {
    const late = this.open.filter(({ deadline }) => deadline !== undefined && deadline <= Date.now());
    this.end("expired", ...late.sort((a, b) => a.deadline! - b.deadline!));
    // Timers have ended each round at its deadline, or on its arrival.
    late.forEach(({ id, text, deadline }) => text && (this.known.get(id)!.at = Math.max(deadline!, this.#time)));
    this.#time = Date.now();
  }

  finish(how: WaitEnd, ...rounds: TestRound[]): void {
    this.opened = this.opened.filter((round) => !rounds.includes(round));
    this.ends.push(...rounds.map(({ name }) => `${name} finished: ${how}`));
  }
}

type Kind = "plain" | "page" | "checked";

/** A session whose display, program, person and server are the test. */
class Run implements SessionOwner<TestRound, object> {
  readonly session: Session<TestRound, object> = new Session<TestRound, object>(this);
  readonly ids = new RequestIds<TestRound, object>();
  readonly model = new Model();
  readonly ends: string[] = [];
  open = false;
  present = true;
  /** The program answers each round at once. */
  eager = false;
  /** A frame that was taken out loads again when it is put back. */
  reloads = false;
  /** The owner fails all rounds when one has failed. */
  insists = false;
  kind: Kind = "plain";
  /** The open round on the screen, another object each time, and the round or page on the screen. */
  shows: { round: TestRound; queue: Place } | undefined;
  screen: TestRound | undefined;
  checks: { of: Run["shows"]; found: (problems: object[] | Error) => void }[] = [];

  /** Lets a round arrive. The round has its own id, or one of the other side. Returns whether the session gets it. */
  arrive(round: TestRound): boolean {
    const arrival = round.text === undefined ? "new" : this.ids.arrive(round.id, round.text, round);
    if (arrival === "new") {
      this.session.arrive(round);
    } else if (arrival === "id-in-use" || this.ids.answer(round.id)) {
      this.ends.push(`${round.name} ${arrival === "id-in-use" ? "rejected" : "answered"}`);
    }
    return arrival === "new";
  }

  reveal(round: TestRound): boolean {
    const isLost = this.reloads && !this.present;
    this.present = true;
    this.screen = round;
    if (isLost) {
      this.lose();
    }
    return isLost;
  }

  /** The document of the frame is gone. */
  lose(): void {
    this.open = false;
    this.shows = this.screen = undefined;
    this.model.opened = [];
  }

  show(round: TestRound, queue: Place): void {
    assert.ok(this.open);
    assert.equal(this.shows, undefined, "one at a time");
    assert.equal(round.name, this.model.open[0]?.name, "in order");
    this.shows = { round, queue };
    this.screen = round;
    if (this.eager) {
      this.answer(round.id, "plain");
    }
  }

  wait(round: TestRound): void {
    assert.equal(this.shows, undefined);
    assert.equal(round.name, this.model.opened.at(-1)?.name);
    this.screen = round;
  }

  inform(method: string, params: JsonObject): void {
    const id = params["requestId"];
    switch (method) {
      case "elicitform/received":
        assert.ok(this.model.ends.some((end) => end.endsWith(`(${String(id)}) answered`)), "only an answer is confirmed");
        break;
      case "elicitform/completed":
        if (!params["server"]) {
          assert.equal(id, this.screen?.id);
        }
        if (!params["server"] && !this.shows) {
          this.session.notified("elicitform/finished", { requestId: id, how: "completed" });
        }
        break;
      case "elicitform/queue": {
        const { shows } = this;
        const queue = params["queue"] as Place;
        assert.ok(shows && shows.round.id === id && shows.queue.position === queue.position, "only the others have changed");
        shows.queue = queue;
        break;
      }
      default:
        assert.equal(id, this.shows?.round.id, method);
    }
  }

  hide(): void {
    assert.equal(this.shows, undefined);
  }

  read(round: TestRound, response: JsonObject): Answer<object> {
    const of = this.shows;
    const check = (): Promise<object[]> =>
      new Promise((resolve, reject) => this.checks.push({ of, found: (found) => (found instanceof Error ? reject(found) : resolve(found)) }));
    return { value: { response }, opened: this.kind === "page" ? round.pages : [], check: this.kind === "checked" ? check : undefined };
  }

  hasEnded(round: TestRound, end: End<object>): void {
    if (this.shows?.round === round) {
      this.shows = undefined;
    }
    this.ids.end(round.id, end.how === "answered" ? end.value : undefined);
    this.ends.push(`${round.name} ${end.how}`);
    // The owner may repeat events that have happened.
    if (end.how === "failed" && this.insists) {
      this.session.fail(end.error);
    }
  }

  tell(round: TestRound, event: SessionEvent): void {
    if (event.type === "finished") {
      this.ends.push(`${round.name} finished: ${event.how}`);
    }
  }

  closed(): void {
    assert.equal(this.model.opened.length, 0);
    this.screen = undefined;
  }

  /** The program answers the shown round, or an old one. */
  answer(id: number, kind: Kind): void {
    const round = this.shows?.round;
    if (round && round.id === id && kind !== "checked") {
      this.settles(round, kind);
    }
    this.kind = kind;
    this.session.reply(id, { result: {} });
    this.kind = "plain";
  }

  settles(round: TestRound, kind: Kind): void {
    if (round.deadline !== undefined && round.deadline <= Date.now()) {
      this.model.end("expired", round);
    } else {
      this.model.end("answered", round);
      this.model.opened.push(...(kind === "page" ? [round] : []));
    }
  }
}

/** Lets all microtasks run. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Runs one sequence of events; returns the run for checks. */
async function sequence(seed: number): Promise<Run> {
  const below = generator(seed);
  const run = new Run();
  const { session, model } = run;
  const story: string[] = [];
  // The latest first.
  const rounds: TestRound[] = [];
  // Our own ids count up; those of the other side repeat.
  const ours = below(2) === 0;
  run.eager = below(8) === 0;
  run.insists = below(2) === 0;
  run.reloads = below(2) === 0;
  let last = 0;
  const anyId = (): number => (ours ? 1 + below(last + 1) : 1 + below(6));

  const events: { [what: string]: (id: number) => void } = {
    "a round comes": (id) => {
      last++;
      const deadline = below(4) === 0 ? Date.now() - 1000 + below(40_000) : undefined;
      const round = ours ? new TestRound(`#${last}(${last})`, last, undefined, deadline) : new TestRound(`#${last}(${id})`, id, `question ${below(2)}`, deadline);
      model.comes(round);
      model.expire();
      if (run.arrive(round)) {
        rounds.unshift(round);
      }
    },
    "the program answers": (id) => run.answer(run.shows?.round.id ?? id, (["plain", "page", "checked"] as const)[below(3)]!),
    "the program answers twice": (id) => {
      const shown = run.shows?.round.id ?? id;
      run.answer(shown, "plain");
      run.answer(shown, "page");
    },
    "the program answers something else": (id) => run.answer(id, "plain"),
    "a check is over": () => {
      const check = run.checks.shift();
      const found = [[], [{}], new Error()][below(3)]!;
      if (check && found instanceof Array && found.length === 0 && check.of === run.shows) {
        run.settles(check.of!.round, "plain");
      }
      check?.found(found);
    },
    "the server withdraws": (id) => {
      model.end("withdrawn", ...model.open.filter((round) => round.id === id));
      const round = rounds.find((round) => round.id === id);
      if (round) {
        session.withdraw(round);
      }
    },
    "time passes": () => tick(below(30_000)),
    "much time passes": () => tick(60_000),
    "the machine sleeps, and the person answers": (id) => {
      setTime(Date.now() + below(30_000));
      run.answer(run.shows?.round.id ?? id, "plain");
      model.expire();
      // Timers sleep too: they are late by the same time, and repetitions have been forgotten
      // meanwhile.
      tick(60_000);
      model.expire();
      tick(60_000);
    },
    "the frame is lost": () => {
      run.lose();
      session.displayLost();
    },
    "the frame is back": () => {
      run.open = true;
      session.show();
    },
    "the frame is taken out": () => (run.present = false),
    "the person has finished": (id) => {
      model.finish("person", ...model.opened.filter((round) => round.id === id).slice(-1));
      session.notified("elicitform/finished", { requestId: id, how: "person" });
    },
    "the server has finished": (id) => {
      model.finish("completed", ...model.opened.filter((round) => round.id === id && !round.completed.has(`page ${id}`)));
      session.complete(`page ${id}`, "server");
    },
    "the person closes": () => {
      if (!session.active) {
        model.finish("closed", ...model.opened.filter((round) => round === run.screen));
      }
      session.notified("elicitform/closed", {});
    },
    "somebody says nonsense": (id) => {
      session.notified("elicitform/finished", { requestId: String(id), how: "person" });
      session.notified("elicitform/finished", { requestId: id, how: "otherwise" });
      session.notified("elicitform/finished", undefined);
      session.reply(String(id), {});
      session.complete(`page ${id}`, "another server");
    },
    "nobody can answer": () => {
      model.end("failed", ...model.open);
      session.fail(new Error("lost"));
    },
  };
  const names = Object.keys(events);
  names.push(...Array<string>(8).fill(names[0]!), ...Array<string>(8).fill(names[1]!), "a check is over", "the frame is back", "the frame is back");

  const agree = (): void => {
    assert.deepEqual(run.ends, model.ends);
    if (run.shows) {
      const { position, total } = run.shows.queue;
      assert.equal(total - position, model.open.length - 1, "the person is told how many wait");
    }
  };
  try {
    for (let i = 0; i < EVENTS; i++) {
      const name = names[below(names.length)]!;
      const id = anyId();
      story.push(`${name} (${id})`);
      events[name]!(id);
      model.expire();
      // The result of a check usually gets its turn before the next event;
      // in one of three cases several events happen before.
      if (below(3) > 0 || name === "a check is over") {
        await turn();
        agree();
      }
    }
    await turn();
    agree();
    model.end("failed", ...model.open);
    session.dispose(new Error("disposed"));
    session.arrive(new TestRound("late", -1));
    model.ends.push("late failed");
    await turn();
    agree();
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}\n${story.join("\n")}`, { cause: error });
  }
  return run;
}

test("D4 whatever happens in any order, each round ends once, in order, as the model says", async () => {
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    await sequence(seed);
  }
});

test("N24 of what has ended a session keeps nothing, once it cannot be repeated any more", async () => {
  const run = new Run();
  const values: WeakRef<object>[] = [];
  run.open = true;
  run.inform = () => {};
  run.hasEnded = (round, end) => {
    run.shows = undefined;
    run.ids.end(round.id, end.how === "answered" ? end.value : undefined);
    values.push(new WeakRef(round), ...(end.how === "answered" ? [new WeakRef(end.value)] : []));
  };
  const ask = async (id: number, text?: string): Promise<void> => {
    run.arrive(new TestRound(`#${id}`, id, text));
    run.model.open = [run.session.active ?? new TestRound(`#${id}`, id, text)];
    await turn();
  };
  for (let id = 0; id < 10; id++) {
    await ask(id, id % 2 ? `question ${id}` : undefined);
    if (id % 3) {
      run.session.reply(id, { result: {} });
    } else {
      run.session.withdraw(run.session.active!);
    }
  }
  run.screen = undefined;
  tick(60_000);
  assert.equal(values.length, 16);
  assert.equal(await countKept(values), 0);
});
