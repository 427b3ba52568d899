import type { PartyContacts } from '@orbita/domain/contract';
import type { PriceKind } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import { type RowOf, shapeOf } from '../platform/database/shape.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { listedPrices } from '../subscription/state-columns.ts';
import { CLEANING, type Compiled } from './compile.ts';

/** Channel on which workers are notified of an acceptance without a PDF. */
export const COPY_CHANNEL = 'orbita_contract_copy';

export type ContractPrice = {
  id: number;
  kind: PriceKind;
  description: string;
  plan: number[];
  discount: number;
  conditional: number;
};

/** The text of an offer's contract; without `compiled` it has not been cleaned yet (`text.ts`). */
export type ContractTemplate = {
  id: number;
  code: string;
  version: number;
  title: string;
  compiled: Compiled | null;
};

/** Contract data of a subscription besides its state. */
export type ContractRow = {
  template: ContractTemplate | null;
  accepted: AcceptedContract | null;
  price_list_id: number | null;
  prices: ContractPrice[];
  institution_acronym: string;
  institution_document: string | null;
  course_duration: string;
  pole_address: string | null;
  pole_city: string;
  pole_uf: string;
  disciplines: { code: string; name: string; workload: number }[];
};

export type AcceptedContract = {
  id: number;
  contract: string;
  title: string;
  html: string;
  hash: string;
  acceptedAt: string;
  pdfKey: string | null;
};

/** Contract, prices and names of a subscription, read in one statement. */
export const findContract = (on: Runner, subscriptionId: number): Promise<ContractRow | undefined> =>
  on.one<ContractRow>(sql`
    select
      (select jsonb_build_object('id', ct.id, 'code', ct.code, 'version', ct.version, 'title', ct.title,
          'compiled', (select x.compiled from contract_text x where x.tenant_id = ct.tenant_id
            and x.contract_template_id = ct.id and x.cleaning = ${CLEANING}))
       from contract_template ct where ct.tenant_id = s.tenant_id and ct.code = o.contract_code
       order by ct.version desc limit 1) as template,
      (select jsonb_build_object('id', a.id, 'contract', a.contract, 'title', ct.title, 'html', a.html,
          'hash', a.html_hash, 'acceptedAt', a.accepted_at, 'pdfKey', a.pdf_key)
       from contract_acceptance a
       join contract_template ct on ct.tenant_id = a.tenant_id and ct.id = a.contract_template_id
       where a.tenant_id = s.tenant_id and a.subscription_id = s.id and a.voided_at is null) as accepted,
      l.id as price_list_id,
      (select coalesce(jsonb_agg(jsonb_build_object('id', pr.id, 'kind', pr.kind, 'description', pr.description,
          'plan', pr.plan, 'discount', pr.discount_cents, 'conditional', pr.conditional_discount_cents)
          order by pr.id), '[]')
       from price pr where pr.tenant_id = s.tenant_id and pr.price_list_id = l.id
         and pr.retired_at is null) as prices,
      ins.acronym as institution_acronym, ins.payment->'receiver'->>'document' as institution_document,
      c.duration as course_duration, po.address as pole_address, ci.name as pole_city, st.uf as pole_uf,
      (select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'name', d.name, 'workload', d.workload)
          order by d.code), '[]')
       from chosen_discipline x join discipline d on d.tenant_id = x.tenant_id and d.id = x.discipline_id
       where x.tenant_id = s.tenant_id and x.subscription_id = s.id) as disciplines
    from subscription s
    join offer o on o.tenant_id = s.tenant_id and o.id = s.offer_id
    join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
    join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
    join pole po on po.tenant_id = s.tenant_id and po.id = s.pole_id
    join city ci on ci.id = po.city_id
    join state st on st.id = ci.state_id
    left join lateral (select pl.id from price_list pl where pl.tenant_id = s.tenant_id
      and pl.institution_id = s.institution_id and pl.course_id = s.course_id and pl.intake_id = s.intake_id
      and coalesce(pl.pole_id, s.pole_id) = s.pole_id order by pl.pole_id nulls last limit 1) l on true
    where s.tenant_id = ${on.tenantId} and s.id = ${subscriptionId}`);

/** What the server observed; `confirmation` is absent on acceptances that needed no code. */
type Observed = {
  ip: string;
  userAgent: string;
  confirmation?: { challengeId: string; channel: 'email' | 'sms'; masked: string } | null;
  /** Where and when the guardian's own link was sent (spec 12.9). */
  link?: { masked: string; sentAt: string };
};

export type NewAcceptance = {
  subscriptionId: number;
  templateId: number;
  contract: string;
  html: string;
  hash: string;
  declared: Record<string, string>;
  observed: Observed;
  /** Null when a guardian accepted with a personal link. */
  account: { uuid: string; sessionId: string } | null;
  signInMethod: string;
  challengeId: string | null;
  guardian: Record<string, unknown> | null;
  verificationCode: string;
  acceptedAt: Date;
  /** When the job should create its PDF, by the machine's own clock. */
  copyDueAt: Date;
};

/** Writes the evidence of an acceptance and locks the identity of the person (spec 6.1, 13.1). */
export async function insertAcceptance(
  tx: Tx,
  one: NewAcceptance,
): Promise<{ id: number } & Pick<SubscriptionState, 'accepted_at' | 'accepted_prices'>> {
  const row = await tx.one<Awaited<ReturnType<typeof insertAcceptance>>>(sql`
    with locked as (
      update person set identity_locked_at = coalesce(identity_locked_at, ${one.acceptedAt}::timestamptz)
      where tenant_id = ${tx.tenantId} and id = (select person_id from subscription
        where tenant_id = ${tx.tenantId} and id = ${one.subscriptionId})
    )
    insert into contract_acceptance (tenant_id, subscription_id, contract_template_id, contract, html, html_hash,
      declared, observed, account_uuid, session_id, sign_in_method, challenge_id, guardian,
      verification_code, accepted_at, copy_due_at, pdf_sealed, prices)
    values (${tx.tenantId}, ${one.subscriptionId}, ${one.templateId}, ${one.contract}::text, ${one.html}::text,
      ${one.hash}::text, ${JSON.stringify(one.declared)}::jsonb, ${JSON.stringify(one.observed)}::jsonb,
      ${one.account?.uuid ?? null}::uuid, ${one.account?.sessionId ?? null}::uuid, ${one.signInMethod}::text, ${one.challengeId}::uuid,
      ${one.guardian ? JSON.stringify(one.guardian) : null}::jsonb, ${one.verificationCode}::text,
      ${one.acceptedAt}::timestamptz, ${one.copyDueAt}::timestamptz, true,
      (select ${listedPrices} from subscription s where s.tenant_id = ${tx.tenantId} and s.id = ${one.subscriptionId}))
    returning id, accepted_at, prices as accepted_prices`);
  if (!row) throw new Error(`The acceptance of ${one.subscriptionId} was not written`);
  tx.notify(COPY_CHANNEL, String(tx.tenantId));
  return row;
}

/**
 * The contacts of a person, and whether a code confirmed each. An unconfirmed contact entered through an access link is left out
 * if there is another one; otherwise the holder of the link could confirm to themselves.
 */
export const personContacts = async (on: Runner, personId: number): Promise<PartyContacts | undefined> => {
  const row = await on.one<RowOf<PartyContacts>>(sql`
    select case when email_by_link and email_confirmed_at is null and cell_phone is not null then null else email end as email,
      case when cell_phone_by_link and cell_phone_confirmed_at is null and email is not null then null else cell_phone end
        as cell_phone, email_confirmed_at is not null as email_confirmed,
      cell_phone_confirmed_at is not null as cell_phone_confirmed
    from person where tenant_id = ${on.tenantId} and id = ${personId}`);
  return row && shapeOf(row);
};

/** Whether an acceptance already used the code, even one that has since been voided. */
export const isConfirmationUsed = async (on: Runner, challengeId: string): Promise<boolean> =>
  (await on.one(sql`
    select id from contract_acceptance
    where tenant_id = ${on.tenantId} and challenge_id = ${challengeId}::uuid`)) !== undefined;

export type AcceptanceCopy = {
  id: number;
  contract: string;
  title: string;
  html: string;
  html_hash: string;
  pdf_key: string | null;
  accepted_at: Date;
  observed: Observed;
  sign_in_method: string;
  guardian: { name: string; cpf: string; email: string } | null;
  verification_code: string | null;
};

const copyColumns = sql`
  a.id, a.contract, ct.title, a.html, a.html_hash, a.pdf_key, a.accepted_at, a.observed, a.sign_in_method,
  a.guardian, a.verification_code
  from contract_acceptance a
  join contract_template ct on ct.tenant_id = a.tenant_id and ct.id = a.contract_template_id`;

/** The valid acceptance of a subscription with its evidence. */
export const findAcceptance = (on: Runner, subscriptionId: number) =>
  on.one<AcceptanceCopy>(sql`
    select ${copyColumns}
    where a.tenant_id = ${on.tenantId} and a.subscription_id = ${subscriptionId} and a.voided_at is null`);

/** Every acceptance of a subscription with its evidence, the newest first. */
export const acceptancesOf = (on: Runner, subscriptionId: number) =>
  on.many<AcceptanceCopy & { voided_at: Date | null; copy_attempts: number }>(sql`
    select a.voided_at, a.copy_attempts, ${copyColumns}
    where a.tenant_id = ${on.tenantId} and a.subscription_id = ${subscriptionId} order by a.id desc`);

/** An acceptance with its evidence, even one that has since been voided. */
export const acceptanceById = (on: Runner, id: number) =>
  on.one<AcceptanceCopy>(sql`select ${copyColumns} where a.tenant_id = ${on.tenantId} and a.id = ${id}`);

type Verified = {
  institution: string;
  contract: string;
  hash: string;
  accepted_at: Date;
  voided_at: Date | null;
};

/** What the code of an acceptance proves, without naming a person. */
export const acceptanceByCode = (on: Runner, code: string) =>
  on.one<Verified>(sql`
    select i.name as institution, a.contract, a.html_hash as hash, a.accepted_at, a.voided_at
    from contract_acceptance a
    join subscription s on s.tenant_id = a.tenant_id and s.id = a.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where a.tenant_id = ${on.tenantId} and a.verification_code = ${code}::text`);
