import type { CardAccess, FromCardFrame, ToCardFrame } from '@orbita/protocol/payment';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CardFrame } from './card-frame.tsx';
import { type FrameLinkOptions, NoCardToken, openFrameLink } from './card-frame-link.ts';

vi.mock('../app/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));
vi.mock('../app/server-clock.ts', () => ({ serverNow: () => Date.parse('2026-11-23T12:00:00Z') }));

const ORIGIN = 'https://cartao.test';
const ACCESS: CardAccess = { provider: 'pagarme', tokensUrl: 'https://a.test', publicKey: 'pk' };

/** A page with a frame, and a way to speak as any window at any origin. */
function stage(more: Partial<FrameLinkOptions> = {}) {
  const sent: { message: ToCardFrame; to: string }[] = [];
  const frame = {
    postMessage: (message: ToCardFrame, to: string) => void sent.push({ message, to }),
  } as unknown as Window; // only what the link reads
  const page = new EventTarget() as unknown as Window & EventTarget; // only its events are used
  let nonces = 0;
  const acts = { onReady: vi.fn(), onHeight: vi.fn(), onEnter: vi.fn() };
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

describe('the link to the card fields', () => {
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

  it('hears heights and Enter with the nonce alone, and no absurd height', () => {
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

  it('gives the token of the submission it belongs to', async () => {
    const { link, say, nonce, sent } = stage();
    say({ kind: 'ready' });
    const submitted = link.submit('ANA', ACCESS);
    expect(sent.at(-1)?.message).toEqual({
      kind: 'submit',
      nonce: nonce(),
      id: 1,
      holderName: 'ANA',
      access: ACCESS,
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
  ])('says why there is no token: %j', async (answer, reason, fields) => {
    const { link, say, nonce } = stage();
    say({ kind: 'ready' });
    const submitted = link.submit('ANA', ACCESS).catch((error: unknown) => error);
    say({ ...answer, id: 1, nonce: nonce() });
    const error = await submitted;
    expect(error).toBeInstanceOf(NoCardToken);
    expect(error).toMatchObject({ reason, fields });
  });

  it('waits for no frame that is not there, silent, loaded anew or closed', async () => {
    const { link, say } = stage();
    await expect(link.submit('ANA', ACCESS)).rejects.toMatchObject({ reason: 'unavailable' });
    say({ kind: 'ready' });
    const outcome = () => expect(link.submit('ANA', ACCESS)).rejects.toMatchObject({ reason: 'unavailable' });
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

  it('gives a frame that was loaded anew another nonce', () => {
    const { say, sent } = stage();
    say({ kind: 'ready' });
    say({ kind: 'ready' });
    expect(new Set(sent.map(({ message }) => message.nonce)).size).toBe(2);
  });
});

it('the frame has a name, no right beyond its scripts, and is hidden until it answers', () => {
  const markup = renderToStaticMarkup(
    <CardFrame url={`${ORIGIN}/card-fields/pagarme?host=a.test`} access={() => Promise.resolve(ACCESS)} />,
  );
  expect(markup).toContain('title="Dados do cartão"');
  expect(markup).toContain('sandbox="allow-scripts allow-same-origin allow-forms"');
  expect(markup).toMatch(/<iframe[^>]*hidden/);
  expect(markup).toContain('Carregando o cartão');
});
