import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { adoptAnswer } from './adopt-answer.ts';
import { queryCache } from './query-cache.ts';

/** A query whose reads are answered by hand, and what its page shows. */
function page(known?: string) {
  const client = queryCache(0);
  const answers: ((text: string) => void)[] = [];
  const queryKey = ['voucher'];
  if (known !== undefined) client.setQueryData(queryKey, known);
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  observer.subscribe(() => {});
  return { client, queryKey, answers, shown: () => observer.getCurrentResult().data };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('a read that began before a change does not undo it', async () => {
  for (const known of ['ALFA50', undefined]) {
    const { client, queryKey, answers, shown } = page(known);
    expect(answers).toHaveLength(1);
    adoptAnswer(client, queryKey, 'none');
    expect(shown()).toBe('none');
    answers[0]?.('ALFA50');
    await settled();
    expect(shown()).toBe('none');
    // It is requested again, because the abandoned read may have carried other changes.
    expect(answers).toHaveLength(2);
    answers[1]?.('of the server');
    await settled();
    expect(shown()).toBe('of the server');
  }
});

it('sends no request when none was running', async () => {
  const { client, queryKey, answers, shown } = page('ALFA50');
  answers[0]?.('ALFA50');
  await settled();
  adoptAnswer<string>(client, queryKey, (before) => before && `no ${before}`);
  await settled();
  expect([answers.length, shown()]).toEqual([1, 'no ALFA50']);
});

it('does not invent unknown data, and the first read still completes', async () => {
  const { client, queryKey, answers, shown } = page();
  adoptAnswer<string>(client, queryKey, (before) => before && `no ${before}`);
  expect(shown()).toBeUndefined();
  await settled();
  answers.at(-1)?.('ALFA50');
  await settled();
  expect(shown()).toBe('ALFA50');
});
