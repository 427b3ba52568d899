import type { Act } from '../../../approval/act.ts';
import { lockSubscription } from '../../move.ts';
import { extendApproved } from './extend.ts';
import { extendOfferApproved } from './offer.ts';

/** Executes an approved extension: one further than a single person may grant, or one for a whole offer. */
export const extensionAct: Act = {
  lock: async (tx, { subject_kind: kind, subject_id: id }) =>
    kind === 'subscription' && id !== null ? lockSubscription(tx, id) : undefined,
  run: (tx, approved) =>
    approved.approval.subject_kind === 'offer'
      ? extendOfferApproved(tx, approved)
      : extendApproved(tx, approved),
};
