import { check, isoInZone, normaliseDocument } from '@orbita/domain/foundation';
import { documentRules } from '@orbita/domain/identity';
import { STATUS } from '@orbita/domain/subscription';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Tx } from '../../platform/database/index.ts';
import type { House } from '../../platform/house.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { moveSubscription } from '../../subscription/index.ts';
import { type List, listPage } from '../list-page.ts';
import type { ListQuery } from '../lists.ts';

export type Block = { documentType: 'cpf' | 'rne' | 'passport'; document: string; reason: string };

/** A block concerns the whole tenant: a token of some institutions only may not set or lift it. */
const checkReach = (service: Service): void => {
  if (service.institutions !== null) fail('FORBIDDEN');
};

export type Named = Pick<Block, 'documentType' | 'document'>;

/** A document as it is kept; 422 for what is none. */
export function namedBy(documentType: Block['documentType'], document: string): Named {
  invalid(check({ document }, documentRules(documentType)));
  return { documentType, document: normaliseDocument(documentType, document) };
}

/** Ids of who has the document, as own data or as a way in. */
export const whoHas = (tenantId: number, { documentType, document }: Named): Sql => sql`
  select p.id from person p
  where p.tenant_id = ${tenantId} and ${documentType}::text = 'cpf' and p.cpf = ${document}::text
  union select u.person_id from user_account u
  where u.tenant_id = ${tenantId} and u.document_type = ${documentType}::text and u.document = ${document}::text`;

type Application = { id: number; status: number; offer_id: number; course_id: number };

/** Their applications, locked in an order that two callers share. */
const lockThose = (tx: Tx, named: Named) =>
  tx.many<Application>(sql`
    select id, status, offer_id, course_id from subscription
    where tenant_id = ${tx.tenantId} and person_id in (${whoHas(tx.tenantId, named)}) order by id for update`);

/**
 * Every application of who has the document, standing still until the end of the transaction, and no new one meanwhile:
 * who applies holds the person, so what was begun before is seen here, and what comes later sees the block. The known
 * applications first, then the person, as an acceptance takes them.
 */
async function lockApplications(tx: Tx, named: Named) {
  await lockThose(tx, named);
  await tx.many(sql`
    select id from person where tenant_id = ${tx.tenantId} and id in (${whoHas(tx.tenantId, named)})
    order by id for no key update`);
  return lockThose(tx, named);
}

const NOT_BLOCKED_ANY_MORE: readonly number[] = [STATUS.Enrolled, STATUS.Blacklisted, STATUS.Canceled];

/**
 * What a block stops. Of several applications for one course of one offer only one may be more than ended: a refused
 * one stays where it is beside one that goes on, and beside a later refused one.
 */
const toBlock = (applications: readonly Application[]): Application[] => {
  const open = applications.filter(({ status }) => !NOT_BLOCKED_ANY_MORE.includes(status));
  return open.filter(
    (one) =>
      one.status !== STATUS.Unqualified ||
      !applications.some(
        (other) =>
          other.offer_id === one.offer_id &&
          other.course_id === one.course_id &&
          (other.status === STATUS.Unqualified ? other.id > one.id : other.status !== STATUS.Canceled),
      ),
  );
};

/** Blocks a person (TR-94): new applications are refused, living ones go to 8. `document` is normalised. */
export async function addBlock(tx: Tx, house: House, service: Service, block: Block) {
  checkReach(service);
  const row = await tx.one<{ id: number }>(sql`
    insert into block_entry (tenant_id, document_type, document, reason, created_at)
    values (${tx.tenantId}, ${block.documentType}::text, ${block.document}::text, ${block.reason}::text,
      ${house.clock.now()}::timestamptz) returning id`);
  if (!row) throw new Error('The block was not kept');
  const living = toBlock(await lockApplications(tx, block));
  for (const { id } of living) {
    await moveSubscription(tx, house, {
      subscriptionId: id,
      event: 'blocked',
      actor: 'operations',
      reason: block.reason,
    });
  }
  return { id: row.id, subscriptions: living.map(({ id }) => id) };
}

type BlockRow = {
  id: number;
  document_type: Block['documentType'];
  document: string;
  reason: string;
  created_at: Date;
  removed_at: Date | null;
};
type BlockQuery = Omit<ListQuery, 'institution'> & { state?: 'active' | 'lifted' | undefined };

const inState = (state: BlockQuery['state']): Sql => {
  if (!state) return empty;
  return state === 'active' ? sql` and b.removed_at is null` : sql` and b.removed_at is not null`;
};

const blockList = (tenantId: number, { state }: BlockQuery): List => ({
  from: ['block_entry', 'b'],
  where: sql`b.tenant_id = ${tenantId}${inState(state)}`,
  columns: sql`b.id, b.document_type, b.document, b.reason, b.created_at, b.removed_at`,
  at: sql`b.changed_at`,
  newestFirst: true,
});

/** Blocks, the last set or lifted first: one that is wrong is found and lifted. */
export function listBlocks(house: House, tenant: Tenant, service: Service, query: BlockQuery) {
  checkReach(service);
  return listPage(house.db.tenant(tenant.id), blockList(tenant.id, query), query, (row: BlockRow) => ({
    id: row.id,
    documentType: row.document_type,
    document: row.document,
    reason: row.reason,
    state: row.removed_at ? ('lifted' as const) : ('active' as const),
    createdAt: isoInZone(row.created_at, tenant.timeZone),
    liftedAt: row.removed_at && isoInZone(row.removed_at, tenant.timeZone),
  }));
}

/** Lifts a block (TR-95): applications go back to where they were, unless another block still holds. */
export async function removeBlock(tx: Tx, house: House, service: Service, id: number) {
  checkReach(service);
  const block = await tx.one<{ document_type: Block['documentType']; document: string }>(sql`
    update block_entry set removed_at = ${house.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and removed_at is null
    returning document_type, document`);
  if (!block) fail('NOT_FOUND');
  const of = { documentType: block.document_type, document: block.document };
  // Of two blocks lifted at once the second one waits here and finds the first one gone.
  const applications = await lockApplications(tx, of);
  const other = await tx.one(sql`
    select id from block_entry where tenant_id = ${tx.tenantId} and document_type = ${of.documentType}::text
      and document = ${of.document}::text and removed_at is null limit 1`);
  if (other) return { id, subscriptions: [] };
  const blocked = applications.filter(({ status }) => status === STATUS.Blacklisted);
  for (const application of blocked) {
    await moveSubscription(tx, house, {
      subscriptionId: application.id,
      event: 'unblocked',
      actor: 'operations',
    });
  }
  return { id, subscriptions: blocked.map((application) => application.id) };
}
