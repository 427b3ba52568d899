import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());

describe('the addresses at which providers report payments', () => {
  it('of a tenant take what comes with the right secret, and nothing else', async () => {
    const { status, body } = await harness.operations.call(
      'GET /operations/tenants/{alias}/notice-addresses',
      { params: { alias: 'alfa' } },
    );
    expect(status).toBe(200);
    expect(body.data.map(({ provider, enteredBy }) => [provider, enteredBy])).toEqual([
      ['pix', 'us'],
      ['inter', 'us'],
      ['cielo', 'institution'],
      ['pagarme', 'institution'],
    ]);
    const notifyAt = async (address: string) => {
      const { pathname } = new URL(address);
      const answer = await fetch(`${harness.url}${pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      return answer.status;
    };
    for (const { address } of body.data) {
      expect(await notifyAt(address)).toBe(200);
      expect(await notifyAt(`${address}0`)).toBe(401);
    }
  });
});
