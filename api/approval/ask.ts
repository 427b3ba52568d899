import { createHash } from 'node:crypto';
import {
  ALONE_HOURS,
  APPROVAL_HOURS,
  type ApprovalField,
  type ApprovalKind,
  type ApprovalSubject,
  approvalField,
  approvalFieldIf,
} from '@orbita/domain/approval';
import { formatMoney } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Reply, Service, Tenant } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { endApproval } from './end.ts';
import { hashOf } from './hash.ts';
import { isAlone } from './people.ts';
import { presentApproval } from './present.ts';
import { notifyApprovers, notifyTeam, publishToPages } from './publish.ts';
import { type ApprovalRow, sealCommand, shownById } from './store.ts';

const HOUR_MS = 3_600_000;

export type Asking = { platform: Platform; tenant: Tenant; service: Service };

export type Wanted = {
  kind: ApprovalKind;
  subject: { kind: ApprovalSubject; id: number } | { kind: ApprovalSubject; id: null; name: string };
  /** The candidate and the application it is about, if any. */
  personId?: number | undefined;
  subscriptionId?: number | undefined;
  /** Codes of the institutions it concerns; null = all of the tenant. */
  institutions: readonly string[] | null;
  /** One line for people (`approvalTexts`), without any text that somebody typed. */
  summary: string;
  /** Everything that the command does and contains, as the second person reads it; amount and reason are added. */
  fields: readonly ApprovalField[];
  amountCents?: number | undefined;
  reason?: string | null | undefined;
  /** It affects money, so that nobody does it alone, whatever its kind. */
  money?: boolean | undefined;
  /** Whatever else the act needs besides the request's fields; stored sealed. */
  command: unknown;
};

/** Key of a subject; a name that is not in the database yet is hashed, so that it is not stored. */
const keyOf = ({ subject }: Wanted): string =>
  subject.id === null
    ? `${subject.kind}#${createHash('sha256').update(subject.name).digest('base64url')}`
    : `${subject.kind} ${subject.id}`;

/** What the second person reads: the act's own fields, between the amount and the reason. */
const fieldsOf = ({ fields, amountCents, reason }: Wanted): ApprovalField[] => [
  ...(amountCents === undefined ? [] : [approvalField('Valor', formatMoney(amountCents))]),
  ...fields,
  ...approvalFieldIf('Motivo', reason),
];

async function insert(tx: Tx, { platform, service }: Asking, wanted: Wanted): Promise<ApprovalRow> {
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + APPROVAL_HOURS * HOUR_MS);
  const { institutions, subject, command } = wanted;
  const requestedBy = service.staff?.id ?? 0;
  const alone =
    !wanted.money && (await isAlone(tx, { kind: wanted.kind, institutions, staffId: requestedBy, now }));
  const asked = {
    kind: wanted.kind,
    subject_kind: subject.kind,
    subject_id: subject.id,
    person_id: wanted.personId ?? null,
    subscription_id: wanted.subscriptionId ?? null,
    institutions,
    amount_cents: wanted.amountCents ?? null,
    reason: wanted.reason?.trim() || null,
    fields: fieldsOf(wanted),
    requested_by: requestedBy,
  };
  const row = await tx.one<ApprovalRow>(sql`
    insert into approval (tenant_id, kind, subject_kind, subject_id, subject_key, person_id, subscription_id,
      institutions, summary, fields, hash, amount_cents, reason, command, requested_by, requested_at, expires_at,
      alone_at)
    values (${tx.tenantId}, ${asked.kind}::text, ${asked.subject_kind}::text, ${asked.subject_id}::bigint,
      ${keyOf(wanted)}::text, ${asked.person_id}::bigint, ${asked.subscription_id}::bigint,
      ${institutions && JSON.stringify(institutions)}::jsonb, ${wanted.summary}::text,
      ${JSON.stringify(asked.fields)}::jsonb, ${hashOf(asked, command, expiresAt)}::text,
      ${asked.amount_cents}::bigint, ${asked.reason}::text,
      ${sealCommand(platform, tx.tenantId, command)}::text, ${asked.requested_by}::bigint,
      ${now}::timestamptz, ${expiresAt}::timestamptz,
      ${alone ? new Date(now.getTime() + ALONE_HOURS * HOUR_MS) : null}::timestamptz)
    on conflict (tenant_id, kind, subject_key) where state = 'waiting' do nothing
    returning *`);
  return row ?? fail('APPROVAL_PENDING');
}

/** Ends an expired request that the job has not ended yet, so that it does not block a new one. */
async function endOverdue(tx: Tx, { platform }: Asking, wanted: Wanted): Promise<void> {
  const over = await tx.one<ApprovalRow>(sql`
    select * from approval where tenant_id = ${tx.tenantId} and kind = ${wanted.kind}::text
      and subject_key = ${keyOf(wanted)}::text and state = 'waiting'
      and expires_at <= ${platform.clock.now()}::timestamptz for update`);
  if (over) await endApproval(tx, platform, over, { event: 'expire' });
}

/**
 * Holds back an act of a team member for a second person instead of doing it (spec 25.4.4): 202 with the request. Call it in the
 * transaction of the act, once it was found possible, with what it changes locked. If nobody else could approve, the whole team
 * is notified and it is done automatically after a day.
 * @throws `APPROVAL_PENDING` while another request of this kind about the same subject is pending.
 */
export async function askSecond(tx: Tx, asking: Asking, wanted: Wanted): Promise<Reply> {
  const { platform, tenant, service } = asking;
  await endOverdue(tx, asking, wanted);
  const made = await insert(tx, asking, wanted);
  await publishToPages(tx, platform, made);
  await notifyApprovers(tx, platform, made, service.operator ?? '');
  await notifyTeam(tx, platform, made, service.operator ?? '');
  const shown = await shownById(tx, tx.tenantId, made.id);
  if (!shown) throw new Error('The request was not kept');
  const approval = presentApproval(shown, { service, tenant, now: platform.clock.now() });
  return reply(202, { approval });
}
