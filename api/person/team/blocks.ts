import { check, isoInZone, normaliseDocument } from '@orbita/domain/foundation';
import { documentRules } from '@orbita/domain/identity';
import { STATUS, statusesWith } from '@orbita/domain/subscription';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import type { ListQuery } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { moveSubscription } from '../../subscription/move.ts';

export type Block = { documentType: 'cpf' | 'rne' | 'passport'; document: string; reason: string };

/** A block applies to the whole tenant, so a token limited to some institutions may neither set nor lift it. */
const checkReach = (service: Service): void => {
  if (service.institutions !== null) fail('FORBIDDEN');
};

export type Named = Pick<Block, 'documentType' | 'document'>;

/** A document in its stored form; 422 for an invalid one. */
export function namedBy(documentType: Block['documentType'], document: string): Named {
  invalid(check({ document }, documentRules(documentType)));
  return { documentType, document: normaliseDocument(documentType, document) };
}

/** Ids of the people who have the document, in their data or for sign-in. */
export const whoHas = (tenantId: number, { documentType, document }: Named): Sql => sql`
  select p.id from person p
  where p.tenant_id = ${tenantId} and ${documentType}::text = 'cpf' and p.cpf = ${document}::text
  union select u.person_id from user_account u
  where u.tenant_id = ${tenantId} and u.document_type = ${documentType}::text and u.document = ${document}::text`;

type Application = { id: number; status: number; offer_id: number; course_id: number };

/** The applications of those people, locked in ascending order to avoid deadlocks. */
const lockThose = (tx: Tx, named: Named) =>
  tx.many<Application>(sql`
    select id, status, offer_id, course_id from subscription
    where tenant_id = ${tx.tenantId} and person_id in (${whoHas(tx.tenantId, named)}) order by id for update`);

/**
 * Locks every application of the people with the document until the end of the transaction, and prevents new ones: applying locks
 * the person, so earlier applications are seen here, and later ones see the block. Known applications are locked first, then the
 * person, in the same order as in an acceptance.
 */
async function lockApplications(tx: Tx, named: Named) {
  await lockThose(tx, named);
  await tx.many(sql`
    select id from person where tenant_id = ${tx.tenantId} and id in (${whoHas(tx.tenantId, named)})
    order by id for no key update`);
  return lockThose(tx, named);
}

const BLOCKABLE: readonly number[] = statusesWith('blocked');

/**
 * Applications that a block moves. A rejected one stays where it is when the person has another one for the same offer and course
 * that is not cancelled or was rejected later, because only one of them may be blocked.
 */
const toBlock = (applications: readonly Application[]): Application[] => {
  const open = applications.filter(({ status }) => BLOCKABLE.includes(status));
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

/** Blocks a person (TR-94): new applications are refused, active ones move to 8. `document` is normalised. */
export async function addBlock(tx: Tx, platform: Platform, service: Service, block: Block) {
  checkReach(service);
  const row = await tx.one<{ id: number }>(sql`
    insert into block_entry (tenant_id, document_type, document, reason, created_at)
    values (${tx.tenantId}, ${block.documentType}::text, ${block.document}::text, ${block.reason}::text,
      ${platform.clock.now()}::timestamptz) returning id`);
  if (!row) throw new Error('The block was not kept');
  const living = toBlock(await lockApplications(tx, block));
  for (const { id } of living) {
    await moveSubscription(tx, platform, {
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

/** Blocks, sorted by when they were last set or lifted, newest first, so that a wrong one can be found and lifted. */
export function listBlocks(platform: Platform, tenant: Tenant, service: Service, query: BlockQuery) {
  checkReach(service);
  return listPage(platform.db.tenant(tenant.id), blockList(tenant.id, query), query, (row: BlockRow) => ({
    id: row.id,
    documentType: row.document_type,
    document: row.document,
    reason: row.reason,
    state: row.removed_at ? ('lifted' as const) : ('active' as const),
    createdAt: isoInZone(row.created_at, tenant.timeZone),
    liftedAt: row.removed_at && isoInZone(row.removed_at, tenant.timeZone),
  }));
}

/** Lifts a block (TR-95): applications return to their previous status, unless another block still applies. */
export async function removeBlock(tx: Tx, platform: Platform, service: Service, id: number) {
  checkReach(service);
  const block = await tx.one<{ document_type: Block['documentType']; document: string }>(sql`
    update block_entry set removed_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${id} and removed_at is null
    returning document_type, document`);
  if (!block) fail('NOT_FOUND');
  const of = { documentType: block.document_type, document: block.document };
  // When two requests lift a block at once, the second waits here and then finds it lifted.
  const applications = await lockApplications(tx, of);
  const other = await tx.one(sql`
    select id from block_entry where tenant_id = ${tx.tenantId} and document_type = ${of.documentType}::text
      and document = ${of.document}::text and removed_at is null limit 1`);
  if (other) return { id, subscriptions: [] };
  const blocked = applications.filter(({ status }) => status === STATUS.Blacklisted);
  for (const application of blocked) {
    await moveSubscription(tx, platform, {
      subscriptionId: application.id,
      event: 'unblocked',
      actor: 'operations',
    });
  }
  return { id, subscriptions: blocked.map((application) => application.id) };
}
