import { randomInt, randomUUID } from 'node:crypto';
import { cardBrand } from '@orbita/domain/payment';
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import { type Clock, realNow } from '../clock.ts';
import type { Ledger } from '../ledger.ts';
import { openNotices } from './notices.ts';
import type { Plan } from './test-cards.ts';
import type { CardFace, CardPayment, CardToken, KeptCard, NoticeTarget } from './types.ts';

/** Why an acquirer refuses a request. */
export class SaleRefused extends Error {}

export interface NewSale {
  orderId: string;
  amount: number;
  installments: number;
  softDescriptor: string;
  customerName: string;
  recurring: boolean;
  capture: boolean;
  /** Stores the card for later charges. */
  keepCard: boolean;
  networkId: string | null;
  eci: string | null;
}

export const DECISIONS = ['approve', 'deny', 'hold', 'chargeback'] as const;
export type Decision = (typeof DECISIONS)[number];

export interface Acquirers {
  /** Turns a card into a single-use token. Its number is forgotten immediately. */
  tokenise(owner: { provider: AcquirerProvider; account: string }, card: NewCard, plan: Plan): CardToken;
  /** The card behind an unused token, which this consumes. Throws `SaleRefused`. */
  takeToken(provider: AcquirerProvider, account: string, id: string): KeptCard;
  card(provider: AcquirerProvider, account: string, id: string): KeptCard | undefined;
  sell(card: KeptCard, sale: NewSale): CardPayment;
  payment(provider: AcquirerProvider, id: string): CardPayment | undefined;
  /** Payments of one account, or of all, oldest first. */
  payments(provider?: AcquirerProvider, account?: string): CardPayment[];
  capture(payment: CardPayment, amount?: number): CardPayment;
  giveBack(payment: CardPayment, amount?: number): CardPayment;
  /**
   * Later decisions of others: the issuer's on a processing charge (`hold` keeps it from being approved automatically), the
   * holder's dispute.
   */
  decide(payment: CardPayment, result: Decision): CardPayment;
  /** Sets how the issuer will treat the card stored by a charge. Throws `SaleRefused` when none was stored. */
  setPlan(payment: CardPayment, plan: Plan): void;
  target(provider: AcquirerProvider, account: string): NoticeTarget | undefined;
  setTarget(target: NoticeTarget): void;
  notices: ReturnType<typeof openNotices>;
  reset(): void;
}

interface NewCard {
  number: string;
  holder: string;
  /** "MM/YYYY" */
  expiry: string;
}

const TOKEN_MS = 20 * 60_000;
/** How long a card that is processed first takes to be approved (spec 2.6). */
const PROCESSING_MS = 5_000;

const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

const faceOf = ({ number, holder, expiry }: NewCard): CardFace => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  brand: cardBrand(number) ?? null,
  holder,
  expiry,
});

/** The issuer's immediate answer to a sale. */
function outcomeOf(
  plan: Plan,
  sale: NewSale,
): { state: 'paid' | 'authorised' | 'denied' | 'processing'; code: string } {
  if (plan.kind === 'unreachable') throw new SaleRefused('unreachable');
  if (plan.kind === 'process') return { state: 'processing', code: '' };
  if (plan.kind === 'deny') return { state: 'denied', code: plan.code };
  if (plan.kind === 'deny-above' && sale.amount > plan.cents) return { state: 'denied', code: plan.code };
  if (plan.kind === 'deny-recurring' && sale.recurring) return { state: 'denied', code: plan.code };
  return { state: sale.capture && plan.kind !== 'authorise-only' ? 'paid' : 'authorised', code: '00' };
}

/** Cards, tokens and charges of the simulated acquirers; each has its own protocol on top. */
export function openAcquirers(
  ledger: Ledger,
  clock: Clock,
  { delays, processingMs = PROCESSING_MS }: { delays: number[]; processingMs?: number },
): Acquirers {
  const tokens = ledger.table<CardToken>('card-token');
  const cards = ledger.table<KeptCard>('kept-card');
  const payments = ledger.table<CardPayment>('card-payment');
  const targets = ledger.table<NoticeTarget>('card-notice-target');
  const notices = openNotices(ledger, delays);
  const now = () => clock.now().toISOString();

  const keep = (payment: CardPayment): CardPayment => {
    payments.put(payment.id, payment);
    return payment;
  };
  /** A processing charge is approved when its time has come, on the next access. */
  const settled = (payment: CardPayment): CardPayment =>
    payment.state === 'processing' && payment.settlesAt !== null && realNow() >= payment.settlesAt
      ? keep({ ...payment, state: 'paid', code: '00', captured: payment.amount, updatedAt: now() })
      : payment;
  const current = (payment: CardPayment): CardPayment => settled(payments.get(payment.id) ?? payment);

  const capture = (given: CardPayment, amount?: number): CardPayment => {
    const payment = current(given);
    const taken = amount ?? payment.amount;
    if (payment.state !== 'authorised') throw new SaleRefused('not authorised');
    if (!(taken > 0) || taken > payment.amount) throw new SaleRefused('amount');
    return keep({ ...payment, state: 'paid', captured: taken, updatedAt: now() });
  };

  const giveBack = (given: CardPayment, amount?: number): CardPayment => {
    const payment = current(given);
    if (payment.state === 'authorised') return keep({ ...payment, state: 'voided', updatedAt: now() });
    if (payment.state !== 'paid') throw new SaleRefused('not paid');
    const back = amount ?? payment.captured - payment.givenBack;
    if (!(back > 0) || back > payment.captured - payment.givenBack) throw new SaleRefused('amount');
    const givenBack = payment.givenBack + back;
    const all = givenBack === payment.captured;
    const sameDay = payment.createdAt.slice(0, 10) === now().slice(0, 10);
    return keep({
      ...payment,
      givenBack,
      state: all ? (sameDay ? 'voided' : 'refunded') : 'paid',
      updatedAt: now(),
    });
  };

  return {
    tokenise: (owner, card, plan) => {
      const token: CardToken = {
        ...owner,
        id: randomUUID(),
        face: faceOf(card),
        plan,
        expires: realNow() + TOKEN_MS,
        used: false,
      };
      tokens.put(token.id, token);
      return token;
    },
    takeToken: (provider, account, id) => {
      const token = tokens.get(id);
      if (!token || token.provider !== provider || token.account !== account)
        throw new SaleRefused('unknown token');
      if (token.used || realNow() >= token.expires) throw new SaleRefused('token used or expired');
      tokens.put(id, { ...token, used: true });
      const { expires: _expires, used: _used, ...card } = token;
      return card;
    },
    card: (provider, account, id) => {
      const found = cards.get(id);
      return found?.provider === provider && found.account === account ? found : undefined;
    },
    sell: (card, sale) => {
      const { state, code } = outcomeOf(card.plan, sale);
      const keptCard = sale.keepCard && state !== 'denied';
      if (keptCard) cards.put(card.id, card);
      return keep({
        id: randomUUID(),
        provider: card.provider,
        account: card.account,
        orderId: sale.orderId,
        amount: sale.amount,
        installments: sale.installments,
        softDescriptor: sale.softDescriptor,
        customerName: sale.customerName,
        recurring: sale.recurring,
        face: card.face,
        state,
        code,
        captured: state === 'paid' ? sale.amount : 0,
        givenBack: 0,
        createdAt: now(),
        updatedAt: now(),
        networkId: sale.networkId ?? digits(15),
        cardId: keptCard ? card.id : null,
        settlesAt: state === 'processing' ? realNow() + processingMs : null,
        eci: sale.eci,
      });
    },
    payment: (provider, id) => {
      const found = payments.get(id);
      return found?.provider === provider ? settled(found) : undefined;
    },
    payments: (provider, account) =>
      payments
        .values()
        .filter((one) => provider === undefined || one.provider === provider)
        .filter((one) => account === undefined || one.account === account)
        .map(settled),
    capture,
    giveBack,
    decide: (given, result) => {
      const payment = current(given);
      if (result === 'chargeback') {
        if (payment.state !== 'paid') throw new SaleRefused('not paid');
        return keep({ ...payment, state: 'chargedback', updatedAt: now() });
      }
      if (payment.state !== 'processing') throw new SaleRefused('not processing');
      if (result === 'hold') return keep({ ...payment, settlesAt: null });
      const approved = result === 'approve';
      return keep({
        ...payment,
        settlesAt: null,
        state: approved ? 'paid' : 'denied',
        code: approved ? '00' : '05',
        captured: approved ? payment.amount : 0,
        updatedAt: now(),
      });
    },
    setPlan: (given, plan) => {
      const card = given.cardId === null ? undefined : cards.get(given.cardId);
      if (!card) throw new SaleRefused('no card was kept');
      cards.put(card.id, { ...card, plan });
    },
    target: (provider, account) => targets.get(`${provider}/${account}`),
    setTarget: (target) => targets.put(`${target.provider}/${target.account}`, target),
    notices,
    reset: () => {
      tokens.clear();
      cards.clear();
      payments.clear();
      notices.clear();
    },
  };
}
