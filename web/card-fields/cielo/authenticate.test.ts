import { readCardFields } from '@orbita/domain/payment';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MpiConfig } from '../mpi.ts';
import { authenticateAtCielo, CHALLENGE_MS } from './authenticate.ts';

const ACCESS = {
  scriptUrl: 'https://c.test/mpi.js',
  accessToken: 'mpi-key',
  environment: 'production',
  orderNumber: 'a1b2',
} as const;
const ORDER = {
  amountCents: 36_000,
  installments: 6,
  recurring: true,
  buyer: { email: 'ana@exemplo.test', phone: '5531999990000' },
};
const PROOF = { Cavv: 'AAAB', Xid: 'CCCD', Eci: '05', Version: '2', ReferenceId: 'r-1' };

const read = readCardFields({ number: '4000 0000 0000 0077', expiry: '09/30', cvv: '123' }, '2026-11-23');
const card = () => {
  if (!read.ok) throw new Error('No card');
  return read.card;
};

/** A page whose script does what the test sets. */
function stage({ blocked = false } = {}) {
  const filled: Readonly<Record<string, string>>[] = [];
  const acts = { start: vi.fn(), clear: vi.fn() };
  let config: MpiConfig | undefined;
  let watching: { shown: () => void; cancelled: () => void } | undefined;
  const outcome = authenticateAtCielo(ACCESS, card(), 'ANA DE SOUZA', ORDER, {
    fill: (values) => void filled.push(values),
    load: (_url, given) => {
      config = given;
      return blocked ? Promise.reject(new Error('blocked')) : Promise.resolve();
    },
    watch: (on) => {
      watching = on;
    },
    ...acts,
  });
  const script = () => {
    if (!config || !watching) throw new Error('Not loaded');
    return { ...config, ...watching };
  };
  return { outcome, filled, script, ...acts };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('3-D Secure by Cielo’s script', () => {
  it('starts once the script is ready, for this card and purchase, and leaves nothing behind', async () => {
    const { outcome, filled, script, start, clear } = stage();
    expect(start).not.toHaveBeenCalled();
    script().onReady();
    script().onReady();
    expect(start).toHaveBeenCalledTimes(1);
    expect(script()).toMatchObject({ Environment: 'PRD', Debug: false });
    expect(filled).toHaveLength(1);
    expect(filled[0]).toMatchObject({
      bpmpi_auth: 'true',
      bpmpi_accesstoken: 'mpi-key',
      bpmpi_ordernumber: 'a1b2',
      bpmpi_totalamount: '36000',
      bpmpi_installments: '6',
      bpmpi_cardnumber: '4000000000000077',
      bpmpi_cardexpirationmonth: '09',
      bpmpi_cardexpirationyear: '2030',
      bpmpi_order_recurrence: 'true',
      bpmpi_billto_contactname: 'ANA DE SOUZA',
      bpmpi_billto_phonenumber: '5531999990000',
    });
    expect(filled[0]).not.toHaveProperty('bpmpi_billto_city');
    expect(clear).not.toHaveBeenCalled();
    script().onSuccess(PROOF);
    expect(await outcome).toEqual({
      outcome: 'authenticated',
      eci: '05',
      cavv: 'AAAB',
      xid: 'CCCD',
      version: '2',
      referenceId: 'r-1',
    });
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['onFailure', 'failed'],
    ['onUnenrolled', 'not-enrolled'],
    ['onUnsupportedBrand', 'not-enrolled'],
    ['onDisabled', 'unavailable'],
    ['onError', 'unavailable'],
    ['cancelled', 'failed'],
  ] as const)('ends by %s: %s', async (event, outcome) => {
    const played = stage();
    played.script()[event]();
    expect(await played.outcome).toEqual({ outcome });
    expect(played.clear).toHaveBeenCalledTimes(1);
  });

  it.each([
    undefined,
    {},
    { ...PROOF, Eci: '5a' },
    { ...PROOF, Cavv: 7 },
    { ...PROOF, ReferenceId: 'r'.repeat(61) },
    { ...PROOF, Version: '2.2.0.0.0.0' },
  ])('accepts no unreadable proof: %j', async (proof) => {
    const { outcome, script } = stage();
    script().onSuccess(proof);
    expect(await outcome).toEqual({ outcome: 'unavailable' });
  });

  it('does not wait for a blocked script, or one that does not start', async () => {
    expect(await stage({ blocked: true }).outcome).toEqual({ outcome: 'unavailable' });
    const silent = stage();
    vi.advanceTimersByTime(15_000);
    expect(await silent.outcome).toEqual({ outcome: 'unavailable' });
  });

  it('gives the bank seconds, and the holder on the bank’s page five minutes', async () => {
    const silent = stage();
    silent.script().onReady();
    vi.advanceTimersByTime(20_000);
    expect(await silent.outcome).toEqual({ outcome: 'unavailable' });

    const asked = stage();
    const ended = vi.fn();
    void asked.outcome.then(ended);
    asked.script().onReady();
    asked.script().shown();
    await vi.advanceTimersByTimeAsync(CHALLENGE_MS - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledWith({ outcome: 'failed' });
    expect(asked.clear).toHaveBeenCalledTimes(1);
  });
});
