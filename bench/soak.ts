import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { apply, essayOf, signUp } from '@orbita/api/testing/journey';
import { inventedPerson } from '@orbita/api/testing/people';
import type { ServerProcess } from '@orbita/api/testing/server-process';

const PEOPLE = 20;
const MIB = 1024 * 1024;
const FIGURES = {
  rss: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const;
/** Memory of the process in MiB, and how many calls it had answered by then. */
export type Sample = { minute: number; calls: number } & Record<keyof typeof FIGURES, number>;

async function memory(product: ServerProcess): Promise<Record<keyof typeof FIGURES, number>> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const of = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) / MIB);
  return { rss: of(FIGURES.rss), heap: of(FIGURES.heap), external: of(FIGURES.external) };
}

/**
 * A steady pace of reads and autosaves by people who stay, and somebody new every few seconds: memory that is still
 * growing at the end is kept by somebody. Tells one sample a minute.
 */
export async function soak(
  product: ServerProcess,
  minutes: number,
  callsPerSecond: number,
  tell: (sample: Sample) => void,
): Promise<Sample[]> {
  const writers = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const client = product.visitor();
      await signUp(client, inventedPerson(n + 1));
      const { id } = await apply(client);
      const { body } = await client.call('POST /candidate/subscriptions/{id}/essays', {
        params: { id },
        headers: { 'idempotency-key': randomUUID() },
        body: { rulesAccepted: true },
      });
      return { client, id, essayId: body.id, revision: body.revision };
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
      const { body, status } = await one.client.call('PUT /candidate/subscriptions/essays/{essayId}/draft', {
        params: { essayId: one.essayId },
        body: { title: 'Meu título', essay: essayOf(150), revision: one.revision },
      });
      if (status === 200) one.revision = body.revision;
    } else {
      await one.client.call('GET /candidate/subscriptions/{id}/steps', { params: { id: one.id } });
    }
    calls += 1;
  };
  for (let minute = 0; minute <= minutes; minute++) {
    const sample = { minute, calls, ...(await memory(product)) };
    samples.push(sample);
    tell(sample);
    if (minute === minutes) break;
    for (let second = 0; second < 60; second++) {
      const first = (minute * 60 + second) * callsPerSecond;
      const turn = Array.from({ length: callsPerSecond }, (_, n) => act(first + n));
      await Promise.all([pause(1000), ...turn]);
    }
  }
  return samples;
}

/** Growth of a figure in MiB a minute over the last half of the samples: the least squares line through them. */
export function growth(samples: readonly Sample[], figure: 'rss' | 'heap' | 'external'): number {
  const late = samples.slice(Math.floor(samples.length / 2));
  const [x, y] = [late.map(({ minute }) => minute), late.map((sample) => sample[figure])];
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [mx, my] = [mean(x), mean(y)];
  const over = x.reduce((sum, one, n) => sum + (one - mx) * ((y[n] ?? 0) - my), 0);
  const under = x.reduce((sum, one) => sum + (one - mx) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
