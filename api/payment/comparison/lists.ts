import { endOfDay, startOfDay } from '@orbita/domain/foundation';
import type { BookEntry, Stage } from '@orbita/domain/payment';
import { isAcquirer, type MoneyProvider, moneyKind } from '@orbita/domain/tenancy';
import type { Acquirer, CardCharge } from '../../platform/acquirer-port.ts';
import type { Listed } from '../../platform/listed.ts';
import type { PixCycleCharge } from '../../platform/pix-recurrence-port.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type PixCharge,
  ProviderUnavailable,
  ProviderUnknown,
  type SlipCharge,
} from '../../platform/ports.ts';
import { about } from '../answer-shapes.ts';
import { cardReport } from '../instruments/card.ts';
import { pixReport } from '../instruments/pix.ts';
import { slipReport } from '../instruments/slip.ts';
import { joined, mapped } from '../listed.ts';
import type { ChargeReport, ReportedStatus } from '../report.ts';

/** A charge as listed by its provider. */
export type ListedCharge = BookEntry & {
  /** Our reference of the charge. */
  reference: string;
  /** What to apply if our books are behind; undefined for a month of a recurrence, which is looked up instead. */
  report?: ChargeReport;
};

/** What is needed to look up one charge. */
type Wanted = { reference: string; providerId: string | null; dueDay: string | null };

/** The books of one account at a provider. */
export interface ProviderBooks {
  /** Charges created on a local day and money received on it; empty if the provider has no list. */
  listed(day: string): Promise<Listed<ListedCharge>>;
  /** Undefined if the provider does not know the charge. */
  find(wanted: Wanted): Promise<ListedCharge | undefined>;
  /** The charge of a month; undefined if the provider does not know it or has no monthly charges. */
  findCycle(txid: string): Promise<ListedCharge | undefined>;
}

const STAGE: Record<ReportedStatus, Stage> = {
  processing: 'unsure',
  unknown: 'unsure',
  open: 'open',
  paid: 'paid',
  'charged-back': 'paid',
  denied: 'ended',
  removed: 'ended',
  ended: 'ended',
  failed: 'ended',
};

const entryOf = (report: ChargeReport, asked: number, refunded: number): ListedCharge => {
  const received = report.received.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const stage = received > 0 ? 'paid' : STAGE[report.status];
  return { reference: report.reference, stage, asked, received, refunded, report };
};

const ofPix = (charge: PixCharge): ListedCharge =>
  entryOf(
    pixReport(charge),
    charge.amountCents,
    charge.received.reduce((sum, { refundedCents = 0 }) => sum + refundedCents, 0),
  );

// A bank does not report slip money that the institution refunded by itself.
const ofSlip = (slip: SlipCharge): ListedCharge => entryOf(slipReport(slip), slip.amountCents, 0);

const CYCLE_STAGE: Record<PixCycleCharge['status'], Stage> = {
  CRIADA: 'open',
  ATIVA: 'open',
  CONCLUIDA: 'paid',
  EXPIRADA: 'ended',
  REJEITADA: 'ended',
  CANCELADA: 'ended',
  UNKNOWN: 'unsure',
};

const ofCycle = (charge: PixCycleCharge): ListedCharge => ({
  reference: charge.txid,
  stage: CYCLE_STAGE[charge.status],
  asked: charge.amountCents,
  received: charge.received.reduce((sum, { amountCents }) => sum + amountCents, 0),
  refunded: charge.received.reduce((sum, { refundedCents = 0 }) => sum + refundedCents, 0),
});

/** Removes duplicates by reference: of two reports on one charge, the later one says more. */
const once = ({ items, unread }: Listed<ListedCharge>): Listed<ListedCharge> => ({
  items: [...new Map(items.map((one) => [one.reference, one])).values()],
  unread,
});

type Account = { alias: string; code: string; timeZone: string };

const missing = ({ alias, code }: Account): never => {
  throw new ProviderUnavailable(`No account ${alias}/${code}`);
};

function pixBooks(platform: Platform, account: Account): ProviderBooks {
  const { alias, code, timeZone } = account;
  const gateway = platform.ports.pix.account(alias, code) ?? missing(account);
  const recurrences = platform.ports.pix.recurrences(alias, code);
  const find: ProviderBooks['find'] = async ({ reference }) => {
    const found = await gateway.find(reference);
    return found && ofPix(found);
  };
  const findCycle = async (txid: string): Promise<ListedCharge | undefined> => {
    const found = await recurrences?.findCharge(txid);
    return found && ofCycle(found);
  };
  return {
    find,
    findCycle,
    async listed(day) {
      const from = startOfDay(day, timeZone);
      // Banks refuse a period that goes on.
      const until = new Date(Math.min(endOfDay(day, timeZone).getTime(), platform.clock.now().getTime()));
      const made = mapped(await gateway.list(from, until), ofPix);
      const months = recurrences
        ? mapped(await recurrences.listCharges(from, until), ofCycle)
        : { items: [], unread: 0 };
      const received = await gateway.received(from, until);
      const known = new Set([...made.items, ...months.items].map(({ reference }) => reference));
      const later: ListedCharge[] = [];
      let { unread } = received;
      // Money received today for charges of other days; money without a txid belongs to no charge of ours.
      for (const { txid, amountCents } of received.items) {
        if (txid === null || known.has(txid)) continue;
        known.add(txid);
        const paid = { reference: txid, asked: amountCents, received: amountCents, refunded: 0 };
        const found = await find({ reference: txid, providerId: null, dueDay: null })
          .then(async (one) => one ?? (await findCycle(txid)))
          .catch((error: unknown) => {
            if (!(error instanceof ProviderUnknown)) throw error;
            unread += 1;
            return undefined;
          });
        later.push(found ?? { ...paid, stage: 'paid' });
      }
      return once(joined([made, months, { items: later, unread }]));
    },
  };
}

function slipBooks(platform: Platform, account: Account): ProviderBooks {
  const gateway = platform.ports.slip.account(account.alias, account.code) ?? missing(account);
  return {
    async listed(day) {
      const period = { from: day, to: day };
      const issued = await gateway.list({ ...period, by: 'issue' });
      const paid = await gateway.list({ ...period, by: 'payment' });
      return once(mapped(joined([issued, paid]), ofSlip));
    },
    async find({ reference, providerId, dueDay }) {
      const found = await gateway.find({ reference, requestCode: providerId, dueDate: dueDay ?? '' });
      return found && about(reference, ofSlip(found), (one) => one.reference);
    },
    findCycle: () => Promise.resolve(undefined),
  };
}

function cardBooks(platform: Platform, account: Account, acquirer: Acquirer): ProviderBooks {
  const entry = (charge: CardCharge): ListedCharge =>
    entryOf(cardReport(charge, platform.clock.now()), charge.amountCents, charge.refundedCents);
  const find = async (reference: string): Promise<ListedCharge | undefined> => {
    const found = await acquirer.find(reference);
    return found && entry(found);
  };
  return {
    async listed(day) {
      if (!acquirer.list) return { items: [], unread: 0 };
      const from = startOfDay(day, account.timeZone);
      return once(mapped(await acquirer.list(from, endOfDay(day, account.timeZone)), entry));
    },
    find: ({ reference }) => find(reference),
    findCycle: find,
  };
}

/** Whether this installation has an account of the institution at a provider. */
export const hasBooks = (
  platform: Platform,
  alias: string,
  code: string,
  provider: MoneyProvider,
): boolean => {
  const { pix, slip, acquirers } = platform.ports;
  if (isAcquirer(provider)) return acquirers.account(alias, code, provider) !== undefined;
  return (moneyKind(provider) === 'pix' ? pix : slip).account(alias, code) !== undefined;
};

/**
 * The books of an institution's account at a provider.
 * @throws ProviderUnavailable when no account is configured; its methods also throw `ProviderUnknown` when no answer came in
 * time.
 */
export function booksOf(platform: Platform, account: Account, provider: MoneyProvider): ProviderBooks {
  if (!isAcquirer(provider))
    return moneyKind(provider) === 'pix' ? pixBooks(platform, account) : slipBooks(platform, account);
  const acquirer = platform.ports.acquirers.account(account.alias, account.code, provider);
  return cardBooks(platform, account, acquirer ?? missing(account));
}
