import type { CardAccess, FromCardFrame, ToCardFrame } from '@orbita/protocol/payment';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardFrame } from './card-frame.tsx';
import { type FrameLinkOptions, NoCardToken, openFrameLink } from './card-frame-link.ts';

vi.mock('../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));
vi.mock('@orbita/client/server-clock.ts', () => ({ serverNow: () => Date.parse('2026-11-23T12:00:00Z') }));

const ORIGIN = 'https://cartao.test';
const ACCESS: CardAccess = { provider: 'pagarme', tokensUrl: 'https://a.test', publicKey: 'pk' };
const ASKING: CardAccess = {
  provider: 'cielo',
  scriptUrl: 'https://c.test/s.js',
  accessToken: 'key',
  environment: 'sandbox',
  holderCheck: {
    scriptUrl: 'https://c.test/mpi.js',
    accessToken: 'mpi',
    environment: 'sandbox',
    orderNumber: 'a1',
  },
};
const ORDER = { amountCents: 36_000, installments: 1, recurring: false, buyer: {} };

const PROOF = { eci: '05', cavv: 'AAAB', xid: null, version: '2', referenceId: null };

/** A page with a frame, and a way to send messages as any window of any origin. */
function stage(more: Partial<FrameLinkOptions> = {}) {
  const sent: { message: ToCardFrame; to: string }[] = [];
  const frame = {
    postMessage: (message: ToCardFrame, to: string) => void sent.push({ message, to }),
  } as unknown as Window; // only what the link reads
  const page = new EventTarget() as unknown as Window & EventTarget; // only its events are used
  let nonces = 0;
  const acts = {
    onReady: vi.fn(),
    onHeight: vi.fn(),
    onEnter: vi.fn(),
    onMending: vi.fn((_field: string) => undefined),
    onChallenge: vi.fn(),
  };
  const link = openFrameLink({
    origin: ORIGIN,
    frame: () => frame,
    setup: () => ({ today: '2026-11-23', look: { text: '#000000' }, texts: {} }),
    page,
    newNonce: () => {
      nonces += 1;
      return `nonce-${nonces}-0123456789`;
    },
    ...acts,
    ...more,
  });
  const say = (data: FromCardFrame | unknown, source: unknown = frame, origin = ORIGIN): void => {
    page.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
  };
  const nonce = (): string => {
    const last = sent.at(-1)?.message;
    return last ? last.nonce : '';
  };
  return { link, sent, say, nonce, ...acts };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the connection to the card fields', () => {
  it('greets a frame that is ready, and only that window at that origin', () => {
    const { say, sent, onReady } = stage();
    say({ kind: 'ready' }, {});
    say({ kind: 'ready' }, undefined, 'https://other.test');
    say('ready');
    say(null);
    expect(sent).toEqual([]);
    say({ kind: 'ready' });
    expect(onReady).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([
      {
        to: ORIGIN,
        message: {
          kind: 'setup',
          nonce: 'nonce-1-0123456789',
          today: '2026-11-23',
          look: { text: '#000000' },
          texts: {},
        },
      },
    ]);
  });

  it('accepts heights and Enter only with the nonce, and no absurd height', () => {
    const { say, nonce, onHeight, onEnter } = stage();
    say({ kind: 'height', nonce: 'x', height: 200 });
    say({ kind: 'ready' });
    say({ kind: 'height', nonce: 'x', height: 200 });
    say({ kind: 'height', nonce: nonce(), height: 99_999 });
    say({ kind: 'height', nonce: nonce(), height: 'big' });
    say({ kind: 'enter', nonce: 'x' });
    expect(onHeight).not.toHaveBeenCalled();
    expect(onEnter).not.toHaveBeenCalled();
    say({ kind: 'height', nonce: nonce(), height: 212 });
    say({ kind: 'enter', nonce: nonce() });
    expect(onHeight).toHaveBeenCalledExactlyOnceWith(212);
    expect(onEnter).toHaveBeenCalledTimes(1);
  });

  it('asks which fields are wrong, and focuses one', async () => {
    const { link, say, nonce, sent, onMending } = stage();
    expect(await link.check()).toEqual([]);
    link.lead('cvv');
    expect(sent).toEqual([]);
    say({ kind: 'ready' });
    const asked = link.check();
    expect(sent.at(-1)?.message).toEqual({ kind: 'check', nonce: nonce(), id: 1 });
    say({ kind: 'checked', nonce: nonce(), id: 7, fields: ['expiry'] });
    say({ kind: 'checked', nonce: nonce(), id: 1, fields: ['cvv', 'number', 'other'] });
    expect(await asked).toEqual(['number', 'cvv']);
    link.lead('cvv');
    expect(sent.at(-1)?.message).toEqual({ kind: 'lead', nonce: nonce(), field: 'cvv' });
    say({ kind: 'mending', nonce: nonce(), field: 'other' });
    say({ kind: 'mending', nonce: nonce(), field: 'cvv' });
    expect(onMending.mock.calls.map(([field]) => field)).toEqual(['cvv']);
  });

  it('waits two seconds for the wrong fields, and not after the frame is gone', async () => {
    const { link, say, nonce } = stage();
    say({ kind: 'ready' });
    const silent = link.check();
    vi.advanceTimersByTime(2_000);
    expect(await silent).toEqual([]);
    const unreadable = link.check();
    say({ kind: 'checked', nonce: nonce(), id: 2, fields: 'number' });
    expect(await unreadable).toEqual([]);
    const replaced = link.check();
    const gone = link.check();
    expect(await replaced).toEqual([]);
    link.close();
    expect(await gone).toEqual([]);
  });

  it('returns the token of the submission it belongs to', async () => {
    const { link, say, nonce, sent } = stage();
    say({ kind: 'ready' });
    const submitted = link.submit('ANA', ACCESS, ORDER);
    expect(sent.at(-1)?.message).toEqual({
      kind: 'submit',
      nonce: nonce(),
      id: 1,
      holderName: 'ANA',
      access: ACCESS,
      order: ORDER,
    });
    const token = { kind: 'token', nonce: nonce(), token: 'token-123456', brand: 'visa', last4: '0010' };
    say({ ...token, id: 7 });
    say({ ...token, id: 1, nonce: 'x' });
    say({ ...token, id: 1 });
    expect(await submitted).toEqual({ token: 'token-123456', brand: 'visa', last4: '0010' });
  });

  it.each([
    [{ kind: 'invalid', fields: ['cvv'] }, 'invalid', ['cvv']],
    [{ kind: 'failed', reason: 'refused' }, 'refused', []],
    [{ kind: 'failed', reason: 'unavailable' }, 'unavailable', []],
    [{ kind: 'token', token: '<b>', brand: null, last4: '0010' }, 'unavailable', []],
    [{ kind: 'token', token: 'token-123456', brand: null, last4: '4000000000000010' }, 'unavailable', []],
  ])('explains why there is no token: %j', async (answer, reason, fields) => {
    const { link, say, nonce } = stage();
    say({ kind: 'ready' });
    const submitted = link.submit('ANA', ACCESS, ORDER).catch((error: unknown) => error);
    say({ ...answer, id: 1, nonce: nonce() });
    const error = await submitted;
    expect(error).toBeInstanceOf(NoCardToken);
    expect(error).toMatchObject({ reason, fields });
  });

  it('does not wait for a frame that is missing, silent, reloaded or closed', async () => {
    const { link, say } = stage();
    await expect(link.submit('ANA', ACCESS, ORDER)).rejects.toMatchObject({ reason: 'unavailable' });
    say({ kind: 'ready' });
    const outcome = () =>
      expect(link.submit('ANA', ACCESS, ORDER)).rejects.toMatchObject({ reason: 'unavailable' });
    const silent = outcome();
    vi.advanceTimersByTime(30_000);
    await silent;
    const anew = outcome();
    say({ kind: 'ready' });
    await anew;
    const closed = outcome();
    link.close();
    await closed;
  });

  it.each([
    [undefined, undefined],
    [{ outcome: 'failed', more: 1 }, { outcome: 'failed' }],
    [{ outcome: 'not-enrolled' }, { outcome: 'not-enrolled' }],
    [
      { outcome: 'authenticated', ...PROOF, more: 1 },
      { outcome: 'authenticated', ...PROOF },
    ],
    [{ outcome: 'authenticated', ...PROOF, eci: '<b>' }, { outcome: 'unavailable' }],
    [{ outcome: 'authenticated', ...PROOF, cavv: 'c'.repeat(101) }, { outcome: 'unavailable' }],
    [{ outcome: 'other' }, { outcome: 'unavailable' }],
    ['failed', { outcome: 'unavailable' }],
  ])("passes on the holder's authentication, as far as it can be read: %j", async (given, known) => {
    const { link, say, nonce } = stage();
    say({ kind: 'ready' });
    const submitted = link.submit('ANA', ASKING, ORDER);
    const token = { kind: 'token', nonce: nonce(), id: 1, token: 'token-123456', brand: null, last4: '0077' };
    say({ ...token, authentication: given });
    expect((await submitted).authentication).toEqual(known);
  });

  it('gives the bank’s page the screen and the holder five minutes, for this submission only', async () => {
    const { link, say, nonce, onChallenge } = stage();
    say({ kind: 'ready' });
    const ended = vi.fn();
    link.submit('ANA', ASKING, ORDER).catch(ended);
    onChallenge.mockClear();
    say({ kind: 'challenge', nonce: nonce(), id: 9, shown: true });
    say({ kind: 'challenge', nonce: 'x', id: 1, shown: true });
    expect(onChallenge).not.toHaveBeenCalled();
    say({ kind: 'challenge', nonce: nonce(), id: 1, shown: true });
    expect(onChallenge).toHaveBeenLastCalledWith(true);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ended).not.toHaveBeenCalled();
    say({ kind: 'challenge', nonce: nonce(), id: 1, shown: false });
    expect(onChallenge).toHaveBeenLastCalledWith(false);
    say({ kind: 'challenge', nonce: nonce(), id: 1, shown: true });
    await vi.advanceTimersByTimeAsync(6 * 60_000 + 5_000);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(onChallenge).toHaveBeenLastCalledWith(false);
  });

  it('gives a reloaded frame another nonce', () => {
    const { say, sent } = stage();
    say({ kind: 'ready' });
    say({ kind: 'ready' });
    expect(new Set(sent.map(({ message }) => message.nonce)).size).toBe(2);
  });
});

it('the frame has a title, no permission beyond scripts, and is hidden until it answers', () => {
  const markup = renderToStaticMarkup(
    <CardFrame url={`${ORIGIN}/card-fields/pagarme?host=a.test`} access={() => Promise.resolve(ACCESS)} />,
  );
  expect(markup).toContain('title="Dados do cartão"');
  expect(markup).toContain('sandbox="allow-scripts allow-same-origin allow-forms"');
  expect(markup).toMatch(/<iframe[^>]*hidden/);
  expect(markup).toContain('Carregando o cartão');
});
