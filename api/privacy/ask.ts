import { isBlank } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { notify } from '../messaging/notify.ts';
import { constraintOf } from '../platform/database/types.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { answerDue, presentRequest, type RequestRow, requestsChanged } from './store.ts';

const REQUIRED = 'Obrigatório.';

/** The person's own requests, newest first. */
export async function listOwnRequests(
  ctx: Ctx<'GET /candidate/users/{uuid}/privacy-requests'>,
): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  if (params.uuid !== session.uuid) fail('NOT_FOUND');
  const rows = await platform.db.tenant(tenant.id).many<RequestRow>(sql`
    select r.*, v.subscription_id from privacy_request r
    left join decision_review v on v.tenant_id = r.tenant_id and v.request_id = r.id
    where r.tenant_id = ${tenant.id} and r.person_id = ${session.personId} order by r.id desc limit 100`);
  const now = platform.clock.now();
  return reply(
    200,
    rows.map((row) => presentRequest(row, tenant, now)),
  );
}

/** Accepts a request and confirms it by e-mail (N-31); only one open request of each kind at a time. */
export async function askPrivacyRequest(
  ctx: Ctx<'POST /candidate/users/{uuid}/privacy-requests'>,
): Promise<Reply> {
  const { platform, tenant, host, session, params } = ctx;
  if (params.uuid !== session.uuid) fail('NOT_FOUND');
  const { kind, details } = ctx.body();
  const said = isBlank(details) ? null : (details ?? '').trim();
  // A correction needs a text that says what to correct.
  invalid(kind === 'correction' && said === null ? [{ field: 'details', message: REQUIRED }] : []);
  const now = platform.clock.now();
  const due = answerDue(now, tenant.timeZone);
  return ctx
    .once(async (tx) => {
      const person = await tx.one<{ email: string | null }>(sql`
        select email from person where tenant_id = ${tenant.id} and id = ${session.personId}
          and anonymised_at is null for update`);
      if (!person) fail('NOT_FOUND');
      // The link to a copy is sent by e-mail only.
      if (kind === 'export' && !person.email) invalid([{ field: 'email', message: REQUIRED }]);
      const row = await tx.one<{ id: number }>(sql`
        insert into privacy_request (tenant_id, person_id, institution_id, kind, details, requested_at, due_at)
        values (${tenant.id}, ${session.personId}, ${host.institutionId}::bigint, ${kind}::text, ${said}::text,
          ${now}::timestamptz, ${due}::timestamptz) returning id`);
      if (!row) throw new Error('The request was not stored');
      requestsChanged(tx);
      notify(tx, platform, {
        template: 'N-31',
        personId: session.personId,
        institutionId: host.institutionId,
        dedupe: `privacy:${row.id}:received`,
        data: { variante: 'recebida' },
      });
      return reply(202, { id: row.id, status: 'received' });
    })
    .catch((error: unknown) => {
      if (constraintOf(error) === 'one_open_privacy_request') fail('PRIVACY_REQUEST_OPEN');
      throw error;
    });
}
