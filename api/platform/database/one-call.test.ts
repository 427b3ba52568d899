import { expect, it } from 'vitest';
import { asOneCall, statementOfCall } from './one-call.ts';

it('the first statement of a call begins it, the others continue it for five seconds', async () => {
  let at = 0;
  const statement = () => statementOfCall(() => at);
  expect(statement().rank).toBeUndefined();
  await asOneCall('newcomer', async () => {
    const first = statement();
    expect([first.rank, statement().rank]).toEqual(['newcomer', 'newcomer']);
    at = 100;
    first.note();
    await asOneCall('inside', async () => expect(statement().rank).toBe('inside'));
    at = 5_000;
    expect(statement().rank).toBe('begun');
    statement().note();
    at = 5_200;
    expect(statement().rank).toBe('newcomer');
  });
});
