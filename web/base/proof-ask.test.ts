import { expect, it } from 'vitest';
import { answerProof, askProof, proofAsked } from './proof-ask.ts';

it('asks once for all waiting calls, and then lets them continue together', async () => {
  const seen: boolean[] = [];
  const stop = proofAsked.watch(() => seen.push(proofAsked.get() !== undefined));
  const calls = [askProof(), askProof()];
  expect(proofAsked.get()).toBe(calls[0]);
  answerProof(true);
  expect(await Promise.all(calls)).toEqual([true, true]);
  const later = askProof();
  answerProof(false);
  expect(await later).toBe(false);
  expect(seen).toEqual([true, false, true, false]);
  stop();
});
