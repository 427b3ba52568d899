import {
  type ApprovalField,
  type ApprovalKind,
  type ApprovalState,
  type ApprovalSubject,
  TRUST_DAYS,
} from '@orbita/domain/approval';
import type { RefundState } from '@orbita/domain/payment';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import { seal, unseal } from '../platform/seal.ts';

/** A request for a second person. */
export type ApprovalRow = {
  id: number;
  kind: ApprovalKind;
  subject_kind: ApprovalSubject;
  subject_id: number | null;
  person_id: number | null;
  subscription_id: number | null;
  institutions: string[] | null;
  summary: string;
  fields: ApprovalField[];
  /** Hash of what it asks for; null for requests made before hashes were introduced. */
  hash: string | null;
  amount_cents: number | null;
  reason: string | null;
  /** Sealed; null once it has ended. */
  command: string | null;
  requested_by: number;
  requested_at: Date;
  expires_at: Date;
  state: ApprovalState;
  decided_by: number | null;
  decision_reason: string | null;
  ended_at: Date | null;
  failure: string | null;
  token_id: number | null;
  token_shown_at: Date | null;
  /** When it is done without a second person; null if somebody else could approve. */
  alone_at: Date | null;
};

/** Same as `ApprovalRow`, with the names of requester and decider, and the states of refunds made for it. */
export type ShownRow = ApprovalRow & {
  requester: string;
  requester_email: string;
  /** People who cannot be the requester's second person (`linkedTo`); empty once it has ended. */
  linked: number[];
  decider: string | null;
  refund_states: RefundState[];
};

/**
 * People who cannot be a team member's second person, as an array of ids: those under another name with the same mailbox, those
 * who gave that person an approving role or got one from them within the last weeks, and so on, transitively.
 */
export const linkedTo = (of: { tenantId: Sql; staffId: Sql; at: Sql }): Sql => sql`(
  with recursive linked (id) as (
    select ${of.staffId}
    union
    select e.id from linked l join lateral (
      select r.by_staff as id from staff_raise r where r.tenant_id = ${of.tenantId} and r.staff_id = l.id
        and r.at > ${of.at} - interval '${raw(String(TRUST_DAYS))} days'
      union all
      select r.staff_id from staff_raise r where r.tenant_id = ${of.tenantId} and r.by_staff = l.id
        and r.at > ${of.at} - interval '${raw(String(TRUST_DAYS))} days'
      union all
      select o.id from staff s join staff o on o.tenant_id = s.tenant_id and o.mailbox = s.mailbox
        where s.tenant_id = ${of.tenantId} and s.id = l.id) e on true)
  select coalesce(array_agg(l.id), '{}') from linked l where l.id <> ${of.staffId})`;

/** `linkedTo` for the requester of the approval `a`. */
export const linkedToRequester = linkedTo({
  tenantId: sql`a.tenant_id`,
  staffId: sql`a.requested_by`,
  at: sql`a.requested_at`,
});

/** Columns of a `ShownRow`, of the approval `a`. */
export const shownColumns = sql`a.*, q.name as requester, q.email as requester_email, d.name as decider,
  case when a.state = 'waiting' then to_jsonb(${linkedToRequester}) else '[]' end as linked,
  (select coalesce(jsonb_agg(r.state), '[]') from refund r
    where r.tenant_id = a.tenant_id and r.approval_id = a.id) as refund_states`;
export const shownJoins = sql`join staff q on q.tenant_id = a.tenant_id and q.id = a.requested_by
  left join staff d on d.tenant_id = a.tenant_id and d.id = a.decided_by`;

/** One request with the columns to show. */
export const shownById = (on: Pick<Tx, 'one'>, tenantId: number, id: number): Promise<ShownRow | undefined> =>
  on.one<ShownRow>(sql`
    select ${shownColumns} from approval a ${shownJoins} where a.tenant_id = ${tenantId} and a.id = ${id}`);

/** One request, locked until the end of the transaction. */
export const lockApproval = (tx: Tx, id: number): Promise<ApprovalRow | undefined> =>
  tx.one<ApprovalRow>(sql`
    select * from approval where tenant_id = ${tx.tenantId} and id = ${id} for update`);

export const SEALED_COMMANDS = { table: 'approval', columns: ['command'], purpose: 'approval' } as const;

const place = (platform: Pick<Platform, 'config'>, tenantId: number) => ({
  secrets: platform.config.secrets,
  tenantId,
  purpose: SEALED_COMMANDS.purpose,
});

/** The command as stored in the table; only the product can open it. */
export const sealCommand = (platform: Pick<Platform, 'config'>, tenantId: number, command: unknown): string =>
  seal(place(platform, tenantId), JSON.stringify(command ?? null));

/** The command of a request. Throws when it was changed in the table, or once it has been deleted. */
export const openCommand = (
  platform: Pick<Platform, 'config'>,
  tenantId: number,
  { command }: Pick<ApprovalRow, 'command'>,
): unknown => JSON.parse(unseal(place(platform, tenantId), command ?? ''));
