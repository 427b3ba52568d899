import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@orbita/protocol';
import type { Enrolling } from '../../../testing/enrolling.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { type Charge, newKey, openCharge, readPayment } from '../../../testing/requests.ts';
import { Ended, type PatientCaller } from '../caller.ts';
import type { Postman } from '../postman.ts';
import type { ChaosWorld } from '../world.ts';
import { payByCard } from './card.ts';
import { OWN_VOUCHER, WHOLE_VOUCHER } from './debts.ts';
import type { Scenario, Way } from './scenario.ts';

const INSTALLMENTS = 6;
/** Maximum number of polls while waiting for a code or a slip. */
const MOST_LOOKS = 40;
const LOOK_MS = 250;

/** An application awaiting its first instalment, and what its payer did. */
export type Debt = {
  who: Enrolling;
  me: PatientCaller;
  scenario: Scenario;
  /** How often a provider took money from the payer. */
  paid: number;
  /** Charges that nobody may pay: anything reported about them is forged. */
  invented: string[];
  failed?: string;
};

/** Everything a payer needs: the product, control of the providers, and the postman that delivers notifications. */
export type Stage = { world: ChaosWorld; postman: Postman; operations: PatientCaller };

type Payment = Answer<'GET /candidate/payments/{paymentId}'>;
/** A charge that can be paid, with its name at the provider. */
type Payable = { payment: Payment; way: Way; name: string };

const isOver = ({ state }: Payment) => !['created', 'processing', 'pending'].includes(state);

/** Name of a charge at its provider, once it can be paid. */
async function nameOf({ world }: Stage, way: Way, { pix, slip }: Payment): Promise<string | undefined> {
  if (way === 'pix') {
    if (!pix) return undefined;
    const open = (await world.control('GET', '/pix')) as { txid: string; copyPaste: string }[];
    return open.find(({ copyPaste }) => copyPaste === pix.copyPaste)?.txid;
  }
  if (!slip?.digitableLine) return undefined;
  const all = (await world.control('GET', '/slips')) as {
    codigoSolicitacao: string;
    linhaDigitavel: string;
  }[];
  return all.find(({ linhaDigitavel }) => linhaDigitavel === slip.digitableLine)?.codigoSolicitacao;
}

/** Waits until a charge can be paid; undefined if it ended first. */
async function untilPayable(
  stage: Stage,
  debt: Debt,
  paymentId: number,
  way: Way,
): Promise<Payable | undefined> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const payment = bodyOf(await readPayment(debt.me, paymentId));
    if (isOver(payment)) return undefined;
    const name = await nameOf(stage, way, payment);
    if (name) return { payment, way, name };
    await pause(LOOK_MS);
  }
  return undefined;
}

const ask = (debt: Debt, method: Charge['method'], more: Partial<Charge> = {}) =>
  openCharge(
    debt.me,
    debt.who.id,
    { purpose: 'enrollment', priceId: debt.who.priceId, installments: INSTALLMENTS, method, ...more },
    newKey(),
  );

/** Refusals that a payer gets when the response to an earlier request of theirs was lost. */
const KNOWN_REFUSALS = ['OPEN_CHARGE', 'ALREADY_PAID', 'NOT_PAYABLE', 'VOUCHER_INVALID'];

/** A charge that can be paid, requested again if a provider did not create it; undefined when nothing is owed any more. */
async function charged(
  stage: Stage,
  debt: Debt,
  way: Way,
  more: Partial<Charge> = {},
): Promise<Payable | undefined> {
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await ask(debt, way, more);
    const { paymentId } = answer.body as { paymentId?: number };
    if (answer.status >= 300 && !KNOWN_REFUSALS.includes(answer.body.code ?? ''))
      throw new Error(`${way}: ${answer.status} ${JSON.stringify(answer.body)}`);
    if (!paymentId) return undefined;
    const payable = await untilPayable(stage, debt, paymentId, way);
    if (payable) return payable;
  }
  return undefined;
}

/** Pays at the provider, unless it refuses the money. */
async function hand(
  stage: Stage,
  debt: Debt,
  charge: Payable | undefined,
  order: object = {},
): Promise<boolean> {
  if (!charge) return false;
  const { way, name } = charge;
  const taken = await stage.world
    .control('POST', `/${way === 'pix' ? 'pix' : 'slips'}/${name}`, { result: 'paid', ...order })
    .then(() => true)
    .catch((error: Error) => {
      // The provider takes no money for a charge that ended or was paid meanwhile.
      if (error.message.includes(' 409 ')) return false;
      throw error;
    });
  if (taken) debt.paid += 1;
  return taken;
}

/** Requests two payment methods at once; whatever can be paid is paid. */
async function payInTwoTabs(stage: Stage, debt: Debt): Promise<void> {
  const { way, other } = debt.scenario;
  const both = await Promise.all([ask(debt, way), ask(debt, other)]);
  const ids = new Set(both.map(({ body }) => (body as { paymentId?: number }).paymentId));
  for (const paymentId of ids) {
    if (!paymentId) continue;
    const { method } = bodyOf(await readPayment(debt.me, paymentId));
    await hand(stage, debt, await untilPayable(stage, debt, paymentId, method as Way), { late: true });
  }
}

/** Cancels the charge, and pays it at the provider anyway. */
async function payLate(stage: Stage, debt: Debt): Promise<void> {
  const charge = await charged(stage, debt, debt.scenario.way);
  if (!charge) return;
  const { paymentId } = charge.payment;
  await debt.me.call('DELETE /candidate/payments/{paymentId}', { params: { paymentId } });
  await hand(stage, debt, charge, { late: true });
}

/** Switches to another payment method, and pays both. */
async function payBoth(stage: Stage, debt: Debt): Promise<void> {
  const { way, other } = debt.scenario;
  const first = await charged(stage, debt, way);
  const second = await charged(stage, debt, other, { replace: true });
  await hand(stage, debt, second);
  await hand(stage, debt, first, { late: true });
}

/** Decides an open payment at the institution. */
async function decideThere(
  { operations }: Stage,
  debt: Debt,
  decision: 'settled' | 'refused',
): Promise<void> {
  const { data } = bodyOf(
    await operations.call('GET /operations/payments', {
      query: { subscriptionId: debt.who.id, method: 'manual', state: 'pending' },
    }),
  );
  for (const { id } of data) {
    const answer = await operations.call('POST /operations/manual-payments/{id}/decision', {
      params: { id },
      headers: newKey(),
      body: decision === 'settled' ? { decision } : { decision, reason: 'Não recebido' },
    });
    if (answer.status >= 300 && !answer.repeated) bodyOf(answer);
  }
}

async function payThere(stage: Stage, debt: Debt, decision: 'settled' | 'refused'): Promise<void> {
  const answer = await ask(debt, 'manual');
  if (answer.status >= 300) throw new Error(`manual: ${answer.status} ${JSON.stringify(answer.body)}`);
  await decideThere(stage, debt, decision);
}

/** Runs one debt to its end. Every step is repeated until it is answered. */
export async function payDebt(stage: Stage, debt: Debt): Promise<void> {
  const { kind, way } = debt.scenario;
  const asked = (more: Partial<Charge> = {}) => charged(stage, debt, way, more);
  switch (kind) {
    case 'exact':
      return void (await hand(stage, debt, await asked()));
    case 'notifiedTwice':
      return void (await hand(stage, debt, await asked(), { duplicate: true }));
    case 'more':
      return void (await hand(stage, debt, await asked(), { amount: 400.01 }));
    case 'less':
      return void (await hand(stage, debt, await asked(), { amount: 299.99 }));
    case 'never':
      return void (await asked());
    case 'invented': {
      const charge = await asked();
      if (!charge) return;
      stage.postman.invent(way === 'pix' ? 'pix' : 'inter', charge.name);
      debt.invented.push(charge.name);
      return;
    }
    case 'late':
      return payLate(stage, debt);
    case 'both':
      return payBoth(stage, debt);
    case 'twoTabs':
      return payInTwoTabs(stage, debt);
    case 'card':
      return void (await payByCard(debt, 'approved'));
    case 'cardLater':
      await payByCard(debt, 'processing');
      // Somebody reports charges that no acquirer has.
      for (const acquirer of ['cielo', 'pagarme']) stage.postman.invent(acquirer);
      return;
    case 'cardRefused':
      if (await payByCard(debt, 'denied')) await hand(stage, debt, await asked());
      return;
    case 'voucher':
      return void (await hand(stage, debt, await asked({ voucher: OWN_VOUCHER })));
    case 'waived':
      return void (await ask(debt, way, { voucher: WHOLE_VOUCHER }));
    case 'there':
      return payThere(stage, debt, 'settled');
    case 'refusedThere':
      return payThere(stage, debt, 'refused');
  }
}

/** What the institution does afterwards: it settles what is missing, and refunds something. */
export async function settleAfterwards(stage: Stage, debt: Debt): Promise<void> {
  const { kind, back } = debt.scenario;
  if (kind === 'less') await decideThere(stage, debt, 'settled');
  if (back === 'nothing') return;
  const { data } = bodyOf(
    await stage.operations.call('GET /operations/payments', { query: { subscriptionId: debt.who.id } }),
  );
  for (const { id, received, refunded } of data) {
    const left = Math.round((received ?? 0) * 100) - Math.round(refunded * 100);
    const cents = back === 'whole' ? left : Math.floor(left / 3);
    if (cents <= 0) continue;
    const answer = await stage.operations.call('POST /operations/payments/{id}/refund', {
      params: { id },
      headers: newKey(),
      body: { amount: cents / 100, reason: 'Desistência' },
    });
    if (answer.status >= 300) throw new Error(`refund: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** Runs one part of a debt; failures are stored in the debt. */
export async function played(debt: Debt, part: () => Promise<void>): Promise<void> {
  if (debt.failed) return;
  try {
    await part();
  } catch (error) {
    if (!(error instanceof Ended)) debt.failed = (error as Error).message;
  }
}
