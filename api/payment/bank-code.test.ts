import { afterAll, beforeAll, expect, it } from 'vitest';
import { control } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';

/**
 * A code that no banking app would accept is never shown; the logged error names the payment, and the next lookup finds a good
 * code.
 */
let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
});
afterAll(() => harness?.stop());

const wrong = (on: boolean) => control(harness, 'PUT', '/strange', { side: 'pix-wrong-code', on });
const alarms = () => lines.filter((line) => line.includes('code of the bank not readable'));

it('a payment waits for a code that can be read', async () => {
  const { pay, payment, advance, settle, txidOf, paid } = paying(harness);
  const who = await personAt(harness, 'payment');
  await wrong(true);
  const { status, body } = await pay(who);
  expect([status, body.state, body.pix?.copyPaste ?? null]).toEqual([202, 'processing', null]);
  expect(alarms().map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, payment: body.paymentId, method: 'pix', problem: 'crc' },
  ]);
  await wrong(false);
  advance(10);
  await harness.platform.jobs.run('reconciliation');
  const found = await payment(who, body.paymentId);
  expect([found.state, found.pix?.copyPaste]).toEqual(['pending', expect.stringMatching(/^000201/)]);
  await settle(await txidOf(who, body.paymentId));
  expect((await paid(who))?.status).toBe(5);
});

it('a payment counts even if its code was unreadable', async () => {
  const { pay, settle, txidOf, paid } = paying(harness);
  const who = await personAt(harness, 'payment');
  await wrong(true);
  const { body } = await pay(who);
  await settle(await txidOf(who, body.paymentId));
  expect((await paid(who))?.status).toBe(5);
  await wrong(false);
});

it('a code that names zero as its amount is shown, because the bank knows the amount', async () => {
  const { pay, settle, txidOf, paid } = paying(harness);
  const who = await personAt(harness, 'payment');
  await control(harness, 'PUT', '/strange', { side: 'pix-zero-in-code', on: true });
  const { status, body } = await pay(who);
  await control(harness, 'PUT', '/strange', { side: 'pix-zero-in-code', on: false });
  expect([status, body.state, body.pix?.copyPaste]).toEqual([
    201,
    'pending',
    expect.stringContaining('54010'),
  ]);
  await settle(await txidOf(who, body.paymentId));
  expect((await paid(who))?.status).toBe(5);
});
