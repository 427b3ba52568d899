import { entryOf } from '@orbita/domain/foundation';
import sql, { join } from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';

type Asked = { tenantId: number; personId: number; ids: string[] };
type Owned = (asked: Asked) => ReturnType<typeof sql>;

/** Rows of a table that reference their application, and thereby its person. */
const ofApplication =
  (table: 'essay' | 'payment' | 'required_document'): Owned =>
  ({ tenantId, personId, ids }) =>
    sql`
    select 1 from ${TABLES[table]} t join subscription s on s.tenant_id = t.tenant_id and s.id = t.subscription_id
    where t.tenant_id = ${tenantId} and t.id = any(${ids}::bigint[]) and s.person_id <> ${personId}::bigint`;
const TABLES = { essay: sql`essay`, payment: sql`payment`, required_document: sql`required_document` };

/** By kind: whether another person of the tenant owns a record with one of these ids. */
const OWNED = {
  person: ({ tenantId, personId, ids }) => sql`
    select 1 from person where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and id <> ${personId}::bigint`,
  user: ({ tenantId, personId, ids }) => sql`
    select 1 from person where tenant_id = ${tenantId} and uuid = any(${ids}::uuid[]) and id <> ${personId}::bigint`,
  subscription: ({ tenantId, personId, ids }) => sql`
    select 1 from subscription
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and person_id <> ${personId}::bigint`,
  essay: ofApplication('essay'),
  payment: ofApplication('payment'),
  document: ofApplication('required_document'),
  file: ({ tenantId, personId, ids }) => sql`
    select 1 from document_file f join required_document d on d.tenant_id = f.tenant_id and d.id = f.required_document_id
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    where f.tenant_id = ${tenantId} and f.id = any(${ids}::bigint[]) and s.person_id <> ${personId}::bigint`,
  upload: ({ tenantId, personId, ids }) => sql`
    select 1 from unfinished_upload u
    join required_document d on d.tenant_id = u.tenant_id and d.id = u.required_document_id
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id
    where u.tenant_id = ${tenantId} and u.id = any(${ids}::uuid[]) and s.person_id <> ${personId}::bigint`,
  challenge: ({ tenantId, personId, ids }) => sql`
    select 1 from code_challenge
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and person_id <> ${personId}::bigint`,
  request: ({ tenantId, personId, ids }) => sql`
    select 1 from privacy_request
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and person_id <> ${personId}::bigint`,
  passkey: ({ tenantId, personId, ids }) => sql`
    select 1 from passkey
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and person_id <> ${personId}::bigint`,
  session: ({ tenantId, personId, ids }) => sql`
    select 1 from login_session
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and person_id <> ${personId}::bigint`,
  'social-account': ({ tenantId, personId, ids }) => sql`
    select 1 from social_account c join user_account a on a.tenant_id = c.tenant_id and a.id = c.account_id
    where c.tenant_id = ${tenantId} and c.id = any(${ids}::bigint[]) and a.person_id <> ${personId}::bigint`,
} satisfies Record<string, Owned>;
type Kind = keyof typeof OWNED;

/** Kind of record that an id refers to, by the id's name in paths, queries and bodies; a plain `id` is resolved by its path. */
const KINDS: Readonly<Record<string, Kind>> = {
  personId: 'person',
  uuid: 'user',
  subscriptionId: 'subscription',
  subscriptionIds: 'subscription',
  subsId: 'subscription',
  essayId: 'essay',
  paymentId: 'payment',
  documentId: 'document',
  otherId: 'document',
  uploadId: 'upload',
  fileId: 'file',
  changeId: 'challenge',
  challengeId: 'challenge',
  passkeyId: 'passkey',
  sessionId: 'session',
};
/** Kind of record that `refId` of a printed document refers to, by the document's kind. */
const PRINTED: Readonly<Record<string, Kind>> = {
  receipt: 'payment',
  slip: 'payment',
  'essay-result': 'essay',
};
/** Names of ids in paths, queries and bodies that could belong to another person. */
export const NAMES_OF_RECORDS: ReadonlySet<string> = new Set(['id', 'refId', ...Object.keys(KINDS)]);

type Named = Readonly<Record<string, unknown>>;
const kindOf = (key: string, name: string, { kind }: Named): Kind | undefined => {
  if (name === 'refId') return entryOf(PRINTED, String(kind));
  if (name !== 'id') return entryOf(KINDS, name);
  if (key.includes('/social-accounts/{id}')) return 'social-account';
  return key.includes('/privacy-requests/{id}') ? 'request' : 'subscription';
};

const NUMBER = /^[1-9]\d{0,17}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHAPES: Partial<Record<Kind, RegExp>> = {
  user: UUID,
  upload: UUID,
  challenge: UUID,
  passkey: UUID,
  session: UUID,
};
const MOST_IDS = 50;

/**
 * Whether a call names an existing record of another person of the tenant (S14, S27). `named` contains the parameters, query and
 * body by name; records without an owner are ignored.
 */
export async function reachesForeignRecord(
  platform: Platform,
  tenantId: number,
  personId: number,
  key: string,
  named: Named,
): Promise<boolean> {
  const asked = Object.entries(named).flatMap(([name, value]) => {
    const kind = kindOf(key, name, named);
    if (!kind) return [];
    const shape = SHAPES[kind] ?? NUMBER;
    const ids = [value]
      .flat()
      .slice(0, MOST_IDS)
      .map(String)
      .filter((id) => shape.test(id));
    return ids.length > 0 ? [sql`exists (${OWNED[kind]({ tenantId, personId, ids })})`] : [];
  });
  if (asked.length === 0) return false;
  const row = await platform.db
    .tenant(tenantId)
    .one<{ other: boolean }>(sql`select ${join(asked, ' or ')} as other`);
  return row?.other === true;
}
