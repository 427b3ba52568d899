import sql from 'sql-template-tag';
import { openSession } from '../api/caller/session.ts';
import { tenantByAlias } from '../api/tenancy/hosts.ts';
import type { Client, Harness } from './harness.ts';
import { inventedPerson } from './people.ts';

/** A candidate with a token, whose accepted contract awaits the first instalment. */
export type Enrolling = {
  client: Client;
  tenantId: number;
  personId: number;
  id: number;
  priceId: number;
  email: string;
  cpf: string;
};

/** What is needed to create people: the database, and clients for them. */
export type Place = Pick<Harness, 'platform' | 'visitor'>;

let count = 0;

/** A person with an account and a session, but no application. */
export type SignedIn = {
  client: Client;
  tenantId: number;
  personId: number;
  uuid: string;
  accountId: number;
  email: string;
  cpf: string;
};

/** Opens a session of an account for a client. */
export async function letIn(
  harness: Place,
  alias: string,
  client: Client,
  who: { accountId: number; personId: number; uuid: string },
): Promise<void> {
  const { platform } = harness;
  const tenant = await tenantByAlias(platform, alias);
  if (!tenant) throw new Error(`No tenant ${alias}`);
  const issued = await openSession(
    platform,
    platform.db.tenant(tenant.id),
    tenant,
    { ...who, name: 'Candidata Teste', disableFilter: false },
    { method: 'password', remember: true },
  );
  client.token = issued.accessToken;
  client.cookies.set('orbita-session', issued.cookie.value);
}

/** Inserts a signed-in person directly, because hashing a password costs more than most tests. */
export async function signedIn(
  harness: Place,
  given: { emailConfirmed?: boolean; email?: string; tenant?: string; host?: string } = {},
): Promise<SignedIn> {
  const { tenant: alias = 'alfa', host = 'cua.alfa.orbita.test' } = given;
  const { platform } = harness;
  const tenant = await tenantByAlias(platform, alias);
  if (!tenant) throw new Error(`No tenant ${alias}`);
  count += 1;
  const n = count;
  const { cpf } = inventedPerson(500_000 + n);
  const now = platform.clock.now();
  const email = given.email ?? `pessoa${n}@exemplo.test`;
  const made = await platform.db.write(tenant.id, async (tx) => {
    const person = await tx.one<{ id: number; uuid: string }>(sql`
      insert into person (tenant_id, name, birth_date, cpf, email, email_confirmed_at, email_proved_at, cell_phone,
        created_at, updated_at)
      values (${tenant.id}, 'Candidata Teste', '2003-05-10', ${cpf}, ${email},
              ${given.emailConfirmed ? now : null}::timestamptz,
              ${given.emailConfirmed ? now : null}::timestamptz, ${`319${String(n).padStart(8, '0')}`},
              ${now}::timestamptz, ${now}::timestamptz) returning id, uuid`);
    if (!person) throw new Error('No person');
    const account = await tx.one<{ id: number }>(sql`
      insert into user_account (tenant_id, person_id, document_type, document, created_at)
      values (${tenant.id}, ${person.id}, 'cpf', ${cpf}, ${now}::timestamptz) returning id`);
    if (!account) throw new Error('No account');
    return { person, account };
  });
  const client = harness.visitor(host);
  const { id: personId, uuid } = made.person;
  await letIn(harness, alias, client, { accountId: made.account.id, personId, uuid });
  return { client, tenantId: tenant.id, personId, uuid, accountId: made.account.id, email, cpf };
}

/** The state before a payment; by default `ADM-ESSAY` in BH at 6; another course uses another offer. */
export type Waiting = {
  offer?: string;
  course?: string;
  pole?: string;
  type?: 'graduation' | 'essay' | 'postgraduate' | 'extension' | 'tax';
};

/** Inserts an applicant in a status. At 17 the fee is due: nothing was accepted or charged yet. Called by `personAt`. */
export async function enrolling(
  harness: Place,
  given: { emailConfirmed?: boolean; email?: string } & Waiting,
  status: number,
): Promise<Enrolling> {
  const { offer = 'ADM-ESSAY', course = 'ADM', pole = 'BH', type = 'essay' } = given;
  const kinds = status === 17 ? ['tax'] : ['enrollment', 'total'];
  const { platform } = harness;
  const { uuid, ...person } = await signedIn(harness, given);
  const { tenantId, personId } = person;
  const now = platform.clock.now();
  const made = await platform.db.write(tenantId, async (tx) => {
    const subscription = await tx.one<{ id: number; price_id: number }>(sql`
      with made as (
        insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
          application_type, status, payment_deadline, created_at, updated_at)
        select o.tenant_id, ${personId}::bigint, o.institution_id, o.id, c.id, po.id, o.intake_id, ${type}::text, ${status}::int,
               ${new Date(now.getTime() + 7 * 24 * 3600_000)}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from offer o join course c on c.tenant_id = o.tenant_id and c.code = ${course}::text
        join pole po on po.tenant_id = o.tenant_id and po.code = ${pole}::text
        where o.tenant_id = ${tenantId} and o.code = ${offer}::text returning *)
      select m.id, (select p.id from price p join price_list l on l.tenant_id = p.tenant_id and l.id = p.price_list_id
        where l.tenant_id = m.tenant_id and l.course_id = m.course_id and l.intake_id = m.intake_id
          and p.kind = any(${kinds}::text[]) order by p.id limit 1) as price_id
      from made m`);
    if (!subscription) throw new Error('No subscription');
    if (status === 17) return subscription;
    await tx.one(sql`
      insert into contract_acceptance (tenant_id, subscription_id, contract_template_id, contract, html, html_hash,
        declared, observed, account_uuid, sign_in_method, accepted_at)
      select ${tenantId}, ${subscription.id}, id, code, html, 'x', '{}', '{}', ${uuid}, 'password',
             ${now}::timestamptz from contract_template where tenant_id = ${tenantId} order by id limit 1 returning id`);
    await tx.one(sql`
      insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, updated_at)
      values (${tenantId}, ${subscription.id}, 'RG', 1, 'Documento de identidade', 'enrollment', true,
        ${now}::timestamptz) returning id`);
    return subscription;
  });
  return { ...person, id: made.id, priceId: made.price_id };
}

/** Calls the control address of the sandbox. */
export async function control(
  harness: Harness,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${harness.sandbox.url}/control${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
