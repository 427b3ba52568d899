import { shownName, toAmount } from '@orbita/domain/foundation';
import { type Attention, type MonthMark, type Purpose, waysOut } from '@orbita/domain/payment';
import { PAYMENT_STATUS, STATUS } from '@orbita/domain/subscription';
import type { Tx } from '../../platform/database/types.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { factsOfState, type SubscriptionState } from '../../subscription/facts.ts';
import { seenState } from '../../subscription/seen-state.ts';
import { isSettled } from '../bill.ts';
import { type MoneyOf, refundableOf } from '../refundable.ts';

export type Looking = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;
type Marked<Mark> = {
  subscriptionId: number;
  purpose: Purpose | null;
  askedCents: number;
  marks: readonly Mark[];
};

const isAwaited = (row: SubscriptionState, purpose: Purpose | null): boolean =>
  purpose !== null && row.status === PAYMENT_STATUS[purpose] && !isSettled({ state: row }, purpose);

/**
 * What a payment or month page shows besides the money itself (spec 25.11): whose it is, what can still be refunded, and the
 * options currently available for its marks. `purpose` is null for a month, which pays for no step. Fails with 404 outside the
 * caller's institutions.
 */
export async function openMoney<Mark extends Attention | MonthMark>(
  tx: Tx,
  on: Looking,
  of: MoneyOf,
  { subscriptionId, purpose, askedCents, marks }: Marked<Mark>,
) {
  const { platform, tenant, service } = on;
  const row = await seenState(tx, service, subscriptionId);
  const leftCents = await refundableOf(tx, subscriptionId, of);
  const expired = row.status === STATUS.Canceled && factsOfState(row, platform.clock.now()).cancelledByExpiry;
  const money = {
    leftCents,
    askedCents,
    isAwaited: isAwaited(row, purpose),
    isExpired: expired === true,
  };
  return {
    left: toAmount(leftCents),
    institutionCode: row.institution_code,
    courseName: row.course_name,
    person: {
      personId: row.person_id,
      name: shownName({ name: row.person_name, socialName: row.person_social_name }),
    },
    marks: [...new Set(marks)].map((mark) => ({ mark, ways: waysOut(mark, money) })),
  };
}
