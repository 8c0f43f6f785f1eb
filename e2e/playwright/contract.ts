// The scenarios of npm/testing/contract.test.ts, with the real host.

import assert from "node:assert/strict";
import { cancel, decline, done, fillForm, FormError, open, proceed, send } from "elicitform/testing/playwright";
import { auditInWords, inWords, type Scenario, scenarios, type Step } from "../../npm/testing/test/contract.js";
import type { FormHostEvent } from "../../bridge/host/types.js";
import type { Chat } from "./chat.js";

declare global {
  interface Window {
    events: FormHostEvent[];
  }
}

/** The scenarios as cases. Each needs its own page. */
export const contract = Object.fromEntries(Object.entries(scenarios).map(([name, scenario]) => [`the contract: ${name}`, (chat: Chat) => play(chat, scenario)]));

async function play(chat: Chat, { options, steps, ends, events, audit = [] }: Scenario): Promise<void> {
  const { page } = chat;
  await chat.open(options);
  // Without the program the frame would show every request in the shell.
  await page.evaluate(async () => {
    await window.host.ready;
    window.chat = { host: window.host, signals: {}, ends: {} };
  });
  let current: Extract<Step, { ask: string }> | undefined;
  for (const [i, step] of steps.entries()) {
    if ("person" in step) {
      const more = steps.slice(i + 1).findIndex((next) => "person" in next);
      const last = more < 0 || steps.slice(i + 1, i + 1 + more).some((next) => "ask" in next);
      await act(chat, step.person, Boolean(current?.requests) && !last).catch((error: unknown) => {
        // A scenario with refusals expects the problems of the form.
        assert.ok(current?.refusals && error instanceof FormError, String(error));
      });
      continue;
    }
    current = "ask" in step ? step : current;
    await chat.carryOut(step);
    if ("ask" in step) {
      // The request is shown, queued or settled.
      await page.waitForFunction(
        ({ ask, calls }) => ask in window.chat.ends || new Set(window.events.flatMap((event) => (event.type === "shown" || event.type === "queued" ? event.id : []))).size >= calls,
        { ask: step.ask, calls: steps.slice(0, i + 1).filter((each) => "ask" in each).length },
      );
    }
  }
  await page.waitForFunction((calls) => Object.keys(window.chat.ends).length >= calls, Object.keys(ends).length);
  // Events follow the end of a request, and records of the audit follow the events.
  const reported = async (words: (event: FormHostEvent) => string | undefined, enough: number): Promise<(string | undefined)[]> => {
    for (let all: FormHostEvent[] = []; ; await page.waitForFunction((before) => window.events.length > before, all.length)) {
      all = await page.evaluate(() => window.events);
      const texts = all.map(words).filter(Boolean);
      if (texts.length >= enough) {
        return texts;
      }
    }
  };
  assert.deepEqual(await page.evaluate(() => window.chat.ends), ends);
  assert.deepEqual(await reported(inWords, events.length), events);
  assert.deepEqual((await reported(auditInWords, audit.length)).sort(), audit);
}

// Performs a step of the person. In a round, all requests but the last lead on to the next.
async function act({ page }: Chat, person: Extract<Step, { person: unknown }>["person"], leadsOn: boolean): Promise<void> {
  const named = { decline, cancel, open, done };
  if (person === "done") {
    await open(page);
    await done(page);
  } else if (typeof person === "string") {
    await named[person](page);
  } else {
    const labels = Object.entries(person).map(([name, value]) => [name[0]!.toUpperCase() + name.slice(1), value] as const);
    if (labels.length > 0) {
      await fillForm(page, Object.fromEntries(labels));
    }
    await (leadsOn ? proceed : send)(page);
  }
}
