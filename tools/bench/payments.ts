import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type CardPaying, cardPaying } from '@orbita/testing/card-paying';
import { CARDS } from '@orbita/testing/cards';
import type { Enrolling } from '@orbita/testing/enrolling';
import { type Harness, startHarness } from '@orbita/testing/harness';
import { listenerOf } from '@orbita/testing/listener';
import { noticeSecret } from '@orbita/testing/notice-secret';
import { personAt } from '@orbita/testing/person-at';
import type { Charge } from '@orbita/testing/requests';
import type { Figure } from './table.ts';

/** Milliseconds from the bank's notification to the event on the candidate's socket (design section 8). */
const TARGET_P95_MS = 300;

const at = (sorted: readonly number[], p: number): number => sorted[Math.floor((sorted.length - 1) * p)] ?? 0;
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const spread = (values: readonly number[]): string => {
  const sorted = [...values].sort((a, b) => a - b);
  return `${ms(at(sorted, 0.5))} / ${ms(at(sorted, 0.95))}`;
};

const PATIENCE_MS = 20_000;

/** The same result, or an error if an event never comes. */
const withinTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    pause(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error('The event did not come');
    }),
  ]);

/** Records how long calls of a provider take. */
function timed<T extends object, K extends keyof T>(gateway: T, name: K, times: number[]): void {
  const call = gateway[name];
  if (typeof call !== 'function') throw new Error(`${String(name)} is no call`);
  gateway[name] = (async (...given: unknown[]) => {
    const began = performance.now();
    try {
      return await call.apply(gateway, given);
    } finally {
      times.push(performance.now() - began);
    }
  }) as T[K];
}

type Way = {
  name: string;
  /** What the page prepares before the candidate clicks the button. */
  prepare: (who: Enrolling) => Promise<Partial<Charge>>;
  provider: number[];
  whole: number[];
};

/** Creates charges one after the other: how long the candidate waits, and how much of that is the provider's own time. */
async function charges(harness: Harness, use: CardPaying, size: number): Promise<Figure[]> {
  const pix = harness.platform.ports.pix.account('alfa', 'CUA01');
  const acquirer = harness.platform.ports.acquirers.account('alfa', 'CUA01', 'cielo');
  if (!pix || !acquirer) throw new Error('The demo college has accounts for Pix and cards');
  const ofPix: Way = { name: 'Pix', prepare: async () => ({}), provider: [], whole: [] };
  const ofCard: Way = {
    name: 'card (Cielo)',
    prepare: async (who) => ({ method: 'credit-card', card: await use.cardOf(who, CARDS.approved) }),
    ...{ provider: [], whole: [] },
  };
  timed(pix, 'create', ofPix.provider);
  timed(acquirer, 'authoriseAndCapture', ofCard.provider);
  const ways = [ofPix, ofCard];
  for (const way of ways)
    for (let n = 0; n < size; n += 1) {
      const who = await personAt(harness, 'payment');
      const order = await way.prepare(who);
      const began = performance.now();
      const { status } = await use.pay(who, use.key(), order);
      way.whole.push(performance.now() - began);
      if (status !== 201) throw new Error(`The charge by ${way.name} was answered ${status}`);
    }
  return ways.map(({ name, whole, provider }) => {
    const own = whole.reduce((sum, one) => sum + one, 0);
    const theirs = provider.reduce((sum, one) => sum + one, 0);
    return {
      what: `charge by ${name}, p50 / p95; the provider's own part`,
      measured: `${spread(whole)}; ${spread(provider)} (${Math.round((100 * theirs) / own)} %)`,
      target: '',
      reached: null,
    };
  });
}

/** From the arrival of a bank notification to the event on the socket of the waiting candidate. */
async function notices(harness: Harness, use: CardPaying, size: number): Promise<Figure> {
  const waits: number[] = [];
  const unmute = await use.muteBank();
  for (let n = 0; n < size; n += 1) {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.pay(who)).body;
    const txid = await use.txidOf(who, paymentId);
    const secret = await noticeSecret(harness, 'alfa', 'pix');
    const line = await listenerOf(harness, who);
    const confirmed = line.received('payment.confirmed');
    // Each charge registers the webhook again, so the bank is muted for each one.
    await use.muteBank();
    await use.settle(txid);
    const began = performance.now();
    const answer = await fetch(
      `${harness.url}/orbita/api/operations/webhooks/payments/pix/alfa/${secret}/pix`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pix: [{ endToEndId: `E00000000202601121300${txid.slice(0, 11)}`, txid }] }),
      },
    );
    if (answer.status !== 200) throw new Error(`The notice was answered ${answer.status}`);
    waits.push((await withinTime(confirmed)) - began);
    line.close();
  }
  await unmute();
  const sorted = [...waits].sort((a, b) => a - b);
  return {
    what: `bank's notice to the event at the candidate's socket, ${size} payments, p50 / p95`,
    measured: spread(waits),
    target: `p95 ≤ ${TARGET_P95_MS} ms`,
    reached: at(sorted, 0.95) <= TARGET_P95_MS,
  };
}

/** Figures for payments on one api process with the simulated bank and acquirer alongside; needs PostgreSQL. */
export async function paymentFigures(size: number): Promise<Figure[]> {
  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  try {
    const use = cardPaying(harness);
    // The first calls load modules and open connections.
    await use.pay(await personAt(harness, 'payment'));
    return [await notices(harness, use, size), ...(await charges(harness, use, size))];
  } finally {
    await harness.stop();
  }
}
