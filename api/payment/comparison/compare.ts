import { type Attention, type Difference, differencesOf } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { applyCharge } from '../apply.ts';
import { setAttention } from '../attention.ts';
import { lookUpCycle } from '../recurrence/scheduler.ts';
import { lockPayment } from '../store.ts';
import { type OwnCharge, ownCharges } from './books.ts';
import type { ListedCharge, ProviderBooks } from './lists.ts';
import { keepDifference, type Report } from './store.ts';

export type Comparing = { platform: Platform; tenantId: number; report: Report; books: ProviderBooks };

const MARK: Attention = 'comparison-difference';
const MOST_REFERENCE = 80;

/** Sets or clears the mark on the payment or month that a difference is about. */
async function mark(tx: Tx, platform: Platform, { payment, cycle }: OwnCharge, on: boolean): Promise<void> {
  const now = platform.clock.now();
  if (payment) {
    const row = await lockPayment(tx, payment.id);
    const marks = (row?.attention ?? []) as Attention[];
    if (!row || marks.includes(MARK) === on) return;
    await setAttention(tx, row, on ? [...marks, MARK] : marks.filter((one) => one !== MARK), now);
  }
  if (cycle)
    await tx.many(sql`
      update recurrence_cycle set updated_at = ${now}::timestamptz, attention = case when ${on}::boolean
        then attention || ${JSON.stringify([MARK])}::jsonb else attention - ${MARK}::text end
      where tenant_id = ${tx.tenantId} and recurrence_id = ${cycle.recurrence_id} and number = ${cycle.number}
        and attention @> ${JSON.stringify([MARK])}::jsonb <> ${on}::boolean returning number`);
}

/** Resolves the open differences of a charge, except those of report `but`, which has just found them again. */
const endDifferences = (tx: Tx, reference: string, now: Date, but: number | null = null): Promise<unknown> =>
  tx.many(sql`
    update reconciliation_difference set state = 'resolved', resolved_by = 'system', resolved_at = ${now}::timestamptz,
      updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and reference = ${reference} and state = 'open'
      and reconciliation_id is distinct from ${but}::bigint returning id`);

/** Asks the provider for the state of one charge and applies it, as a notice would. Returns both sides afterwards. */
async function putRight(
  { platform, tenantId, books }: Comparing,
  own: OwnCharge,
  listed: ListedCharge | undefined,
) {
  const { reference, payment, cycle } = own;
  if (cycle) {
    await lookUpCycle(platform, tenantId, cycle, reference);
    const found = await books.findCycle(reference);
    return { own: await again({ platform, tenantId }, own), theirs: found };
  }
  const found =
    (await books.find({
      reference,
      providerId: payment?.providerId ?? null,
      dueDay: payment?.dueDay ?? null,
    })) ?? listed;
  if (found?.report && payment) await applyCharge(platform, tenantId, payment.id, found.report);
  return { own: await again({ platform, tenantId }, own), theirs: found };
}

const again = async (
  { platform, tenantId }: Pick<Comparing, 'platform' | 'tenantId'>,
  own: OwnCharge,
): Promise<OwnCharge> =>
  (await ownCharges(platform.db.tenant(tenantId), [own.reference])).get(own.reference) ?? own;

/**
 * Compares one of our charges with the provider's entry; `listed` is undefined if it appeared on no list. What the provider
 * knows and we do not is applied at once; whatever still differs is added to the report and marked on the payment.
 * @throws when the provider does not answer.
 */
export async function compareOwn(
  comparing: Comparing,
  own: OwnCharge,
  listed: ListedCharge | undefined,
): Promise<void> {
  const { platform, tenantId, report } = comparing;
  const before = listed && differencesOf(own.entry, listed);
  const alike = before?.length === 0;
  if (alike && !(await hasOpen(comparing, own))) return;
  const after = alike ? { own, theirs: listed } : await putRight(comparing, own, listed);
  const first = before ?? differencesOf(own.entry, after.theirs);
  const left = differencesOf(after.own.entry, after.theirs);
  if (first.length + left.length === 0 && !(await hasOpen(comparing, own))) return;
  await platform.db.write(tenantId, async (tx) => {
    const now = platform.clock.now();
    if (own.payment) await lockSubscription(tx, own.payment.subscriptionId);
    const keep = (kind: Difference, side: OwnCharge, applied: boolean) =>
      keepDifference(
        tx,
        report,
        { kind, reference: own.reference, own: side, theirs: after.theirs, applied },
        now,
      );
    await endDifferences(tx, own.reference, now, left.length === 0 ? null : report.id);
    let open = false;
    for (const kind of first.filter((one) => !left.includes(one))) await keep(kind, own, true);
    for (const kind of left) open = (await keep(kind, after.own, false)) || open;
    await mark(tx, platform, own, open);
  });
}

/** Whether a difference of this charge is still open from an earlier report. */
const hasOpen = async ({ platform, tenantId }: Comparing, { reference }: OwnCharge): Promise<boolean> =>
  (await platform.db.tenant(tenantId).one(sql`
    select id from reconciliation_difference where tenant_id = ${tenantId} and reference = ${reference} and state = 'open'
    limit 1`)) !== undefined;

/** Records a provider's charge that our books do not contain. Returns whether the difference is open. */
export const compareUnknown = (
  { platform, tenantId, report }: Comparing,
  theirs: ListedCharge,
): Promise<boolean> =>
  platform.db.write(tenantId, async (tx) => {
    const now = platform.clock.now();
    const reference = theirs.reference.slice(0, MOST_REFERENCE);
    await endDifferences(tx, reference, now, report.id);
    return keepDifference(
      tx,
      report,
      { kind: 'unknown-here', reference, own: undefined, theirs, applied: false },
      now,
    );
  });
