import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { CallContext, CandidateContext, Session } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type SubscriptionRow, selectSubscriptions } from './row.ts';

/** The part of a call context that the ownership checks need. */
export type Caller = Pick<CandidateContext, 'platform' | 'tenant' | 'header'> & {
  session: Pick<Session, 'personId' | 'scope' | 'view'>;
};

/** Fails with 404 for any subscription other than the one the access key was made for (spec 5.2). */
export function checkScope(ctx: Pick<Caller, 'session'>, subscriptionId: number): void {
  const { scope } = ctx.session;
  if (scope !== 'candidate' && scope.subscriptionId !== subscriptionId) fail('NOT_FOUND');
}

/** Fails with 404 if the institution header names an institution other than `code` (spec 2.2). */
export function checkInstitution(ctx: Pick<CallContext, 'header'>, code: string): void {
  const named = ctx.header('x-institution-code');
  if (named && named !== code) fail('NOT_FOUND');
}

/**
 * Reads a subscription of the session's person, joined with offer, course, pole, intake, ingress mode and institution. Fails
 * with 404 when it is unknown, belongs to another person, is outside the scope of the access key, or belongs to an institution
 * other than the one in the header.
 * @param on reads inside a transaction when given.
 */
export async function ownSubscription(ctx: Caller, id: number, on?: Runner): Promise<SubscriptionRow> {
  checkScope(ctx, id);
  const row = await (on ?? ctx.platform.db.tenant(ctx.tenant.id)).one<SubscriptionRow>(
    selectSubscriptions(
      sql`s.tenant_id = ${ctx.tenant.id} and s.id = ${id} and s.person_id = ${ctx.session.personId}`,
    ),
  );
  if (!row) fail('NOT_FOUND');
  checkInstitution(ctx, row.institution_code);
  return row;
}
