import { approvalTexts, describeAsked } from '@orbita/domain/approval';
import { formatDateTime, isBlank, shownName } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Act } from '../approval/act.ts';
import { askSecond } from '../approval/ask.ts';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { requireConfirmed } from '../platform/http/confirmed.ts';
import type { Ctx, Reply, Service } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { mayWithin } from '../platform/http/may-within.ts';
import { reply } from '../platform/http/route.ts';
import type { Write } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { applicationsOf, effectsOf } from './effects.ts';
import { erasePerson } from './erase.ts';
import { listErasures } from './erasure-job.ts';
import { withinReach } from './reach.ts';
import { isOpen, type PrivacyRequestState, type RequestRow, requestsChanged } from './store.ts';

type DecisionCtx = Ctx<'POST /operations/privacy-requests/{id}/decision'>;
type Decision = ReturnType<DecisionCtx['body']>;

const actorOf = ({ tokenName, operator }: Service) => (operator ? `${tokenName} / ${operator}` : tokenName);

const STATE_OF = { taken: 'in-review', concluded: 'concluded', denied: 'denied' } as const satisfies Record<
  Decision['decision'],
  PrivacyRequestState
>;

/** Ongoing applications must be cancelled first, because vacancies, charges and refunds depend on them. */
async function checkSettled(tx: Tx, { person_id: personId, state }: RequestRow): Promise<void> {
  const { open } = await applicationsOf(tx, personId);
  if (open.length === 0) return;
  fail('STATE_CONFLICT', {
    message: 'Cancele antes as inscrições em andamento.',
    extra: { state, subscriptions: open.map(({ id }) => id) },
  });
}

type Contact = { name: string; social_name: string | null; email: string | null };

/** Erases the person and sends a last message to their known address. */
async function concludeDeletion(tx: Tx, platform: Platform, row: RequestRow): Promise<void> {
  await checkSettled(tx, row);
  const who = await tx.one<Contact>(sql`
    select name, social_name, email from person where tenant_id = ${tx.tenantId} and id = ${row.person_id}`);
  if (!(await erasePerson(tx, row.person_id, platform.clock.now())))
    fail('STATE_CONFLICT', { extra: { state: row.state } });
  tx.afterCommit(
    () => void listErasures(platform).catch((err) => platform.log.error({ err }, 'erasure not listed')),
  );
  if (!who?.email) return;
  const name = shownName({ name: who.name, socialName: who.social_name });
  notify(tx, platform, {
    template: 'N-31',
    personId: row.person_id,
    institutionId: row.institution_id,
    dedupe: `privacy:${row.id}:answered`,
    data: { variante: 'excluida' },
    recipients: [{ channel: 'email', to: who.email, name, link: false }],
  });
}

/** An unanswered request, locked. */
async function openRequest(tx: Tx, id: number): Promise<RequestRow> {
  const row = await tx.one<RequestRow>(sql`
    select * from privacy_request where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  if (!row) fail('NOT_FOUND');
  if (!isOpen(row)) fail('STATE_CONFLICT', { extra: { state: row.state } });
  return row;
}

/**
 * Codes of the institutions that know a person: somebody who erases the person must be responsible for each of them. Null if
 * there are none.
 */
async function institutionsOf(tx: Tx, { person_id: personId, institution_id: own }: RequestRow) {
  const rows = await tx.many<{ code: string }>(sql`
    select code from institution i where i.tenant_id = ${tx.tenantId} and (i.id = ${own}::bigint or i.id in (
      select s.institution_id from subscription s where s.tenant_id = i.tenant_id and s.person_id = ${personId}))
    order by code`);
  return rows.length === 0 ? null : rows.map(({ code }) => code);
}

async function decideIn(
  tx: Tx,
  platform: Platform,
  by: string,
  id: number,
  said: Decision,
): Promise<RequestRow> {
  const row = await openRequest(tx, id);
  requestsChanged(tx);
  const state = STATE_OF[said.decision];
  // A review is answered by its own call, because it must be decided by another person than the first decision.
  if (row.kind === 'decision-review' && state !== 'in-review')
    fail('STATE_CONFLICT', { extra: { state: row.state } });
  // The export job creates the copy, seals it and sends its link.
  if (row.kind === 'export' && state === 'concluded') fail('STATE_CONFLICT', { extra: { state: row.state } });
  if (state === 'in-review') {
    await tx.one(sql`
      update privacy_request set state = 'in-review', taken_by = ${by}::text
      where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
    return { ...row, state };
  }
  const erased = row.kind === 'deletion' && state === 'concluded';
  if (erased) await concludeDeletion(tx, platform, row);
  // Nobody is left to read an answer, and it may name the person.
  const answer = erased ? null : (said.decision === 'denied' ? said.reason : said.answer)?.trim() || null;
  await tx.one(sql`
    update privacy_request set state = ${state}::text, answer = ${answer}::text, answered_by = ${by}::text,
      answered_at = ${platform.clock.now()}::timestamptz, taken_by = coalesce(taken_by, ${by}::text)
    where tenant_id = ${tx.tenantId} and id = ${id} returning id`);
  if (!erased)
    notify(tx, platform, {
      template: 'N-31',
      personId: row.person_id,
      institutionId: row.institution_id,
      dedupe: `privacy:${row.id}:answered`,
      data: { variante: 'respondida' },
    });
  return { ...row, state };
}

/** Submits a team member's erasure to a second person for approval (spec 25.4.4), after checking that it is possible. */
async function secondForErasure(
  tx: Tx,
  { platform, tenant, service, params }: DecisionCtx,
  { answer }: Decision,
): Promise<Reply | undefined> {
  if (!service.staff) return undefined;
  const row = await openRequest(tx, params.id);
  await checkSettled(tx, row);
  const institutions = await institutionsOf(tx, row);
  return askSecond(
    tx,
    { platform, tenant, service },
    {
      kind: 'erasure',
      subject: { kind: 'privacy-request', id: row.id },
      personId: row.person_id,
      institutions,
      summary: approvalTexts.erasure(row.id),
      fields: describeAsked.erasure({
        requestId: row.id,
        askedAt: formatDateTime(row.requested_at, tenant.timeZone),
        institutions,
        ...(await effectsOf(tx, row.person_id)),
        answer: answer ?? null,
      }),
      command: { answer: answer ?? null },
    },
  );
}

/** Performs an erasure that a second person approved. */
export const erasureAct: Act = {
  lock: (tx, { subject_id: id }) =>
    tx.one(sql`select id from privacy_request where tenant_id = ${tx.tenantId} and id = ${id} for update`),
  async run(tx, { platform, service, approval, command }) {
    const { answer } = command as { answer: string | null };
    const said = { decision: 'concluded' as const, answer };
    await decideIn(tx, platform, actorOf(service), approval.subject_id ?? 0, said);
    return undefined;
  },
};

/** Accepts, concludes or denies a request (spec 17.2). */
export async function decidePrivacyRequest(ctx: DecisionCtx, write: Write): Promise<Reply> {
  const { platform, tenant, service, params } = ctx;
  const known = await platform.db.tenant(tenant.id).one<RequestRow>(sql`
    select * from privacy_request r where tenant_id = ${tenant.id} and id = ${params.id}
      ${withinReach(service, tenant.id, sql`r.person_id`, sql`r.institution_id`)}`);
  if (!known) fail('NOT_FOUND');
  const said = ctx.body();
  const { decision, reason, answer } = said;
  const erases = known.kind === 'deletion' && decision === 'concluded';
  if (erases && !mayWithin(service, 'POST /operations/privacy-requests/{id}/decision')) fail('FORBIDDEN');
  if (erases) requireConfirmed(service, 'strong', platform.clock.now());
  invalid([
    ...(decision === 'denied' && isBlank(reason) ? [{ field: 'reason', message: 'Required' }] : []),
    // With whom data is shared can only be answered in a text.
    ...(decision === 'concluded' && known.kind === 'sharing-info' && isBlank(answer)
      ? [{ field: 'answer', message: 'Required' }]
      : []),
  ]);
  return write(async (tx) => {
    const waits = erases && (await secondForErasure(tx, ctx, said));
    if (waits) return waits;
    const row = await decideIn(tx, platform, actorOf(service), params.id, said);
    return reply(200, { id: row.id, personId: row.person_id, state: row.state });
  });
}
