import { shownName, toAmount } from '@orbita/domain/foundation';
import { decideMove } from '@orbita/domain/subscription';
import { refundableOf } from '../../../payment/refundable.ts';
import { moneySoFar } from '../../../payment/team/second-money.ts';
import type { ServiceContext } from '../../../platform/http/context.ts';
import { fail } from '../../../platform/http/errors.ts';
import { withWork } from '../../../work/shown.ts';
import { gatherFacts, settingsReader } from '../../facts.ts';
import { seenState } from '../../seen-state.ts';
import { findCancellation, presentCancellation } from './cancellations.ts';

/**
 * One cancellation request with what its decision needs to know (spec 25.12): what can be refunded, what is proposed (all of it
 * within the right of withdrawal), and whether the transition rules allow a denial now. Fails with 404 outside the caller's
 * institutions.
 */
type On = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;

export const openCancellation = (on: On, id: number) => withWork(on, 'cancellation', id, read(on, id));

const read = (on: On, id: number) =>
  on.platform.db.write(on.tenant.id, async (tx) => {
    const { platform, tenant, service } = on;
    const row = await findCancellation(tx, service, id);
    if (!row) fail('NOT_FOUND');
    const state = await seenState(tx, service, row.subscription_id);
    const denial = decideMove({
      type: state.application_type,
      from: state.status,
      event: 'cancel-denied',
      actor: 'operations',
      facts: { ...(await gatherFacts(tx, platform, state)), reasonGiven: true },
    });
    const left = Math.min(row.paid_cents, await refundableOf(tx, row.subscription_id));
    const { returned, waiting } = await moneySoFar(tx, platform.clock.now(), row.subscription_id);
    return {
      ...presentCancellation(row, tenant),
      version: row.version,
      person: {
        personId: state.person_id,
        name: shownName({ name: state.person_name, socialName: state.person_social_name }),
      },
      decisionReason: row.decision_reason,
      classesBegin: state.intake_class_start,
      mayDeny: row.state === 'open' && denial.allowed,
      left: toAmount(left),
      // After the withdrawal period the contract determines the refund, which the decider has to read.
      proposed: toAmount(row.withdrawal_right ? left : 0),
      fixed: row.withdrawal_right && left > 0,
      returned: toAmount(returned),
      waiting: toAmount(waiting),
      secondPersonAbove: toAmount(settingsReader(state.settings)('RefundSecondPersonAbove')),
    };
  });
