import { performance } from 'node:perf_hooks';
import { copiedText } from '@orbita/testing/copied-texts';
import { startHarness } from '@orbita/testing/harness';
import { apply, writeEssay } from '@orbita/testing/journey';
import { personAt } from '@orbita/testing/person-at';
import { crowdOfEssays, essaysWith } from '@orbita/testing/scale/essays';
import { refreshStatistics } from '@orbita/testing/scale/seed';
import { randomOf } from '../chaos/random.ts';
import type { Figure } from './table.ts';

const COPIES = 200;
const MOST_MS = 200;

/**
 * How long a grader waits for one essay with its most similar other one among `size` essays (spec 2.5), and how many of 200
 * copies with a share of at least 0.80 are found, half of them from texts twice as long. Needs PostgreSQL.
 */
export async function similarityFigures(size: number): Promise<Figure[]> {
  const harness = await startHarness({ callsPerMinute: 10_000_000 });
  try {
    const { client } = await personAt(harness, 'account');
    const like = await writeEssay(client, (await apply(client)).id);
    await crowdOfEssays(harness.platform, 1, like, size);
    const next = randomOf(size);
    const texts = Array.from({ length: COPIES }, (_, n) =>
      copiedText(next, 150 + Math.floor(next() * 150), 0.83 + next() * 0.17, 1 + (n % 2)),
    );
    const write = (of: 'original' | 'copy') =>
      essaysWith(
        harness.platform,
        1,
        like,
        texts.map((text) => text[of]),
      );
    const originals = await write('original');
    const copies = await write('copy');
    await refreshStatistics(harness.platform);
    const times: number[] = [];
    let found = 0;
    for (const [n, id] of copies.entries()) {
      const began = performance.now();
      const { body } = await harness.operations.call('GET /operations/essays/{id}', { params: { id } });
      times.push(performance.now() - began);
      if (body.similarity.suspected && body.similarity.essayId === originals[n]) found += 1;
    }
    times.sort((a, b) => a - b);
    const at = (p: number) => times[Math.floor((times.length - 1) * p)] ?? 0;
    return [
      {
        what: `search of copies among ${size} essays, p50 / p95`,
        measured: `${at(0.5).toFixed(1)} / ${at(0.95).toFixed(1)} ms`,
        target: `≤ ${MOST_MS} ms`,
        reached: at(0.95) <= MOST_MS,
      },
      {
        what: `copies found of ${COPIES}`,
        measured: String(found),
        target: '≥ 98 %',
        reached: found >= COPIES * 0.98,
      },
    ];
  } finally {
    await harness.stop();
  }
}
