import type { SubscriptionEvent } from '@orbita/domain/subscription';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACT_NAMES, ACTS, type ActName } from '../../testing/engine/acts.ts';
import { arrange, PLACES } from '../../testing/engine/arrange.ts';
import { TYPES } from '../../testing/engine/catalogue.ts';
import { rowsFor } from '../../testing/engine/table.ts';
import { Engine } from '../../testing/engine/walker.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';

let harness: Harness;
let engine: Engine;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  engine = await Engine.on(harness);
});
afterAll(() => harness.stop());

/** Acts of several steps, of which only the last asks for the move. */
const IN_PARTS: readonly ActName[] = [
  'fill in and accept the contract',
  'arrange and hold the interview',
  'write the essay',
  'book a test that is withdrawn',
  'submit the questionnaire',
];
/** Calls that ask for one of several moves, depending on what there is. */
const ALSO: Partial<Record<ActName, readonly SubscriptionEvent[]>> = {
  'book the test': ['test-rescheduled'],
  'move the test': ['test-scheduled'],
  'change the pole': ['schedule-invalidated'],
};

/** They may do something that moves nothing: a document is looked at whenever it is there, an essay has its own states. */
const BESIDE: readonly ActName[] = [
  'approve documents',
  'approve selection documents',
  'look up the score',
  'miss the score',
  'send the bulletin',
  'start the essay',
  'finish the essay',
  'complete the information',
  'change the pole',
  'change the pole back',
  'choose a class',
  // They concern a person, whatever her applications do.
  'block',
  'unblock',
];

/** Those last: what they begin, such as the look at a file, ends by itself a moment later. */
const IN_ORDER = [...ACT_NAMES.filter((name) => !BESIDE.includes(name)), ...BESIDE];

describe('what the table does not know is refused, and nothing is written', () => {
  it.each(PLACES.map((place) => ({ ...place, name: `${TYPES[place.letter]} in ${place.status}` })))(
    '$name',
    async (place) => {
      const walker = await arrange(engine, place);
      const wrong: string[] = [];
      let asked = 0;
      for (const name of IN_ORDER) {
        const { event, actor, run } = ACTS[name];
        const by = actor === 'system' ? undefined : actor;
        const asks = (one: SubscriptionEvent, whose: typeof by) =>
          rowsFor({
            type: TYPES[place.letter],
            from: place.status,
            event: one,
            ...(whose ? { actor: whose } : {}),
          });
        const known = [asks(event, by), ...(ALSO[name] ?? []).map((one) => asks(one, undefined))].flat();
        if (known.length > 0 || IN_PARTS.includes(name)) continue;
        asked += 1;
        const before = await walker.snapshot();
        const { status } = await run(walker);
        const after = await walker.snapshot();
        const moved = after.status !== before.status || after.history.length !== before.history.length;
        if (moved) wrong.push(`${name}: ${before.status} → ${after.status}`);
        else if (BESIDE.includes(name)) continue;
        else if (status < 400 && status !== 204) wrong.push(`${name}: answered ${status}`);
        else if (after.print !== before.print) wrong.push(`${name}: ${status}, but something was written`);
      }
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(15);
    },
  );
});
