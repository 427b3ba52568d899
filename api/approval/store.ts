import type { ApprovalField, ApprovalKind, ApprovalState, ApprovalSubject } from '@orbita/domain/approval';
import type { RefundState } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
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
  /** Mark of what it asks for; null where it was asked for before there were marks. */
  hash: string | null;
  amount_cents: number | null;
  reason: string | null;
  /** Sealed; null once it is over. */
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
};

/** The same with the names of who asked and who decided, and the refunds that were made of it. */
export type ShownRow = ApprovalRow & {
  requester: string;
  requester_email: string;
  decider: string | null;
  refund_states: RefundState[];
};

/** Joins and columns of a `ShownRow`, of the approval `a`. */
export const shownColumns = sql`a.*, q.name as requester, q.email as requester_email, d.name as decider,
  (select coalesce(jsonb_agg(r.state), '[]') from refund r
    where r.tenant_id = a.tenant_id and r.approval_id = a.id) as refund_states`;
export const shownJoins = sql`join staff q on q.tenant_id = a.tenant_id and q.id = a.requested_by
  left join staff d on d.tenant_id = a.tenant_id and d.id = a.decided_by`;

/** One request, as it is shown. */
export const shownById = (on: Pick<Tx, 'one'>, tenantId: number, id: number): Promise<ShownRow | undefined> =>
  on.one<ShownRow>(sql`
    select ${shownColumns} from approval a ${shownJoins} where a.tenant_id = ${tenantId} and a.id = ${id}`);

/** One request, locked until the end of the transaction. */
export const lockApproval = (tx: Tx, id: number): Promise<ApprovalRow | undefined> =>
  tx.one<ApprovalRow>(sql`
    select * from approval where tenant_id = ${tx.tenantId} and id = ${id} for update`);

const place = (platform: Pick<Platform, 'config'>, tenantId: number) => ({
  secret: platform.config.secret,
  tenantId,
  purpose: 'approval',
});

/** What is to be done, as the table keeps it: only the product opens it again. */
export const sealCommand = (platform: Pick<Platform, 'config'>, tenantId: number, command: unknown): string =>
  seal(place(platform, tenantId), JSON.stringify(command ?? null));

/** What was asked for. Throws when somebody changed it in the table, or once it is forgotten. */
export const openCommand = (
  platform: Pick<Platform, 'config'>,
  tenantId: number,
  { command }: Pick<ApprovalRow, 'command'>,
): unknown => JSON.parse(unseal(place(platform, tenantId), command ?? ''));
