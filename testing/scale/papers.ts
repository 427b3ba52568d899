import sql, { type Sql } from 'sql-template-tag';
import { SELECTION_PAPERS } from './selection-papers.ts';

export type Paper = (tenantId: number, now: Date) => Sql;

/** History of an application by its status, row by row. */
const STEPS = sql`(values
  (1, 0, null, 1, 'create', 'TR-01', 'candidate'),
  (3, 0, null, 1, 'create', 'TR-01', 'candidate'), (3, 1, 1, 3, 'essay-approved', 'TR-10', 'operations'),
  (6, 0, null, 1, 'create', 'TR-01', 'candidate'), (6, 1, 1, 3, 'essay-approved', 'TR-10', 'operations'),
  (6, 2, 3, 6, 'contract-accepted', 'TR-40', 'candidate'),
  (5, 0, null, 1, 'create', 'TR-01', 'candidate'), (5, 1, 1, 3, 'essay-approved', 'TR-10', 'operations'),
  (5, 2, 3, 6, 'contract-accepted', 'TR-40', 'candidate'), (5, 3, 6, 5, 'payment-confirmed', 'TR-50', 'system'),
  (7, 0, null, 1, 'create', 'TR-01', 'candidate'), (7, 1, 1, 3, 'essay-approved', 'TR-10', 'operations'),
  (7, 2, 3, 6, 'contract-accepted', 'TR-40', 'candidate'), (7, 3, 6, 5, 'payment-confirmed', 'TR-50', 'system'),
  (7, 4, 5, 7, 'documents-approved', 'TR-60', 'system'),
  (9, 0, null, 1, 'create', 'TR-01', 'candidate'), (9, 1, 1, 9, 'essay-failed', 'TR-11', 'operations'),
  (2, 0, null, 1, 'create', 'TR-01', 'candidate'), (18, 0, null, 1, 'create', 'TR-01', 'candidate'),
  (19, 0, null, 1, 'create', 'TR-01', 'candidate'), (20, 0, null, 1, 'create', 'TR-01', 'candidate'),
  (13, 0, null, 1, 'create', 'TR-01', 'candidate'), (13, 1, 1, 13, 'cancel', 'TR-90', 'candidate')
) as step (ends, place, from_status, to_status, event, transition, actor)`;

const history: Paper = (tenantId) => sql`
  insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition, actor, at,
    institution_id)
  select ${tenantId}, s.id, step.from_status, step.to_status, step.event, step.transition, step.actor,
    s.at + (s.changed - s.at) * step.place / 4,
    (select b.institution_id from subscription b where b.tenant_id = ${tenantId} and b.id = s.id)
  from seed s join ${STEPS} on step.ends = s.status order by s.n, step.place`;

const events: Paper = (tenantId) => sql`
  insert into outbox_event (tenant_id, stream, type, subscription_id, person_id, version, data, occurred_at)
  select ${tenantId}, 'business', 'subscription.status-changed', s.id, s.person_id, 1,
    jsonb_build_object('from', 1, 'to', s.status), s.changed from seed s where s.status <> 1`;

const notifications: Paper = (tenantId) => sql`
  insert into notification (tenant_id, template, channel, person_id, subscription_id, recipient, data, dedupe_key, state,
    attempts, next_attempt_at, sent_at, created_at)
  select ${tenantId}, m.template, m.channel, s.person_id, s.id, 'pessoa.' || s.n || '@exemplo.test', '{}',
    m.template || ':' || s.id, 'sent', 1, s.at, s.at + m.after, s.at + m.after
  from seed s cross join (values ('N-05', 'email', interval '1 second'), ('N-09', 'sms', interval '1 hour'))
    as m (template, channel, after)
  where m.template = 'N-05' or s.status in (3, 5, 6, 7)`;

// Written within the last day, so that no grade is late; the deadline of running essays is still ahead.
const essays: Paper = (tenantId, now) => sql`
  insert into essay (tenant_id, subscription_id, person_id, offer_id, attempt, essay_theme_id, title, body, state,
    started_at, deadline, completed_date, shingles)
  select ${tenantId}, s.id, s.person_id, s.offer_id, 1, s.theme, 'Um título', repeat('texto inventado de exemplo ', 60),
    e.state, e.at, e.at + interval '1 hour', case when e.state <> 'in-progress' then e.at + interval '40 minutes' end,
    case when e.state <> 'in-progress' then (
      select array_agg(hashint8(s.id * 64 + i)) from generate_series(1, 40) i) end
  from seed s cross join lateral (
    select case when s.status <> 1 then 'graded' when s.n % 3 = 0 then 'finished' else 'in-progress' end as state,
      case when s.status <> 1 then s.at when s.n % 3 = 0
        then ${now}::timestamptz - (3600 + s.n % 70000) * interval '1 second' else ${now}::timestamptz end as at) e
  where s.kind = 'online-essay' and s.theme is not null and s.status <> 13`;

const runs: Paper = (tenantId) => sql`
  insert into essay_run (tenant_id, run, essay_id)
  select ${tenantId}, e.shingles[i], e.id from seed s
  join essay e on e.tenant_id = ${tenantId} and e.subscription_id = s.id
  cross join generate_series(1, 16) i where e.shingles is not null on conflict do nothing`;

const grades: Paper = (tenantId) => sql`
  insert into essay_grade (tenant_id, essay_id, score, has_plagiarism, grader, at)
  select ${tenantId}, e.id, case when s.status = 9 then 100 else 700 end, false, 'Banca', s.changed
  from seed s join essay e on e.tenant_id = ${tenantId} and e.subscription_id = s.id where e.state = 'graded'`;

const contracts: Paper = (tenantId) => sql`
  insert into contract_acceptance (tenant_id, subscription_id, contract_template_id, contract, html, html_hash, declared,
    observed, account_uuid, sign_in_method, accepted_at)
  select ${tenantId}, s.id, t.id, t.code, '<p>Contrato de exemplo</p>', md5(s.id::text), '{}', '{}', gen_random_uuid(),
    'password', s.changed
  from seed s cross join (
    select id, code from contract_template where tenant_id = ${tenantId} order by id limit 1) t
  where s.status in (5, 6, 7)`;

const payments: Paper = (tenantId, now) => sql`
  insert into payment (tenant_id, subscription_id, purpose, method, state, installments, amount_cents, received_cents,
    txid, expires_at, next_check_at, created_at, paid_at, updated_at)
  select ${tenantId}, s.id, 'enrollment', 'pix', p.state, 1, 36000, case when p.state = 'paid' then 36000 end,
    md5('txid' || s.id), ${now}::timestamptz + interval '5 days', timestamptz '2100-01-01', s.changed,
    case when p.state = 'paid' then s.changed end, s.changed
  from seed s cross join lateral (select case when s.status = 6 then 'pending' else 'paid' end as state) p
  where s.status in (5, 7) or (s.status = 6 and s.n % 2 = 0)`;

const documents: Paper = (tenantId) => sql`
  insert into required_document (tenant_id, subscription_id, code, position, name, stage, required, state, readable,
    reviewed_at, updated_at)
  select ${tenantId}, s.id, d.code, d.position, d.name, 'enrollment', true, given.state, given.state <> 'pending',
    s.changed, s.changed
  from seed s cross join (values ('RG', 1, 'Documento de identidade'), ('HIST', 2, 'Histórico escolar'),
    ('FOTO', 3, 'Fotografia')) as d (code, position, name)
  cross join lateral (select case when s.status = 7 then 'approved'
    else (array['pending', 'sent', 'approved'])[1 + (s.n + d.position) % 3] end as state) given
  where s.status in (5, 7)`;

const files: Paper = (tenantId) => sql`
  insert into document_file (tenant_id, required_document_id, name, size, type, sha256, storage_key, scan, sent_at)
  select ${tenantId}, d.id, 'documento.pdf', 1000, 'application/pdf', md5(d.id::text), '', 'clean', d.updated_at
  from seed s join required_document d on d.tenant_id = ${tenantId} and d.subscription_id = s.id
  where d.state <> 'pending'`;

const cancellations: Paper = (tenantId) => sql`
  insert into cancellation (tenant_id, subscription_id, reason, state, withdrawal_right, paid_cents, requested_at,
    due_at, decided_at)
  select ${tenantId}, s.id, 'gave-up', 'done', false, 0, s.changed, s.changed, s.changed from seed s where s.status = 13`;

const privacyRequests: Paper = (tenantId) => sql`
  insert into privacy_request (tenant_id, person_id, kind, state, requested_at, due_at, answered_at)
  select ${tenantId}, s.person_id, 'correction', case when s.n % 5000 = 0 then 'received' else 'concluded' end, s.changed,
    s.changed + interval '90 days', s.changed from seed s where s.n % 500 = 0 and s.status <> 13`;

const audit: Paper = (tenantId) => sql`
  insert into audit_log (tenant_id, at, token_name, operator, action, subject, outcome, detail)
  select ${tenantId}, s.changed, 'Sistema', 'Banca', 'POST', '/operations/subscriptions/' || s.id, 200, '{}'
  from seed s where s.n % 4 = 0 order by s.changed`;

const paymentEvents: Paper = (tenantId) => sql`
  insert into payment_event (tenant_id, payment_id, provider_event, kind, detail, at)
  select ${tenantId}, p.id, 'E' || md5(p.id::text), 'received', '{"amountCents": 36000}', p.updated_at
  from seed s join payment p on p.tenant_id = ${tenantId} and p.subscription_id = s.id where p.state = 'paid'`;

// Ended long ago, but not deleted yet.
const sessions: Paper = (tenantId) => sql`
  insert into login_session (tenant_id, id, account_id, person_id, method, companion_hash, remember, created_at,
    last_seen_at, expires_at)
  select ${tenantId}, gen_random_uuid(), u.id, u.person_id, 'password', md5(u.id::text), true, s.changed, s.changed,
    s.changed + interval '7 days'
  from seed s join user_account u on u.tenant_id = ${tenantId} and u.person_id = s.person_id where s.n % 2 = 0`;

const vouchers: Paper = (tenantId) => sql`
  insert into voucher_use (tenant_id, voucher_id, person_id, payment_id)
  select distinct on (y.voucher_id, y.person_id) ${tenantId}, y.voucher_id, y.person_id, y.id
  from (select p.id, s.person_id, v.id as voucher_id from seed s
    join payment p on p.tenant_id = ${tenantId} and p.subscription_id = s.id
    cross join (select id from voucher where tenant_id = ${tenantId} order by id limit 1) v) y`;

/** Statements that write the records of the applications in the temporary table `seed`, in order. */
export const PAPERS: readonly Paper[] = [
  history,
  events,
  notifications,
  essays,
  runs,
  grades,
  contracts,
  payments,
  paymentEvents,
  vouchers,
  sessions,
  documents,
  files,
  cancellations,
  privacyRequests,
  audit,
  ...SELECTION_PAPERS,
];
