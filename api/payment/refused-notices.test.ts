import { describe, expect, it, vi } from 'vitest';
import type { House } from '../platform/house.ts';
import { receiveNotice } from './notices.ts';
import { takeVoucher } from './voucher.ts';

const BODY = { pix: [{ endToEndId: 'E1', txid: 'a1' }] };

/** As much of the house as a notice needs: one tenant, and a note of what is stored and what is limited. */
function houseOf(certificate?: string) {
  const stored: unknown[] = [];
  const refused = vi.fn();
  const house = {
    config: { webhookCertificateHeader: certificate },
    clock: { now: () => new Date(0), wall: () => 0 },
    log: { error: () => undefined },
    limits: { take: (_limit: unknown, who: unknown) => refused(who) },
    db: {
      global: {
        one: async (statement: { values: unknown[] }) =>
          statement.values[0] === 'alfa' ? { id: 2, alias: 'alfa', webhook_secret: 'segredo' } : undefined,
      },
      tenant: (id: number) => ({ many: async () => stored.push(id) }),
    },
  };
  return { house: house as unknown as House, stored, refused };
}

describe('R5: who may tell of a payment', () => {
  const right = { provider: 'pix', tenantAlias: 'alfa', secret: 'segredo', verified: 'SUCCESS' };
  it.each([
    ['who knows the secret', undefined, {}, true],
    ['who knows the secret and was verified', 'X-Verified', {}, true],
    ['not who was not verified', 'X-Verified', { verified: undefined }, false],
    ['not who failed to be verified', 'X-Verified', { verified: 'FAILED' }, false],
    ['not who knows another secret', undefined, { secret: 'segredO' }, false],
    ['not another provider', undefined, { provider: 'card' }, false],
    ['not of another tenant', undefined, { tenantAlias: 'beta' }, false],
  ])('%s', async (_who, certificate, changes, accepted) => {
    const { house, stored, refused } = houseOf(certificate);
    const { verified, ...given } = { ...right, ...changes };
    const header = (name: string) => (name === 'x-verified' ? verified : undefined);
    const told = receiveNotice(house, { ...given, body: BODY, ip: '192.0.2.1', header });
    if (accepted) await told;
    else await expect(told).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect([stored, refused.mock.calls.length]).toEqual(accepted ? [[2], 0] : [[], 1]);
  });

  it('what tells of nothing is stored nowhere', async () => {
    const { house, stored } = houseOf();
    const { verified: _, ...given } = right;
    for (const body of [
      {},
      null,
      { pix: [] },
      { pix: [{ endToEndId: '../x' }] },
      { pix: Array(1001).fill(BODY.pix[0]) },
    ])
      await receiveNotice(house, { ...given, body, ip: '192.0.2.1', header: () => undefined });
    expect(stored).toEqual([]);
  });
});

describe('the last use of a voucher', () => {
  const taken = (counted: unknown, used: unknown) => {
    const answers = [counted, used];
    return takeVoucher({ tenantId: 2, one: async () => answers.shift() } as never, 1, 3, 5);
  };
  it('is of who counted it and had not used it before', async () => {
    await expect(taken({ id: 1 }, { voucher_id: 1 })).resolves.toBeUndefined();
    await expect(taken(undefined, { voucher_id: 1 })).rejects.toMatchObject({ code: 'VOUCHER_INVALID' });
    await expect(taken({ id: 1 }, undefined)).rejects.toMatchObject({ code: 'VOUCHER_INVALID' });
  });
});
