import { expect, it } from 'vitest';
import type { Job } from './jobs.ts';
import type { Platform } from './platform.ts';
import { wakeJob } from './wake.ts';

type Ears = { heard(payload: string): void; missed(): void };
const job: Job = { name: 'work', everyMs: 1000, run: async () => 0 };
const turn = () => new Promise((done) => setImmediate(done));

/** A platform that hears what the test says, and notes what is done. */
async function woken() {
  const done: (number | string)[] = [];
  const held: (() => void)[] = [];
  let ears: Ears | undefined;
  let listens = true;
  const platform = {
    db: {
      listen: async (_channel: string, heard: Ears['heard'], missed: Ears['missed']) => {
        ears = { heard, missed };
        return async () => {
          listens = false;
        };
      },
    },
    jobs: { run: async () => done.push('all') },
    log: { error: (given: { err: Error }) => done.push(given.err.message) },
  } as unknown as Platform;
  const stop = await wakeJob(platform, 'channel', job, async (_platform, tenantId) => {
    if (tenantId === 13) throw new Error('13 fails');
    await new Promise<void>((go) => held.push(go));
    done.push(tenantId);
  });
  if (!ears) throw new Error('nobody listens');
  const { heard, missed } = ears;
  /** Lets what waits go on. */
  const goOn = async () => {
    for (const go of held.splice(0)) go();
    await turn();
  };
  return { done, heard, missed, goOn, stop, listens: () => listens };
}

it('works for the tenant that was named alone, and once more for what came meanwhile', async () => {
  const { done, heard, goOn } = await woken();
  heard('7');
  await turn();
  heard('7');
  heard('7');
  heard('8');
  await goOn();
  expect(done).toEqual([7]);
  await goOn();
  await goOn();
  await goOn();
  expect(done).toEqual([7, 7, 8]);
});

it('runs the whole job after notifications were missed', async () => {
  const { done, heard, missed, goOn } = await woken();
  missed();
  await turn();
  heard('7');
  await turn();
  await goOn();
  expect(done).toEqual(['all', 7]);
});

it('goes on after a failure', async () => {
  const { done, heard, goOn } = await woken();
  heard('13');
  await turn();
  heard('7');
  await turn();
  await goOn();
  expect(done).toEqual(['13 fails', 7]);
});

it('ends only when what is being done is done', async () => {
  const { done, heard, goOn, stop, listens } = await woken();
  heard('7');
  await turn();
  const ended = stop();
  await turn();
  expect([listens(), done]).toEqual([false, []]);
  await goOn();
  await ended;
  expect(done).toEqual([7]);
});
