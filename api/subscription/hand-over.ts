import { isoInZone, toAmount } from '@orbita/domain/foundation';
import type { WebhookEvent } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { hasListener, notifyInstitution } from '../messaging/webhooks/write.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Platform } from '../platform/platform.ts';
import type { SubscriptionState } from './facts.ts';

type Completed = Extract<WebhookEvent, { type: 'enrollment.completed' }>['data'];
type Coded = { code: string; name: string };
type Row = {
  pole: Coded;
  intake: string;
  person_external_id: string | null;
  document_type: Completed['person']['documentType'] | null;
  document: string | null;
  class: Coded | null;
  disciplines: Coded[];
  acceptance: { id: number; contract: string; hash: string; at: string } | null;
  payments: {
    id: number;
    purpose: Completed['payments'][number]['purpose'];
    method: Completed['payments'][number]['method'];
    state: Completed['payments'][number]['state'];
    cents: number;
    paid_at: string | null;
    reference: string | null;
  }[];
};

/** Reads, in one statement, the data that `SubscriptionState` does not contain. */
const read = (tx: Tx, { id, person_id: personId }: SubscriptionState): Promise<Row | undefined> =>
  tx.one<Row>(sql`
    select jsonb_build_object('code', po.code, 'name', po.description) as pole, i.code as intake,
      p.external_id as person_external_id, u.document_type, u.document,
      (select jsonb_build_object('code', k.code, 'name', k.name) from class_hold h
       join academic_class k on k.tenant_id = h.tenant_id and k.id = h.academic_class_id
       where h.tenant_id = s.tenant_id and h.subscription_id = s.id) as class,
      (select coalesce(jsonb_agg(jsonb_build_object('code', d.code, 'name', d.name) order by d.code), '[]')
       from chosen_discipline cd join discipline d on d.tenant_id = cd.tenant_id and d.id = cd.discipline_id
       where cd.tenant_id = s.tenant_id and cd.subscription_id = s.id) as disciplines,
      (select jsonb_build_object('id', a.id, 'contract', a.contract, 'hash', a.html_hash, 'at', a.accepted_at)
       from contract_acceptance a where a.tenant_id = s.tenant_id and a.subscription_id = s.id
         and a.voided_at is null) as acceptance,
      (select coalesce(jsonb_agg(jsonb_build_object('id', y.id, 'purpose', y.purpose, 'method', y.method,
           'state', y.state, 'cents', coalesce(y.received_cents, y.amount_cents), 'paid_at', y.paid_at,
           'reference', y.txid) order by y.id), '[]')
       from payment y where y.tenant_id = s.tenant_id and y.subscription_id = s.id and y.state = 'paid') as payments
    from subscription s
    join pole po on po.tenant_id = s.tenant_id and po.id = s.pole_id
    join intake i on i.tenant_id = s.tenant_id and i.id = s.intake_id
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
    left join lateral (select document_type, document from user_account
      where tenant_id = s.tenant_id and person_id = ${personId}::bigint order by id limit 1) u on true
    where s.tenant_id = ${tx.tenantId} and s.id = ${id}`);

const isoOf = (row: SubscriptionState, at: string) => isoInZone(new Date(at), row.time_zone);

/** Fields that `subscription.status-changed` and `enrollment.completed` share. */
export const aboutOf = (row: SubscriptionState, version = row.version) => ({
  subscriptionId: row.id,
  externalId: row.external_id,
  institution: row.institution_code,
  version,
});

function completedOf(row: SubscriptionState, more: Row, version: number): Completed {
  const { acceptance, payments } = more;
  return {
    ...aboutOf(row, version),
    applicationType: row.application_type,
    offer: row.offer_code,
    intake: more.intake,
    person: {
      personId: row.person_id,
      uuid: row.person_uuid,
      externalId: more.person_external_id,
      name: row.person_name,
      socialName: row.person_social_name,
      documentType: row.person_cpf ? 'cpf' : (more.document_type ?? 'cpf'),
      document: row.person_cpf ?? more.document ?? '',
      birthDate: row.person_birth_date,
      email: row.person_email,
      cellPhone: row.person_cell_phone,
    },
    course: { code: row.course_code, name: row.course_name },
    pole: more.pole,
    class: more.class,
    disciplines: more.disciplines,
    contract: acceptance && {
      acceptanceId: acceptance.id,
      contract: acceptance.contract,
      hash: acceptance.hash,
      acceptedAt: isoOf(row, acceptance.at),
    },
    payments: payments.map(({ id, purpose, method, state, cents, paid_at: at, reference }) => ({
      paymentId: id,
      purpose,
      method,
      state,
      amount: toAmount(cents),
      paidAt: at === null ? null : isoOf(row, at),
      reference,
    })),
  };
}

/**
 * Hands an enrolled candidate over to the student system (spec 17.5), in the transaction of the move to 7. Does nothing if no
 * system of the institution subscribes to the event. `version` is the version after the move.
 */
export async function handOver(
  tx: Tx,
  platform: Platform,
  row: SubscriptionState,
  version: number,
): Promise<void> {
  if (!(await hasListener(tx, row.institution_id, 'enrollment.completed'))) return;
  const more = await read(tx, row);
  if (!more) throw new Error(`Subscription ${row.id} vanished under its lock`);
  const about = { ...row, version };
  await notifyInstitution(tx, platform, about, 'enrollment.completed', completedOf(row, more, version));
}
