import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../../testing/harness.ts';
import { type RawAnswer, rawRequest } from '../../testing/raw.ts';
import { findHost } from '../tenancy/hosts.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const ask = (target: string, given?: Parameters<typeof rawRequest>[2]) =>
  rawRequest(harness.url, target, given);
const codeOf = ({ body }: RawAnswer) => /"code":"(\w+)"/.exec(body)?.[1];

describe('the tenant named by a call', () => {
  it('T9 must be that of its host, by alias or public id, in address and headers', async () => {
    const { publicId = '' } = (await findHost(harness.platform, 'cua.alfa.orbita.test'))?.tenant ?? {};
    const other = (await findHost(harness.platform, 'beta.orbita.test'))?.tenant.publicId ?? '';
    expect([publicId.length, other.length]).toEqual([36, 36]);
    const named = async (tenant: string, headers = {}) => {
      const target = `/orbita/api/platform/settings/tenants/${tenant}/social/google/credentials`;
      const answer = await ask(target, { headers });
      return codeOf(answer) ?? answer.status;
    };
    expect([await named('alfa'), await named(publicId)]).toEqual([200, 200]);
    expect([await named('beta'), await named(other), await named('nada')]).toEqual([
      'TENANT_MISMATCH',
      'TENANT_MISMATCH',
      'TENANT_MISMATCH',
    ]);
    for (const [alias, id, code] of [
      ['alfa', publicId, 200],
      ['alfa', '', 200],
      ['', publicId, 200],
      ['beta', publicId, 'TENANT_MISMATCH'],
      ['alfa', other, 'TENANT_MISMATCH'],
      ['', other, 'TENANT_MISMATCH'],
      ['beta', '', 'TENANT_MISMATCH'],
    ] as const) {
      const headers = { ...(alias && { 'x-tenant-alias': alias }), ...(id && { 'x-tenant-id': id }) };
      expect([alias, id, await named('alfa', headers)]).toEqual([alias, id, code]);
    }
  });

  it('T9 must be that of its service token, or is the one a platform token names', async () => {
    const { publicId = '' } = (await findHost(harness.platform, 'cua.alfa.orbita.test'))?.tenant ?? {};
    const other = (await findHost(harness.platform, 'beta.orbita.test'))?.tenant.publicId ?? '';
    const mint = await harness.operations.call('POST /operations/tokens', {
      body: { name: 'Casa', tenant: 'alfa', scopes: ['essays'], expiresAt: '2027-01-12T10:00:00-03:00' },
    });
    const MISMATCH = 'TENANT_MISMATCH';
    for (const [token, alias, id, wanted] of [
      [mint.body.token, '', '', 200],
      [mint.body.token, 'alfa', publicId, 200],
      [mint.body.token, '', other, MISMATCH],
      [mint.body.token, 'beta', '', MISMATCH],
      [OPERATIONS_TOKEN, '', '', 'TENANT_REQUIRED'],
      [OPERATIONS_TOKEN, 'alfa', publicId, 200],
      [OPERATIONS_TOKEN, 'beta', other, 200],
      [OPERATIONS_TOKEN, 'alfa', other, MISMATCH],
      [OPERATIONS_TOKEN, 'nada', '', MISMATCH],
    ] as const) {
      const answer = await ask('/orbita/api/operations/essays', {
        headers: {
          authorization: `Bearer ${token}`,
          ...(alias && { 'x-tenant-alias': alias }),
          ...(id && { 'x-tenant-id': id }),
        },
      });
      const what = [token === OPERATIONS_TOKEN, alias, id];
      expect([...what, codeOf(answer) ?? answer.status]).toEqual([...what, wanted]);
    }
    // Within its own tenant, a token may do what its scopes allow.
    const beside = await ask('/orbita/api/operations/subscriptions', {
      headers: { authorization: `Bearer ${mint.body.token}` },
    });
    expect([beside.status, codeOf(beside)]).toEqual([403, 'FORBIDDEN']);
    // A call with two scopes needs both.
    for (const [scopes, wanted] of [
      [['payments'], 'FORBIDDEN'],
      [['subscriptions'], 'FORBIDDEN'],
      [['payments', 'subscriptions'], 'NOT_FOUND'],
    ] as const) {
      const { body } = await harness.operations.call('POST /operations/tokens', {
        body: { name: 'Caixa', tenant: 'alfa', scopes: [...scopes], expiresAt: '2027-01-12T10:00:00-03:00' },
      });
      const answer = await ask('/orbita/api/operations/cancellations/999999/decision', {
        method: 'POST',
        body: '{"decision":"confirmed"}',
        headers: { authorization: `Bearer ${body.token}` },
      });
      expect([scopes, codeOf(answer)]).toEqual([scopes, wanted]);
    }
  });
});
