import { deepEqual } from 'node:assert/strict';
import {
  type ApplicationType,
  type HistoryRow,
  historyPath,
  type Status,
  type SubscriptionEvent,
} from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { openPostgres } from '../api/platform/database/postgres.ts';
import type { Platform } from '../api/platform/platform.ts';
import { buildPlatform, start } from '../api/start.ts';
import { Client } from './client.ts';
import type { SignedIn } from './enrolling.ts';
import { type Harness, NEVER_LATE } from './harness.ts';
import { inventedPerson } from './people.ts';
import { personAt } from './person-at.ts';

/** Many people and nodes at once, for race tests. */
export type Node = {
  platform: Platform;
  client(of: Pick<SignedIn, 'client'>): Client;
  stop(): Promise<void>;
};

/** A second node: separate server, worker and connections on the harness's database. PostgreSQL only. */
export async function secondNode(harness: Harness, writeLog: (line: string) => void): Promise<Node> {
  if (!harness.databaseUrl) throw new Error('Two nodes need a PostgreSQL');
  const { config, clock } = { ...harness.platform, clock: harness.clock };
  const db = openPostgres({ url: harness.databaseUrl, pool: 10 });
  const platform = await buildPlatform(config, db, { clock, writeLog, loop: NEVER_LATE });
  const started = await start({ ...config, role: 'api' }, platform);
  return {
    platform,
    client({ client }) {
      const twin = new Client(started.url, 'cua.alfa.orbita.test');
      twin.token = client.token;
      twin.headers = client.headers;
      for (const [name, value] of client.cookies) twin.cookies.set(name, value);
      return twin;
    },
    stop: () => started.close(),
  };
}

export type OneOfMany = SignedIn & { cpf: string };
let count = 0;

/** People with an account, a session and complete personal data. */
export async function createPeople(harness: Harness, size: number): Promise<OneOfMany[]> {
  const people = await Promise.all(
    Array.from({ length: size }, async () => {
      const person = await personAt(harness, 'account');
      count += 1;
      // Limits count per address.
      person.client.headers = { 'x-forwarded-for': `10.90.${count >> 8}.${count & 255}` };
      return { ...person, cpf: inventedPerson(700_000 + count).cpf };
    }),
  );
  const { tenantId } = people[0] as OneOfMany;
  await harness.platform.db.tenant(tenantId).many(sql`
    with who as (
      select * from unnest(${people.map(({ personId }) => personId)}::bigint[],
        ${people.map(({ cpf }) => cpf)}::text[]) as w (id, cpf)
    ), homes as (
      insert into person_address (tenant_id, person_id, street, number, neighborhood, zip_code, city_id)
      select ${tenantId}::bigint, id, 'Rua Exemplo', '100', 'Bairro Modelo', '30100001', 3106200 from who
    ), known as (
      update user_account u set document = w.cpf from who w where u.tenant_id = ${tenantId} and u.person_id = w.id
    )
    update person p set cpf = w.cpf, rg = 'MG1234567', rg_issuer = 'SSP', rg_state = 'MG', gender_id = 1,
      mother_name = 'Responsável Exemplo'
    from who w where p.tenant_id = ${tenantId} and p.id = w.id returning p.id`);
  return people;
}

export type Place = { offer: string; course: string; pole: string; type: ApplicationType };

/** Applications of many people as inserted rows, in the order of the people. */
export async function applications(
  harness: Harness,
  people: readonly SignedIn[],
  place: Place,
): Promise<number[]> {
  const { tenantId } = people[0] as SignedIn;
  const now = harness.clock.now();
  const rows = await harness.platform.db.tenant(tenantId).many<{ id: number }>(sql`
    with made as (
      insert into subscription (tenant_id, person_id, institution_id, offer_id, course_id, pole_id, intake_id,
        application_type, status, created_at, updated_at)
      select o.tenant_id, w.id, o.institution_id, o.id, c.id, po.id, o.intake_id, ${place.type}::text, 1,
        ${now}::timestamptz, ${now}::timestamptz
      from unnest(${people.map(({ personId }) => personId)}::bigint[]) with ordinality as w (id, n), offer o
      join course c on c.tenant_id = o.tenant_id and c.code = ${place.course}::text
      join pole po on po.tenant_id = o.tenant_id and po.code = ${place.pole}::text
      where o.tenant_id = ${tenantId} and o.code = ${place.offer}::text order by w.n returning id
    ), said as (
      insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at)
      select ${tenantId}::bigint, id, null, 1, 'create', 'TR-01', 'candidate', ${now}::timestamptz from made)
    select id from made order by id`);
  return rows.map(({ id }) => id);
}

type Step = { event: SubscriptionEvent; to: Status; transition: string };

/** Moves applications without the transition code, but with the history and version it would write. */
async function walked(harness: Harness, tenantId: number, ids: readonly number[], steps: readonly Step[]) {
  for (const { event, to, transition } of steps) {
    await harness.platform.db.tenant(tenantId).many(sql`
      with who as (
        select id, status from subscription where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])
      ), said as (
        insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at)
        select ${tenantId}::bigint, id, status, ${to}::int, ${event}::text, ${transition}::text,
          case when ${transition}::text = 'TR-70' then 'candidate' else 'system' end,
          ${harness.clock.now()}::timestamptz from who)
      update subscription s set status = ${to}::int, version = s.version + 1
      from who w where s.tenant_id = ${tenantId} and s.id = w.id returning s.id`);
  }
}

/** 1 → 3, with education, so that nothing is missing for the contract. */
export async function approved(
  harness: Harness,
  tenantId: number,
  ids: readonly number[],
  by: 'essay' | 'nothing' = 'essay',
): Promise<void> {
  const step: Step =
    by === 'essay'
      ? { event: 'essay-approved', to: 3, transition: 'TR-51' }
      : { event: 'direct-entry', to: 3, transition: 'TR-08' };
  await walked(harness, tenantId, ids, [step]);
  await harness.platform.db.tenant(tenantId).many(sql`
    insert into schooling (tenant_id, subscription_id, school_name, school_type, state_id, city_id, conclusion_year,
      fies, updated_at)
    select ${tenantId}::bigint, id, 'Escola Exemplo', 'public', 31, 3106200, 2021, false,
      ${harness.clock.now()}::timestamptz from unnest(${[...ids]}::bigint[]) as w (id) returning subscription_id`);
}

/** 3 → 6: accepted, with a place and a week to pay. */
export async function accepted(harness: Harness, tenantId: number, ids: readonly number[]): Promise<void> {
  await walked(harness, tenantId, ids, [
    { event: 'contract-accepted', to: 4, transition: 'TR-70' },
    { event: 'payment-required', to: 6, transition: 'TR-73' },
  ]);
  const now = harness.clock.now();
  await harness.platform.db.tenant(tenantId).many(sql`
    with held as (
      update subscription set holds_place = true,
        payment_deadline = ${new Date(now.getTime() + 7 * 24 * 3600_000)}::timestamptz
      where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])
      returning id, offer_id, course_id, pole_id
    ), places as (
      update offer_course_pole o set taken = o.taken + h.n
      from (select offer_id, course_id, pole_id, count(*)::int as n from held group by 1, 2, 3) h
      where o.tenant_id = ${tenantId} and o.offer_id = h.offer_id and o.course_id = h.course_id and o.pole_id = h.pole_id
    ), asked as (
      insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, updated_at)
      select ${tenantId}::bigint, id, 'RG', 1, 'Documento de identidade', 'enrollment', true, ${now}::timestamptz
      from held)
    insert into contract_acceptance (tenant_id, subscription_id, contract_template_id, contract, html, html_hash,
      declared, observed, account_uuid, sign_in_method, accepted_at)
    select ${tenantId}::bigint, h.id, t.id, t.code, t.html, 'x', '{}', '{}', gen_random_uuid(), 'password',
      ${now}::timestamptz
    from held h, (select * from contract_template where tenant_id = ${tenantId} order by id limit 1) t returning id`);
}

export type Stored = {
  id: number;
  status: Status;
  version: number;
  holds_place: boolean;
  is_paid: boolean;
  attention: string[];
  acceptances: number;
  history: HistoryRow[];
};

/**
 * Checks applications by id: a complete chain of allowed moves that ends at the row's status, and one version for each move,
 * each attention mark and each other change.
 */
export async function consistent(harness: Harness, ids: readonly number[], changes = 0): Promise<Stored[]> {
  const rows = await harness.platform.db.tenant(1).many<Stored>(sql`
    select s.id, s.status, s.version, s.holds_place, s.is_paid, s.attention,
      (select count(*)::int from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
        and a.voided_at is null) as acceptances,
      (select jsonb_agg(jsonb_build_object('from', from_status, 'to', to_status, 'event', event, 'actor', actor)
        order by h.id) from status_history h where h.tenant_id = s.tenant_id and h.subscription_id = s.id) as history
    from subscription s where s.tenant_id = 1 and s.id = any(${[...ids]}::bigint[]) order by s.id`);
  deepEqual(
    rows.map(({ id }) => id),
    [...ids].sort((one, other) => one - other),
  );
  for (const { id, status, version, history, attention } of rows) {
    deepEqual([id, historyPath(history)], [id, undefined]);
    const versions = history.length + attention.length + changes;
    deepEqual([id, history.at(-1)?.to, versions], [id, status, version]);
  }
  return rows;
}

/** 1 → 9: the essay failed, and may be repeated. */
export const failed = (harness: Harness, tenantId: number, ids: readonly number[]): Promise<void> =>
  walked(harness, tenantId, ids, [{ event: 'essay-rejected', to: 9, transition: 'TR-52' }]);
