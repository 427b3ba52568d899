import { isSuspicious, similarity } from '@orbita/domain/essay';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedText } from '../../testing/copied-texts.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { apply, writeEssay } from '../../testing/journey.ts';
import { personAt } from '../../testing/person-at.ts';
import { crowdOfEssays, essaysWith } from '../../testing/scale/essays.ts';
import { randomOf } from '../../tools/chaos/random.ts';
import { shingleLiteral } from './shingles.ts';

let harness: Harness;
let like: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  const { client } = await personAt(harness, 'account');
  like = await writeEssay(client, (await apply(client)).id);
});
afterAll(() => harness?.stop());

const KEPT = 16;
const stored = (text: string): string[] =>
  shingleLiteral(text)
    .slice(1, -1)
    .split(',')
    .sort((a, b) => Number(a) - Number(b))
    .slice(0, KEPT);

describe('the search for copies (spec 2.5)', () => {
  it('finds a copy among others from a share of exactly 0.80', async () => {
    const next = randomOf(20_260_112);
    await crowdOfEssays(harness.platform, 1, like, 300);
    const texts = Array.from({ length: 40 }, (_, n) =>
      copiedText(next, 150 + Math.floor(next() * 450), n % 2 === 0 ? 0.8 + next() * 0.2 : next(), 1),
    );
    const originals = await essaysWith(
      harness.platform,
      1,
      like,
      texts.map(({ original }) => original),
    );
    const copies = await essaysWith(
      harness.platform,
      1,
      like,
      texts.map(({ copy }) => copy),
    );
    let suspicious = 0;
    for (const [n, { original, copy }] of texts.entries()) {
      const { body } = await harness.operations.call('GET /operations/essays/{id}', {
        params: { id: copies[n] ?? 0 },
      });
      const share = similarity(copy, original);
      expect(body.similarity.suspected, `a share of ${share}`).toBe(isSuspicious(share));
      if (!isSuspicious(share)) continue;
      suspicious += 1;
      expect(body.similarity).toMatchObject({ essayId: originals[n], max: Math.round(share * 1000) / 1000 });
    }
    expect(suspicious).toBeGreaterThan(12);
  });

  it.each([
    [1, 1],
    [2, 0.995],
    [4, 0.96],
  ])('in texts %i times as long as their copies finds a share of %f', (times, recall) => {
    const next = randomOf(times);
    const found = Array.from({ length: 1000 }, () => {
      const { original, copy } = copiedText(next, 150, 0.82, times);
      const kept = new Set(stored(original));
      return stored(copy).some((run) => kept.has(run));
    });
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(recall);
  });
});
