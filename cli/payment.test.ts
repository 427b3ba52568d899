import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../testing/command-line.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { personAt } from '../testing/person-at.ts';

let harness: Harness;
let subscription: string;

const run = commandLine(() => harness.url, OPERATIONS_TOKEN);
const manual = async () => {
  const asked = await run(
    ...['payment', 'manual', subscription, '--amount', '360.00', '--reason', 'Dinheiro', '--json'],
  );
  return String((JSON.parse(asked.out) as { id: number }).id);
};

beforeAll(async () => {
  harness = await startHarness();
  subscription = String((await personAt(harness, 'payment')).id);
});
afterAll(() => harness?.stop());

it('takes, refuses and settles payments, and refunds after asking', async () => {
  const first = await manual();
  const waiting = await run('payment', 'list', '--method', 'manual', '--state', 'pending');
  expect(waiting.out).toContain(first);
  expect((await run('payment', 'refuse', first)).exit).toBe(2);
  expect((await run('payment', 'refuse', first, '--reason', 'Sem comprovante')).exit).toBe(0);
  expect((await run('payment', 'settle', first)).exit).toBe(1);
  const id = await manual();
  const settled = await run('payment', 'settle', id, '--proof', 'Recibo 17');
  expect([settled.exit, settled.out]).toEqual([0, expect.stringContaining('settled')]);
  const refund = ['payment', 'refund', id, '--amount', '360', '--reason', 'Desistência'];
  const unasked = await run(...refund);
  expect([unasked.exit, unasked.err]).toEqual([2, expect.stringContaining('--yes')]);
  const given = await run(...refund, '--yes');
  expect([given.exit, given.out]).toEqual([0, expect.stringContaining('done')]);
  expect((await run(...refund, '--yes')).exit).toBe(1);
  expect((await run('payment', 'list', '--subscription', subscription)).out).toContain('refunded');
  expect(
    (await run('payment', 'manual', subscription, '--amount', '1', '--reason', 'x', '--purpose', 'y')).exit,
  ).toBe(2);
  expect((await run('payment', 'list', '--attention', 'nothing')).exit).toBe(1);
});

it("shows a new notice address once and uncut, because it is copied to an acquirer's site", async () => {
  const { exit, out } = await run('tenant', 'notice-secret', 'alfa', 'cielo', '--overlap', '5');
  const address =
    out
      .split('\n')
      .find((line) => line.startsWith('  http'))
      ?.trim() ?? '';
  expect([exit, address]).toEqual([0, expect.stringContaining('/webhooks/payments/cielo/alfa/')]);
  expect((await run('tenant', 'notice-secret', 'alfa', 'cielo')).out).toContain('is taken until');
  expect((await run('tenant', 'notice-secret', 'alfa', 'visa')).exit).toBe(2);
  const shown = await run('tenant', 'notice-addresses', 'alfa');
  expect(shown.out).toContain('cielo');
  expect(shown.out).not.toContain(address.split('/').at(-1));
});
