import { type CardField, readCardFields, type TypedCard } from '@orbita/domain/payment';
import type {
  CardAccess,
  CardAuthenticationResult,
  CardFrameOrder,
  FromCardFrame,
  ToCardFrame,
} from '@orbita/protocol/payment';
import { describe, expect, it, vi } from 'vitest';
import { type SopField, tokeniseAtCielo } from './cielo/tokenise.ts';
import { openConversation } from './conversation.ts';
import { tokeniseAtPagarme } from './pagarme/tokenise.ts';
import { readLook, readMessage } from './read-message.ts';
import type { Tokenised } from './tokenised.ts';

const NONCE = 'n'.repeat(22);
const TODAY = '2026-11-23';
const GOOD: TypedCard = { number: '4000 0000 0000 0010', expiry: '12/30', cvv: '123' };
const PAGARME: CardAccess = { provider: 'pagarme', tokensUrl: 'https://a.test/tokens', publicKey: 'pk' };
const CIELO = {
  provider: 'cielo',
  scriptUrl: 'https://c.test/s.js',
  accessToken: 'key',
  environment: 'sandbox',
} as const;
const setup: ToCardFrame = { kind: 'setup', nonce: NONCE, today: TODAY, look: {}, texts: {} };
const ORDER: CardFrameOrder = { amountCents: 36_000, installments: 6, recurring: false, buyer: {} };
const submit: ToCardFrame = {
  kind: 'submit',
  nonce: NONCE,
  id: 1,
  holderName: 'ANA',
  access: PAGARME,
  order: ORDER,
};
const CHECK = {
  scriptUrl: 'https://c.test/mpi.js',
  accessToken: 'mpi-key',
  environment: 'sandbox',
  orderNumber: 'a1',
} as const;

const card = () => {
  const read = readCardFields(GOOD, TODAY);
  if (!read.ok) throw new Error('No card');
  return read.card;
};

/** A page with typed values that records the messages sent. */
function page(
  typed: TypedCard = GOOD,
  outcome: Tokenised = { token: 'token-123456' },
  authentication: CardAuthenticationResult = { outcome: 'failed' },
) {
  const said: FromCardFrame[] = [];
  const errors: Partial<Record<CardField, string>>[] = [];
  const applied = vi.fn();
  const lead = vi.fn();
  const tokenise = vi.fn(async () => outcome);
  const authenticate = vi.fn(async () => {
    talk.sendChallenge(true);
    return authentication;
  });
  const talk = openConversation({
    apply: applied,
    typed: () => typed,
    showErrors: (shown) => void errors.push(shown),
    lead,
    height: () => 210,
    authenticate,
    tokenise,
    send: (message) => void said.push(message),
  });
  return { talk, said, errors, lead, applied, tokenise, authenticate };
}

describe('the messages of the card fields', () => {
  it('is set up once, sends its height, and answers a submission with a token', async () => {
    const { talk, said, applied, tokenise } = page();
    talk.sendHeight();
    talk.sendEnter();
    expect(said).toEqual([]);
    await talk.receive(setup);
    talk.sendEnter();
    await talk.receive(submit);
    expect(applied).toHaveBeenCalledTimes(1);
    expect(tokenise).toHaveBeenCalledWith(PAGARME, card(), 'ANA');
    expect(said).toEqual([
      { kind: 'height', nonce: NONCE, height: 210 },
      { kind: 'enter', nonce: NONCE },
      { kind: 'token', nonce: NONCE, id: 1, token: 'token-123456', brand: 'visa', last4: '0010' },
    ]);
    expect(JSON.stringify(said)).not.toContain('4000');
  });

  it('ignores messages without the nonce of its first message', async () => {
    const { talk, said, tokenise } = page();
    await talk.receive(submit);
    await talk.receive(setup);
    await talk.receive({ ...submit, nonce: 'o'.repeat(22) });
    await talk.receive({ ...setup, nonce: 'o'.repeat(22) });
    expect(tokenise).not.toHaveBeenCalled();
    expect(said.map(({ kind }) => kind)).toEqual(['height']);
  });

  it('reports which fields are wrong without moving the focus, and focuses the requested one', async () => {
    const { talk, said, errors, lead } = page({ number: '4000', expiry: '12/30', cvv: '' });
    await talk.receive({ kind: 'check', nonce: NONCE, id: 4 });
    talk.sendMending('cvv');
    expect(said).toEqual([]);
    await talk.receive(setup);
    await talk.receive({ kind: 'check', nonce: NONCE, id: 4 });
    expect(errors).toEqual([{ number: 'Número de cartão inválido.', cvv: 'CVV inválido.' }]);
    expect(said.at(-1)).toEqual({ kind: 'checked', nonce: NONCE, id: 4, fields: ['number', 'cvv'] });
    expect(lead).not.toHaveBeenCalled();
    await talk.receive({ kind: 'lead', nonce: NONCE, field: 'holder' });
    await talk.receive({ kind: 'lead', nonce: NONCE, field: 'cvv' });
    expect(lead.mock.calls).toEqual([['cvv']]);
    talk.sendMending('cvv');
    expect(said.at(-1)).toEqual({ kind: 'mending', nonce: NONCE, field: 'cvv' });
  });

  it('reports that none of the valid fields is wrong', async () => {
    const { talk, said, errors } = page();
    await talk.receive(setup);
    await talk.receive({ kind: 'check', nonce: NONCE, id: 1 });
    expect(said.at(-1)).toEqual({ kind: 'checked', nonce: NONCE, id: 1, fields: [] });
    expect(errors).toEqual([{}]);
  });

  it('names wrong fields by their texts and calls no acquirer', async () => {
    const { talk, said, errors, lead, tokenise } = page({ number: '4000', expiry: '12/30', cvv: '' });
    await talk.receive(setup);
    await talk.receive(submit);
    expect(errors).toEqual([{ number: 'Número de cartão inválido.', cvv: 'CVV inválido.' }]);
    expect(said.at(-1)).toEqual({ kind: 'invalid', nonce: NONCE, id: 1, fields: ['number', 'cvv'] });
    expect(lead.mock.calls).toEqual([['number']]);
    expect(tokenise).not.toHaveBeenCalled();
  });

  it('checks the expiry against the given day', async () => {
    const { talk, said } = page();
    await talk.receive({ ...setup, today: '2031-01-01' });
    await talk.receive(submit);
    expect(said.at(-1)).toMatchObject({ kind: 'invalid', fields: ['expiry'] });
  });

  it('answers one submission before accepting the next', async () => {
    const { talk, tokenise } = page();
    await talk.receive(setup);
    await Promise.all([talk.receive(submit), talk.receive({ ...submit, id: 2 })]);
    expect(tokenise).toHaveBeenCalledTimes(1);
  });

  it('authenticates the holder before the card becomes a token, and passes on both', async () => {
    const { talk, said, tokenise, authenticate } = page();
    talk.sendChallenge(true);
    await talk.receive(setup);
    await talk.receive({ ...submit, access: { ...CIELO, holderCheck: CHECK } });
    expect(authenticate).toHaveBeenCalledWith(
      expect.objectContaining({ provider: 'cielo' }),
      CHECK,
      card(),
      'ANA',
      ORDER,
    );
    expect(authenticate.mock.invocationCallOrder[0]).toBeLessThan(tokenise.mock.invocationCallOrder[0] ?? 0);
    expect(said.slice(1)).toEqual([
      { kind: 'challenge', nonce: NONCE, id: 1, shown: true },
      {
        kind: 'token',
        nonce: NONCE,
        id: 1,
        token: 'token-123456',
        brand: 'visa',
        last4: '0010',
        authentication: { outcome: 'failed' },
      },
    ]);
  });

  it('skips the authentication without a key for it, or without an amount', async () => {
    const { talk, authenticate } = page();
    await talk.receive(setup);
    await talk.receive({ ...submit, access: CIELO });
    await talk.receive({
      ...submit,
      access: { ...CIELO, holderCheck: CHECK },
      order: { ...ORDER, amountCents: 0 },
    });
    expect(authenticate).not.toHaveBeenCalled();
  });

  it.each(['refused', 'unavailable'] as const)('passes on that the acquirer was %s', async (reason) => {
    const { talk, said } = page(GOOD, { reason });
    await talk.receive(setup);
    await talk.receive(submit);
    expect(said.at(-1)).toEqual({ kind: 'failed', nonce: NONCE, id: 1, reason });
  });
});

describe('messages', () => {
  it.each([
    undefined,
    null,
    'setup',
    { kind: 'setup' },
    { ...setup, nonce: 'short' },
    { ...setup, today: 'today' },
    { ...submit, id: '1' },
    { ...submit, holderName: '' },
    { ...submit, access: { provider: 'other' } },
    { ...submit, access: { ...CIELO, environment: 'home' } },
    { ...submit, order: undefined },
    { ...submit, order: { ...ORDER, amountCents: 0.5 } },
    { ...submit, order: { ...ORDER, installments: 0 } },
    { ...setup, kind: 'other' },
  ])('that are invalid are ignored: %j', (data) => expect(readMessage(data)).toBeUndefined());

  it('carry colours and sizes, and no other style', () => {
    expect(
      readLook({
        text: '#112233',
        focus: 'red',
        border: 'url(x)',
        fontPx: 18,
        radiusPx: 900,
        other: '#000000',
      }),
    ).toEqual({ text: '#112233', fontPx: 18 });
    expect(readLook('x')).toEqual({});
    expect(readMessage({ ...setup, texts: { number: 'Número', cvv: 1 } })).toMatchObject({
      texts: { number: 'Número' },
    });
    expect(readMessage({ ...submit, access: CIELO })).toMatchObject({ access: CIELO });
    const access = { ...CIELO, holderCheck: CHECK };
    const buyer = { email: 'ana@exemplo.test', city: 7, other: 'x' };
    expect(readMessage({ ...submit, access, order: { ...ORDER, buyer, recurring: 'yes' } })).toMatchObject({
      access,
      order: { ...ORDER, buyer: { email: 'ana@exemplo.test' }, recurring: false },
    });
    expect(
      readMessage({ ...submit, access: { ...CIELO, holderCheck: { ...CHECK, accessToken: 1 } } }),
    ).toMatchObject({ access: CIELO });
  });
});

describe('the acquirer in the browser', () => {
  const answering = (status: number, body: unknown) =>
    vi.fn(async () => new Response(JSON.stringify(body), { status })) as unknown as typeof fetch; // the page only calls it

  it('Pagar.me gets the card in one call without cookies', async () => {
    const send = answering(200, { id: 'token_0123456789' });
    expect(await tokeniseAtPagarme(PAGARME, card(), 'ANA', send)).toEqual({ token: 'token_0123456789' });
    const [url, init] = vi.mocked(send).mock.calls[0] ?? [];
    expect(url).toBe('https://a.test/tokens?appId=pk');
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit' });
    expect(JSON.parse(String(init?.body))).toEqual({
      type: 'card',
      card: { number: '4000000000000010', holder_name: 'ANA', exp_month: 12, exp_year: 2030, cvv: '123' },
    });
  });

  it.each([
    [422, {}, 'refused'],
    [400, {}, 'refused'],
    [401, {}, 'unavailable'],
    [503, {}, 'unavailable'],
    [200, {}, 'unavailable'],
    [200, { id: '<b>' }, 'unavailable'],
  ])('Pagar.me answers %i %j: %s', async (status, body, reason) => {
    expect(await tokeniseAtPagarme(PAGARME, card(), 'ANA', answering(status, body))).toEqual({ reason });
  });

  it('Pagar.me does not answer at all', async () => {
    const send = vi.fn().mockRejectedValue(new TypeError('network'));
    expect(await tokeniseAtPagarme(PAGARME, card(), 'ANA', send)).toEqual({ reason: 'unavailable' });
  });

  /** A page with Cielo's script, which calls back as given. */
  const sop = (call: 'onSuccess' | 'onError' | 'onInvalid' | 'none' | 'throws', answer: object = {}) => {
    const filled: Record<SopField, string>[] = [];
    return {
      filled,
      page: {
        load: call === 'none' ? () => Promise.reject(new Error('blocked')) : () => Promise.resolve(),
        fill: (values: Record<SopField, string>) => void filled.push(values),
        script: () => (options: Record<string, unknown>) => {
          if (call === 'throws') throw new Error('script');
          (options[call] as (given: object) => void)(answer);
        },
      },
    };
  };

  it('Cielo’s script reads the fields, which are then cleared', async () => {
    const { page: sopPage, filled } = sop('onSuccess', {
      PaymentToken: 'eedcb896-40e1-465b-b34c-6d1119dbb6cf',
    });
    expect(await tokeniseAtCielo(CIELO, card(), 'ANA', sopPage)).toEqual({
      token: 'eedcb896-40e1-465b-b34c-6d1119dbb6cf',
    });
    expect(filled).toEqual([
      {
        cardholdername: 'ANA',
        cardnumber: '4000000000000010',
        cardexpirationdate: '12/2030',
        cardcvvc: '123',
      },
      { cardholdername: '', cardnumber: '', cardexpirationdate: '', cardcvvc: '' },
    ]);
  });

  it.each([
    ['onError', 'unavailable'],
    ['onInvalid', 'refused'],
    ['onSuccess', 'unavailable'],
    ['none', 'unavailable'],
    ['throws', 'unavailable'],
  ] as const)('Cielo’s script ends by %s without a token: %s', async (call, reason) => {
    expect(await tokeniseAtCielo(CIELO, card(), 'ANA', sop(call).page)).toEqual({ reason });
  });
});
