import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { describe, expect, it } from 'vitest';
import { apiTexts } from '../texts/api.ts';
import { isLost, sendIdempotently, unknownOf } from './idempotent-act.ts';

const refusal = (status: number) => new ApiError(status, { code: 'X', message: 'x' });
let ways = 0;
/** A server whose calls end as given, and what it was sent. */
function server() {
  ways += 1;
  const way = `7 refund ${ways}`;
  const sent: [given: string, key: string][] = [];
  const send = (given: string, ends: 'done' | Error) =>
    sendIdempotently(way, given, async (what, key) => {
      sent.push([what, key]);
      if (ends !== 'done') throw ends;
      return what;
    }).catch((error: unknown) => error);
  return { way, sent, send, keys: () => new Set(sent.map(([, key]) => key)).size };
}

describe('an act that must not be done twice', () => {
  it('gets a new key each time it was done', async () => {
    const { way, send, keys } = server();
    await send('10', 'done');
    await send('10', 'done');
    expect([keys(), unknownOf(way)]).toEqual([2, undefined]);
  });

  it.each([
    ['the answer is lost', new NetworkError(apiTexts)],
    ['the server fails', refusal(500)],
    ['the server is away', refusal(503)],
  ])('is resent unchanged, with its key, once %s', async (_what, lost) => {
    const { way, sent, send, keys } = server();
    await send('10', lost);
    expect(unknownOf(way)).toBe('10');
    await send('99', lost);
    expect(await send('99', 'done')).toBe('10');
    expect(sent.map(([given]) => given)).toEqual(['10', '10', '10']);
    expect([keys(), unknownOf(way)]).toEqual([1, undefined]);
    await send('99', 'done');
    expect([keys(), sent.at(-1)?.[0]]).toEqual([2, '99']);
  });

  it.each([403, 404, 409, 422, 429])('is final when refused with %d', async (status) => {
    const { way, send, keys } = server();
    await send('10', refusal(status));
    expect(unknownOf(way)).toBeUndefined();
    await send('11', 'done');
    expect(keys()).toBe(2);
  });

  it.each([
    [401, true],
    [403, true],
    [429, true],
    [404, false],
    [409, false],
    [422, false],
  ])('with a lost answer stays unknown after %d: %s', async (status, stays) => {
    const { way, send } = server();
    await send('10', new NetworkError(apiTexts));
    await send('10', refusal(status));
    expect(unknownOf(way)).toBe(stays ? '10' : undefined);
  });

  it('belongs to one person and one application', async () => {
    const [one, other] = [server(), server()];
    await one.send('10', new NetworkError(apiTexts));
    expect(unknownOf(other.way)).toBeUndefined();
    await other.send('20', 'done');
    expect(other.sent.map(([given]) => given)).toEqual(['20']);
  });
});

it.each([
  ['no answer', new NetworkError(apiTexts), true],
  ['a server that failed', refusal(500), true],
  ['a server that is away', refusal(503), true],
  ['a refusal', refusal(409), false],
  ['a session that is over', refusal(401), false],
])('%s: whether the outcome of the act is unknown', (_what, error, lost) => {
  expect(isLost(error)).toBe(lost);
});
