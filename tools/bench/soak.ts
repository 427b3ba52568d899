import { setTimeout as pause } from 'node:timers/promises';
import { essayOf } from '@orbita/testing/bodies';
import { apply, bodyOf, signUp } from '@orbita/testing/journey';
import { inventedPerson } from '@orbita/testing/people';
import { saveDraft, startEssay } from '@orbita/testing/requests';
import type { ServerProcess } from '@orbita/testing/server-process';
import { type Memory, memoryOf } from './memory.ts';

const PEOPLE = 20;
/** Memory of the process in MiB, and the number of calls it had answered by then. */
export type Sample = { minute: number; calls: number } & Memory;

/**
 * A steady load of reads and autosaves, plus a new person every few seconds: memory that still grows at the end is a leak.
 * Prints one sample per minute.
 */
export async function soak(
  product: ServerProcess,
  minutes: number,
  callsPerSecond: number,
  report: (sample: Sample) => void,
): Promise<Sample[]> {
  const writers = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const client = product.visitor();
      await signUp(client, inventedPerson(n + 1));
      const { id } = await apply(client);
      const essay = bodyOf(await startEssay(client, id));
      return { client, id, essayId: essay.id, revision: essay.revision };
    }),
  );
  const samples: Sample[] = [];
  let [calls, people] = [0, PEOPLE];
  const act = async (n: number): Promise<void> => {
    const one = writers[n % writers.length];
    if (!one) return;
    if (n % 200 === 0) {
      people += 1;
      const client = product.visitor();
      await signUp(client, inventedPerson(people));
      await apply(client);
    } else if (n % 3 === 0) {
      const text = { essay: essayOf(150), revision: one.revision };
      const { body, status } = await saveDraft(one.client, one.essayId, text);
      if (status === 200) one.revision = body.revision;
    } else {
      await one.client.call('GET /candidate/subscriptions/{id}/steps', { params: { id: one.id } });
    }
    calls += 1;
  };
  for (let minute = 0; minute <= minutes; minute++) {
    const sample = { minute, calls, ...(await memoryOf(product.url)) };
    samples.push(sample);
    report(sample);
    if (minute === minutes) break;
    for (let second = 0; second < 60; second++) {
      const first = (minute * 60 + second) * callsPerSecond;
      const turn = Array.from({ length: callsPerSecond }, (_, n) => act(first + n));
      await Promise.all([pause(1000), ...turn]);
    }
  }
  return samples;
}

/** Growth of a figure in MiB per minute over the last half of the samples: the slope of the least squares line. */
export function growth(samples: readonly Sample[], figure: 'rss' | 'heap' | 'external'): number {
  const late = samples.slice(Math.floor(samples.length / 2));
  const [x, y] = [late.map(({ minute }) => minute), late.map((sample) => sample[figure])];
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [mx, my] = [mean(x), mean(y)];
  const over = x.reduce((sum, one, n) => sum + (one - mx) * ((y[n] ?? 0) - my), 0);
  const under = x.reduce((sum, one) => sum + (one - mx) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
