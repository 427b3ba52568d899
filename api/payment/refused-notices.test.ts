import { describe, expect, it, vi } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { receiveNotice } from './notices.ts';
import { takeVoucher } from './voucher.ts';

const BODY = { pix: [{ endToEndId: 'E1', txid: 'a1' }] };

/** The parts of the platform that a webhook needs: one tenant with its secrets, and a record of stored rows and rate limits. */
function platformOf(certificate?: string) {
  const stored: unknown[] = [];
  const refused = vi.fn();
  const secrets = [
    { provider: 'pix', secret_hash: secretHash('segredo'), last_used_at: null },
    { provider: 'cielo', secret_hash: secretHash('outro'), last_used_at: null },
  ];
  const platform = {
    config: { webhookCertificateHeader: certificate },
    clock: { now: () => new Date(0), wall: () => 0 },
    log: { error: () => undefined },
    limits: { take: (_limit: unknown, who: unknown) => refused(who) },
    db: {
      global: {
        one: async (statement: { values: unknown[] }) =>
          statement.values[0] === 'alfa' ? { id: 2, alias: 'alfa' } : undefined,
      },
      tenant: (id: number) => ({
        many: async ({ sql }: { sql: string }) => (/notice_secret/.test(sql) ? secrets : stored.push(id)),
      }),
    },
  };
  return { platform: platform as unknown as Platform, stored, refused }; // only the parts it reads
}

describe('R5 S43: who may send a webhook', () => {
  const right = { provider: 'pix', tenantAlias: 'alfa', secret: 'segredo', verified: 'SUCCESS' };
  it.each([
    ['accepts a caller with the secret', undefined, {}, true],
    ['accepts a caller with the secret and a verified certificate', 'X-Verified', {}, true],
    ['refuses a missing verification', 'X-Verified', { verified: undefined }, false],
    ['refuses a failed verification', 'X-Verified', { verified: 'FAILED' }, false],
    ['refuses another secret', undefined, { secret: 'segredO' }, false],
    ['refuses an unknown provider', undefined, { provider: 'card' }, false],
    ['refuses the secret of another provider', undefined, { secret: 'outro' }, false],
    ['refuses its secret at another provider', undefined, { provider: 'cielo' }, false],
    ['refuses another tenant', undefined, { tenantAlias: 'beta' }, false],
  ])('%s', async (_who, certificate, changes, accepted) => {
    const { platform, stored, refused } = platformOf(certificate);
    const { verified, ...given } = { ...right, ...changes };
    const header = (name: string) => (name === 'x-verified' ? verified : undefined);
    const answer = receiveNotice(platform, { ...given, body: BODY, ip: '192.0.2.1', header });
    if (accepted) await answer;
    else await expect(answer).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    // Floods are counted by tenant and address; an unknown tenant counts as null.
    const tenant = given.tenantAlias === 'alfa' ? 2 : null;
    expect(stored).toEqual(accepted ? [2] : []);
    expect(refused.mock.calls).toEqual(accepted ? [] : [[{ tenant, address: '192.0.2.1' }]]);
  });

  it('a webhook without content is not stored', async () => {
    const { platform, stored } = platformOf();
    const { verified: _, ...given } = right;
    for (const body of [
      {},
      null,
      { pix: [] },
      { pix: [{ endToEndId: '../x' }] },
      { pix: Array(1001).fill({ endToEndId: null }) },
    ])
      await receiveNotice(platform, { ...given, body, ip: '192.0.2.1', header: () => undefined });
    expect(stored).toEqual([]);
  });
});

describe('the last use of a voucher', () => {
  const taken = (counted: unknown, used: unknown) => {
    const answers = [counted, used];
    return takeVoucher({ tenantId: 2, one: async () => answers.shift() } as never, 1, 3, 5);
  };
  it('goes to the person who reserved it and had not used it before', async () => {
    await expect(taken({ id: 1 }, { voucher_id: 1 })).resolves.toBeUndefined();
    await expect(taken(undefined, { voucher_id: 1 })).rejects.toMatchObject({ code: 'VOUCHER_INVALID' });
    await expect(taken({ id: 1 }, undefined)).rejects.toMatchObject({ code: 'VOUCHER_INVALID' });
  });
});
