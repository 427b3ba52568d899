import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { type Paying, paying } from '../../testing/paying.ts';
import { personAt } from '../../testing/person-at.ts';
import { ProviderUnavailable } from '../platform/ports.ts';
import { reconciliation } from './reconcile.ts';

let harness: Harness;
let use: Paying;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
  use = paying(harness);
});
afterAll(() => harness.stop());

/** The platform with a bank whose lookup fails for these charges with the given errors. */
function withBank(failing: Map<string, Error>) {
  const { ports } = harness.platform;
  const pix: typeof ports.pix = {
    ...ports.pix,
    account(tenant, institution) {
      const bank = ports.pix.account(tenant, institution);
      return (
        bank && {
          ...bank,
          find: async (txid) => {
            const error = failing.get(txid);
            if (error) throw error;
            return bank.find(txid);
          },
        }
      );
    },
  };
  return { ...harness.platform, ports: { ...ports, pix } };
}

it('distinguishes our own error from a bank that does not answer, and looks up the other charges after both', async () => {
  const charge = async () => {
    const who = await personAt(harness, 'payment');
    const { paymentId } = (await use.pay(who)).body;
    return { who, paymentId, txid: await use.txidOf(who, paymentId) };
  };
  const [ours, banks, good] = [await charge(), await charge(), await charge()];
  // Its notice never arrives, so only a lookup can find the money.
  await use.muteBank();
  await use.settle(good.txid);
  const failing = new Map<string, Error>([
    [ours.txid, new TypeError('a fault of ours')],
    [banks.txid, new ProviderUnavailable('The bank is away')],
  ]);
  await reconciliation.run(withBank(failing));
  const logged = lines
    .map((line) => JSON.parse(line) as { level: number | string; msg: string; payment?: number })
    .filter(({ msg }) => msg === 'charge not reconciled')
    .map(({ level, payment = 0 }) => [payment, level] as const)
    .toSorted(([one], [other]) => one - other);
  expect(logged).toEqual([
    [ours.paymentId, 50],
    [banks.paymentId, 40],
  ]);
  expect((await use.payment(good.who, good.paymentId)).state).toBe('paid');
});
