import { performance } from 'node:perf_hooks';
import type { Harness } from '@orbita/api/testing/harness';
import {
  acceptContract,
  apply,
  fillData,
  grade,
  payByPix,
  signUp,
  upload,
  writeEssay,
} from '@orbita/api/testing/journey';
import { inventedPerson } from '@orbita/api/testing/people';
import type { Figure } from './table.ts';

const percentile = (times: number[], p: number) =>
  times.sort((a, b) => a - b)[Math.floor((times.length - 1) * p)] ?? 0;

/** Runs `work` for `count` invented people, `lanes` at a time; people a second and time of each. */
async function crowd(count: number, lanes: number, from: number, work: (n: number) => Promise<void>) {
  let next = from;
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let n = next++; n < from + count; n = next++) {
        const start = performance.now();
        await work(n);
        times.push(performance.now() - start);
      }
    }),
  );
  return { rate: (count / (performance.now() - began)) * 1000, times };
}

/** Applications a second of people who are signed in already, course to first gate. */
export async function applicationRate(
  harness: Harness,
  from: number,
  size = 200,
  lanes = 16,
): Promise<number> {
  const clients = new Map<number, ReturnType<Harness['visitor']>>();
  await crowd(size, lanes, from, async (n) => {
    const client = harness.visitor();
    await signUp(client, inventedPerson(n));
    clients.set(n, client);
  });
  const { rate } = await crowd(size, lanes, from, async (n) => {
    const client = clients.get(n);
    if (client) await apply(client);
  });
  return rate;
}

/** J01 by HTTP over PostgreSQL: course to first gate for signed-in people, the same with sign-up, and the whole journey. */
export async function applicationsPerSecond(harness: Harness, lanes = 16): Promise<Figure[]> {
  const clients = new Map<number, ReturnType<Harness['visitor']>>();
  const signedUp = async (n: number) => {
    const client = harness.visitor();
    client.headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
    const me = await signUp(client, inventedPerson(n));
    clients.set(n, client);
    return { client, me };
  };
  await crowd(20, 4, 0, async (n) => void (await apply((await signedUp(n)).client)));

  const size = 300;
  await crowd(size, lanes, 1000, async (n) => void (await signedUp(n)));
  const toGate = await crowd(size, lanes, 1000, async (n) => {
    const client = clients.get(n);
    if (client) await apply(client);
  });
  const withSignUp = await crowd(
    size,
    lanes,
    10_000,
    async (n) => void (await apply((await signedUp(n)).client)),
  );
  const whole = await crowd(40, 8, 20_000, async (n) => {
    const person = inventedPerson(n);
    const { client, me } = await signedUp(n);
    const { id } = await apply(client);
    await grade(harness.operations, await writeEssay(client, id));
    await fillData(client, me.personId, id, person);
    await acceptContract(client, id);
    const payment = await payByPix(client, id);
    await harness.operations.call('POST /operations/simulator/payments/{paymentId}', {
      params: { paymentId: payment.paymentId },
      body: { result: 'paid' },
    });
    for (let tries = 0; tries < 200; tries++) {
      const { body } = await client.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
      if (body.status === 5) break;
      await new Promise((later) => setTimeout(later, 20));
    }
    const documents = await client.call('GET /candidate/subscriptions/{id}/documents', {
      params: { id },
      query: { stage: 'enrollment' },
    });
    for (const one of documents.body.filter((document) => document.required)) {
      await upload(client, id, one.documentId);
      await harness.operations.call('POST /operations/documents/{id}/review', {
        params: { id: one.documentId },
        body: { decision: 'approved' },
      });
    }
  });
  const line = (what: string, run: { rate: number; times: number[] }, target: number | null): Figure[] => [
    {
      what,
      measured: `${run.rate.toFixed(1)} a second`,
      target: target ? `≥ ${target}` : '',
      reached: target ? run.rate >= target : null,
    },
    {
      what: `${what}: p99`,
      measured: `${percentile(run.times, 0.99).toFixed(0)} ms`,
      target: target ? '≤ 300 ms' : '',
      reached: target ? percentile(run.times, 0.99) <= 300 : null,
    },
  ];
  return [
    ...line('Applications, signed in (course to first gate)', toGate, 100),
    ...line('Applications with sign-up and password hash', withSignUp, 50),
    ...line('Whole of J01', whole, null),
  ];
}
