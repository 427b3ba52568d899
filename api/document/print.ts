import {
  escapeHtml,
  formatCpf,
  formatDate,
  formatDateTime,
  formatMoney,
  shownName,
} from '@orbita/domain/foundation';
import { formatLine, methodShown } from '@orbita/domain/payment';
import { STATUS } from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import sql, { empty } from 'sql-template-tag';
import { renderOrRefuse } from '../contract/accept.ts';
import { contractingParty, EVIDENCE_NOTE, EVIDENCE_TITLE, evidenceLines } from '../contract/evidence.ts';
import { findAcceptance } from '../contract/store.ts';
import { contractParts } from '../contract/terms.ts';
import { printedSlip } from '../payment/printed-slip.ts';
import { partyLine } from '../payment/slip-pdf/slip-document.ts';
import type { Ctx, TenantContext } from '../platform/http/context.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { ownSubscription } from '../subscription/own.ts';
import { type SubscriptionRow, subscriptionById } from '../subscription/row.ts';
import { issueTicket, readTicket } from './ticket.ts';

type Print = Answer<'GET /candidate/print/{ticket}'>;
type Order = { kind: Print['kind']; subscriptionId: number; refId: string | null };
type Sheet = Pick<Print, 'title' | 'html'> & { barcode?: string };
type Making = { platform: Platform; tenantId: number; row: SubscriptionRow; refId: string | null };

const heading = (title: string) => `<h1>${escapeHtml(title)}</h1>`;
const facts = (lines: readonly (readonly [label: string, value: string | null])[]) =>
  `<dl>${lines
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value ?? '')}</dd>`)
    .join('')}</dl>`;

const about = (row: SubscriptionRow) =>
  [
    ['Instituição', row.institution_name],
    ['Inscrição', String(row.id)],
    ['Curso', row.course_name],
    ['Local', row.pole_description],
    ['Ingresso', row.ingress_name],
  ] as const;

/** The contracting party of the acceptance: the guardian of a minor, otherwise the candidate; null before it. */
const partyOf = (row: SubscriptionRow, accepted: Awaited<ReturnType<typeof findAcceptance>>) =>
  accepted ? contractingParty({ candidate: row.person_name, guardian: accepted.guardian }) : null;

/** The contract: once accepted, as accepted and with its evidence; before that, as it would be accepted now. */
async function contract({ platform, tenantId, row }: Making): Promise<Sheet> {
  const on = platform.db.tenant(tenantId);
  const copy = await findAcceptance(on, row.id);
  if (!copy) {
    const parts = await contractParts(on, row.id, platform.clock.now());
    if (!parts) fail('NOT_FOUND');
    const { title, html } = await renderOrRefuse(platform, on, parts);
    return { title, html };
  }
  const lines = evidenceLines({
    identifier: copy.contract,
    hash: copy.html_hash,
    acceptedAt: copy.accepted_at,
    timeZone: row.time_zone,
    ip: copy.observed.ip,
    method: copy.sign_in_method,
    candidate: row.person_name,
    guardian: copy.guardian,
    subscriptionId: row.id,
    confirmation: copy.observed.confirmation,
  });
  const evidence = `<h2>${escapeHtml(EVIDENCE_TITLE)}</h2>${facts(lines)}<p>${escapeHtml(EVIDENCE_NOTE)}</p>`;
  return { title: copy.title, html: `${copy.html}<hr />${evidence}` };
}

type Paid = {
  id: number;
  purpose: string;
  method: string;
  amount_cents: number;
  received_cents: number | null;
  paid_at: Date;
  card: { brand: string | null; last4: string | null; installments: number } | null;
};

/** Receipt of one payment; without `refId`, of the latest one. */
async function receipt({ platform, tenantId, row, refId }: Making): Promise<Sheet> {
  const which = refId === null ? empty : sql`and id = ${Number(refId)}::bigint`;
  if (refId !== null && !/^\d{1,15}$/.test(refId)) fail('NOT_FOUND');
  const paid = await platform.db.tenant(tenantId).one<Paid>(sql`
    select id, purpose, method, amount_cents, received_cents, paid_at,
      (select json_build_object('brand', b.brand, 'last4', b.last4, 'installments', b.parts) from payment_card b
        where b.tenant_id = payment.tenant_id and b.payment_id = payment.id) as card
    from payment where tenant_id = ${tenantId} and subscription_id = ${row.id} and state = 'paid' and paid_at is not null ${which}
    order by id desc limit 1`);
  if (!paid) fail('STATE_CONFLICT', { extra: { status: row.status } });
  const accepted = await findAcceptance(platform.db.tenant(tenantId), row.id);
  // A candidate who has since come of age still paid as a minor.
  const guardian = accepted?.guardian;
  const payer = guardian ?? { name: row.person_name, cpf: row.person_cpf };
  const free = paid.method === 'waived';
  const title = free ? 'Comprovante de isenção' : 'Comprovante de pagamento';
  const html = facts([
    ...about(row),
    ['Referente a', paid.purpose === 'tax' ? 'Taxa de inscrição' : 'Matrícula'],
    ['Aluno(a)', guardian ? row.person_name : null],
    ['Contratante', partyOf(row, accepted)],
    [free ? 'Em nome de' : 'Pagador(a)', payer.name],
    ['CPF', payer.cpf && formatCpf(payer.cpf)],
    [free ? 'Situação' : 'Forma de pagamento', methodShown({ ...paid, cents: paid.amount_cents })],
    ['Valor', free ? 'Nada a pagar' : formatMoney(paid.received_cents ?? paid.amount_cents)],
    [free ? 'Registrado em' : 'Pago em', formatDateTime(paid.paid_at, row.time_zone)],
    [free ? 'Registro nº' : 'Pagamento nº', String(paid.id)],
  ]);
  return { title, html: heading(title) + html };
}

/** A payable slip: what the bank printed on it, and its barcode. */
async function slip({ platform, tenantId, row, refId }: Making): Promise<Sheet> {
  if (refId === null || !/^\d{1,15}$/.test(refId)) fail('SLIP_ERROR');
  const found = await printedSlip(platform, tenantId, Number(refId));
  if (found?.subscriptionId !== row.id) fail('SLIP_ERROR');
  const title = 'Boleto';
  const { document } = found;
  const html = facts([
    ['Beneficiário', partyLine(document.beneficiary)],
    ['Pagador(a)', partyLine(document.payer)],
    ['Aluno(a)', document.onBehalfOf],
    ...about(row),
    ['Nosso número', document.ourNumber],
    ['Vencimento', formatDate(document.dueDate)],
    ['Valor', formatMoney(document.amountCents)],
    ['Desconto até o vencimento', document.discount && formatMoney(document.discount.cents)],
    ['Linha digitável', formatLine(found.digitableLine)],
  ]);
  return { title, html: heading(title) + html, barcode: document.barcode };
}

/** Proof of enrolment; it shows the civil name because third parties rely on it (spec 6.1). */
async function enrolmentProof({ platform, tenantId, row }: Making): Promise<Sheet> {
  if (row.status !== STATUS.Enrolled) fail('STATE_CONFLICT', { extra: { status: row.status } });
  const accepted = await findAcceptance(platform.db.tenant(tenantId), row.id);
  const title = 'Comprovante de matrícula';
  const html = facts([
    ...about(row),
    ['Aluno(a)', row.person_name],
    ['Nome social', row.person_social_name],
    ['CPF', row.person_cpf && formatCpf(row.person_cpf)],
    ['Contratante', partyOf(row, accepted)],
    ['Número de matrícula', row.student_lyceum_id],
    ['Início das aulas', row.intake_class_start && formatDate(row.intake_class_start)],
    ['Emitido em', formatDateTime(platform.clock.now(), row.time_zone)],
  ]);
  return { title, html: heading(title) + html };
}

type Result = {
  attempt: number;
  completed: Date | null;
  score: number;
  feedback: string | null;
  theme: string;
};

/** Result of a graded essay: of the attempt with this id, otherwise of the latest one. */
async function essayResult({ platform, tenantId, row, refId }: Making): Promise<Sheet> {
  if (refId !== null && !/^\d{1,15}$/.test(refId)) fail('NOT_FOUND');
  const which = refId === null ? empty : sql`and e.id = ${Number(refId)}::bigint`;
  const found = await platform.db.tenant(tenantId).one<Result>(sql`
    select e.attempt, e.completed_date as completed, g.score, g.feedback, t.title as theme
    from essay e
    join essay_grade g on g.tenant_id = e.tenant_id and g.essay_id = e.id
    join essay_theme t on t.tenant_id = e.tenant_id and t.id = e.essay_theme_id
    where e.tenant_id = ${tenantId} and e.subscription_id = ${row.id} and e.state = 'graded' ${which}
    order by e.attempt desc limit 1`);
  if (!found) fail('STATE_CONFLICT', { extra: { status: row.status } });
  const title = 'Resultado da redação';
  const html = facts([
    ...about(row),
    ['Candidato(a)', shownName({ name: row.person_name, socialName: row.person_social_name })],
    ['Tema', found.theme],
    ['Tentativa', String(found.attempt)],
    ['Entregue em', found.completed && formatDateTime(found.completed, row.time_zone)],
    ['Nota', String(found.score).replace('.', ',')],
    ['Comentário', found.feedback],
  ]);
  return { title, html: heading(title) + html };
}

const MAKERS: Record<Print['kind'], (making: Making) => Promise<Sheet>> = {
  contract,
  slip,
  receipt,
  'essay-result': essayResult,
  'enrolment-proof': enrolmentProof,
};

/** Logs each print in case of later questions about copies, without the ticket and without a name. */
const logPrint = (
  { platform, tenant, requestId }: Pick<TenantContext, 'platform' | 'tenant' | 'requestId'>,
  outcome: 'ordered' | 'shown',
  { kind, subscriptionId }: Order,
): void =>
  platform.log.info({
    event: 'print',
    tenant: tenant.alias,
    kind,
    subscription: subscriptionId,
    outcome,
    trace: requestId,
  });

/** POST print-tickets: a document that can't be printed now gets no ticket (spec 18). */
export async function orderPrint(ctx: Ctx<'POST /candidate/print-tickets'>) {
  const { platform, tenant, session } = ctx;
  const { kind, subscriptionId, refId } = ctx.body();
  const row = await ownSubscription(ctx, subscriptionId);
  const order: Order = {
    kind,
    subscriptionId,
    refId: refId === null || refId === undefined ? null : String(refId),
  };
  await MAKERS[kind]({ platform, tenantId: tenant.id, row, refId: order.refId });
  const { ticket } = await issueTicket(platform, tenant.id, 'print', session.personId, order);
  logPrint(ctx, 'ordered', order);
  return reply(200, { ticket, url: `/orbita/candidate/print?ticket=${ticket}` });
}

/** GET print/{ticket}: one document, as long as its ticket is valid. */
export async function showPrint(ctx: Ctx<'GET /candidate/print/{ticket}'>) {
  const { platform, tenant } = ctx;
  const found = await readTicket<Order>(platform, tenant.id, 'print', ctx.params.ticket);
  if (!found || found.over) fail('TICKET_EXPIRED');
  const { kind, subscriptionId, refId } = found.payload;
  const row = await subscriptionById(platform.db.tenant(tenant.id), subscriptionId);
  if (!row || row.person_id !== found.personId) fail('TICKET_EXPIRED');
  try {
    const { barcode = null, ...sheet } = await MAKERS[kind]({ platform, tenantId: tenant.id, row, refId });
    logPrint(ctx, 'shown', found.payload);
    return reply(200, { kind, barcode, ...sheet });
  } catch (error) {
    if (error instanceof AppError && error.status < 500) fail('TICKET_EXPIRED');
    throw error;
  }
}
