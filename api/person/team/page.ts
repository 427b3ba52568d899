import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { consentsOf } from '../../consent/consents.ts';
import { contactHeld, heldUntil, isHeld } from '../../identity/held-contact.ts';
import type { Runner } from '../../platform/database/types.ts';
import type { Service, ServiceContext, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SubscriptionState, selectStates } from '../../subscription/facts.ts';
import { presentCard } from '../../subscription/present.ts';
import { presentForeignAddress } from '../present.ts';
import { type ForeignAddressRow, selectForeignAddress } from '../store.ts';
import { openCasesOf } from './document-cases.ts';

type Account = { documentType: 'cpf' | 'rne' | 'passport'; document: string; lastAt: string | null };
type Request = {
  id: number;
  kind: 'export' | 'deletion' | 'correction' | 'sharing-info' | 'decision-review';
  state: 'received' | 'in-review' | 'concluded' | 'denied';
  requestedAt: string;
  dueAt: string;
};
type Row = {
  id: number;
  name: string;
  social_name: string | null;
  birth_date: string | null;
  cpf: string | null;
  rg: string | null;
  email: string | null;
  email_confirmed_at: Date | null;
  cell_phone: string | null;
  cell_phone_confirmed_at: Date | null;
  email_held: boolean;
  cell_phone_held: boolean;
  email_held_until: Date | null;
  cell_phone_held_until: Date | null;
  /** Team members who corrected contacts that are held. */
  held_by: number[];
  identity_locked_at: Date | null;
  accounts: Account[];
  password: boolean;
  passkeys: number;
  providers: string[];
  block: { id: number; since: string; reason: string } | null;
  requests: Request[];
  address: {
    id: number;
    street: string;
    number: string;
    neighborhood: string;
    zipCode: string;
    cityId: number;
    complement: string | null;
    verified: boolean;
    city: { id: number; name: string; state: { id: number; name: string; uf: string } };
  } | null;
  foreign_address: ForeignAddressRow | null;
};

/** A person with sign-in methods, address, block and open requests, in one statement. */
const selectPerson = (tenantId: number, personId: number) => sql`
  select p.id, p.name, p.social_name, p.birth_date, p.cpf, p.rg, p.email, p.email_confirmed_at, p.cell_phone,
    p.cell_phone_confirmed_at, p.identity_locked_at, ${contactHeld('email')} as email_held, ${contactHeld('cellPhone')} as cell_phone_held,
    ${heldUntil('email')} as email_held_until, ${heldUntil('cellPhone')} as cell_phone_held_until,
    array(select c.staff_id::int from person_correction c
      where c.tenant_id = p.tenant_id and c.person_id = p.id and ${isHeld(sql`c`)}) as held_by,
    (select coalesce(jsonb_agg(jsonb_build_object('documentType', u.document_type, 'document', u.document,
       'lastAt', u.last_login_at) order by u.id), '[]')
     from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id) as accounts,
    exists(select from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id
      and u.password_hash is not null) as password,
    (select count(*)::int from passkey k where k.tenant_id = p.tenant_id and k.person_id = p.id) as passkeys,
    array(select distinct a.provider from user_account u
      join social_account a on a.tenant_id = u.tenant_id and a.account_id = u.id
      where u.tenant_id = p.tenant_id and u.person_id = p.id order by a.provider) as providers,
    (select jsonb_build_object('id', b.id, 'since', b.created_at, 'reason', b.reason) from block_entry b
     where b.tenant_id = p.tenant_id and b.removed_at is null and ((b.document_type = 'cpf' and b.document = p.cpf)
       or (b.document_type, b.document) in (select u.document_type, u.document from user_account u
         where u.tenant_id = p.tenant_id and u.person_id = p.id)) order by b.id limit 1) as block,
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'state', r.state,
       'requestedAt', r.requested_at, 'dueAt', r.due_at) order by r.id), '[]')
     from privacy_request r where r.tenant_id = p.tenant_id and r.person_id = p.id
       and r.state in ('received', 'in-review')) as requests,
    (select jsonb_build_object('id', a.id, 'street', a.street, 'number', a.number, 'neighborhood', a.neighborhood,
       'zipCode', a.zip_code, 'cityId', a.city_id, 'complement', a.complement, 'verified', a.verified,
       'city', jsonb_build_object('id', c.id, 'name', c.name,
         'state', jsonb_build_object('id', t.id, 'name', t.name, 'uf', t.uf)))
     from person_address a join city c on c.id = a.city_id join state t on t.id = c.state_id
     where a.tenant_id = p.tenant_id and a.person_id = p.id) as address,
    ${selectForeignAddress} as foreign_address
  from person p where p.tenant_id = ${tenantId} and p.id = ${personId} and p.anonymised_at is null`;

const documentsOf = ({ cpf, rg, accounts }: Row) => {
  const all = [
    ...(cpf ? [{ type: 'cpf' as const, number: cpf }] : []),
    ...accounts.map(({ documentType, document }) => ({ type: documentType, number: document })),
    ...(rg ? [{ type: 'rg' as const, number: rg }] : []),
  ];
  return all.filter(
    ({ type, number }, at) => at === all.findIndex((one) => one.type === type && one.number === number),
  );
};

const contactsOf = (row: Row, zone: string) => {
  const inTheZone = (at: Date | null) => at && isoInZone(at, zone);
  const contact = (
    channel: 'email' | 'sms',
    value: string | null,
    confirmedAt: Date | null,
    held: boolean,
    until: Date | null,
  ) =>
    value ? [{ channel, value, confirmedAt: inTheZone(confirmedAt), held, heldUntil: inTheZone(until) }] : [];
  return [
    ...contact('email', row.email, row.email_confirmed_at, row.email_held, row.email_held_until),
    ...contact(
      'sms',
      row.cell_phone,
      row.cell_phone_confirmed_at,
      row.cell_phone_held,
      row.cell_phone_held_until,
    ),
  ];
};

const inZone = (at: string, { timeZone }: Tenant) => isoInZone(new Date(at), timeZone);

const blockOf = ({ block }: Row, tenant: Tenant, service: Service) =>
  block && {
    id: service.institutions === null ? block.id : null,
    since: inZone(block.since, tenant),
    reason: service.institutions === null ? block.reason : null,
  };

/**
 * Whether a caller may know about a person: through an application at one of the caller's institutions, or because the caller
 * works for the whole tenant.
 */
const knows = (service: Service, applications: readonly SubscriptionState[]): boolean =>
  service.institutions === null || applications.some((row) => maySee(service, row.institution_code));

/** Only a team member who did not correct a contact themselves may release the held ones. */
const mayRelease = (row: Row, { staff }: Service): boolean =>
  (row.email_held || row.cell_phone_held) && staff !== undefined && !row.held_by.includes(staff.id);

/** The page of a person (spec 25.6.1); 404 for people whom no institution of the caller knows. */
export async function showPerson(
  { tenant, service }: Pick<ServiceContext, 'tenant' | 'service'>,
  platform: Platform,
  personId: number,
  on: Runner = platform.db.tenant(tenant.id),
) {
  const now = platform.clock.now();
  const row = await on.one<Row>(selectPerson(tenant.id, personId));
  if (!row) fail('NOT_FOUND');
  const applications = await on.many<SubscriptionState>(
    sql`${selectStates(sql`s.tenant_id = ${tenant.id} and s.person_id = ${personId}`)} order by s.id desc`,
  );
  if (!knows(service, applications)) fail('NOT_FOUND');
  const seen = applications.filter((one) => maySee(service, one.institution_code));
  return {
    personId: row.id,
    name: row.name,
    socialName: row.social_name,
    birthDate: row.birth_date,
    documents: documentsOf(row),
    contacts: contactsOf(row, tenant.timeZone),
    mayRelease: mayRelease(row, service),
    address: row.address,
    foreignAddress: presentForeignAddress(row.foreign_address),
    signIn: {
      accounts: row.accounts.map(({ documentType, lastAt }) => ({
        documentType,
        lastAt: lastAt && inZone(lastAt, tenant),
      })),
      password: row.password,
      passkeys: row.passkeys,
      providers: row.providers,
    },
    applications: seen.map((one) => presentCard(one, now)),
    othersCount: applications.length - seen.length,
    block: blockOf(row, tenant, service),
    consents: await consentsOf(on, tenant, personId),
    openRequests: row.requests.map(({ state, requestedAt, dueAt, ...request }) => ({
      ...request,
      status: state,
      requestedAt: inZone(requestedAt, tenant),
      dueAt: inZone(dueAt, tenant),
    })),
    documentCases: await openCasesOf(on, tenant, service, personId),
    identityLockedAt: row.identity_locked_at && isoInZone(row.identity_locked_at, tenant.timeZone),
  };
}
