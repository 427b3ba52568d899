import sql from 'sql-template-tag';
import {
  type Mine,
  notCopied,
  ofPerson,
  ofSubscription,
  type PersonalTable,
  SECRET,
  technical,
} from '../platform/personal-data.ts';

const ofPayment: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and payment_id in (
    select p.id from payment p join subscription s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
    where p.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint)`;

const ofRecurrence: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and recurrence_id in (
    select r.id from recurrence r join subscription s on s.tenant_id = r.tenant_id and s.id = r.subscription_id
    where r.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint)`;

const ofDifference: Mine = (of) => sql`((${ofPayment(of)}) or (${ofRecurrence(of)}))`;

const ofMonth: Mine = (of) => sql`
  tenant_id = ${of.tenantId}::bigint and month_id in (select c.id from recurrence_cycle c where ${ofRecurrence(of)})`;

const ofMoney: Mine = (of) => sql`((${ofPayment(of)}) or (${ofMonth(of)}))`;

/** Provider notices are matched by the identifiers of their charge. */
const ofCharge: Mine = ({ tenantId, personId }) => sql`
  tenant_id = ${tenantId}::bigint and exists (
    select from payment p join subscription s on s.tenant_id = p.tenant_id and s.id = p.subscription_id
    where p.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint
      and (position(p.txid in provider_notice.body::text) > 0
        or position(p.provider_id in provider_notice.body::text) > 0))`;

/** Bank files are found by the slips they contain. */
const inRemittance: Mine = (of) => sql`
  tenant_id = ${of.tenantId}::bigint and id in (
    select r.remittance_id from slip_registration r where ${ofPayment(of)})`;

const CLERK = 'Quem atende na instituição.';
const PROVIDER_NUMBER = 'Número do prestador de pagamento.';
const FISCAL = 'Registro fiscal do pagamento por 10 anos, sem nome nem documento.';

/** Personal data in the tables of the payment module. */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'recurrence_cycle',
    segments: ['months'],
    mine: ofRecurrence,
    section: 'mensalidades_autorizadas',
    columns: [
      'id',
      'recurrence_id',
      'number',
      'due_day',
      'amount_cents',
      'state',
      'received_cents',
      'paid_at',
    ],
    left: {
      ...technical('subscription_id', 'institution_id'),
      received: PROVIDER_NUMBER,
      ...technical(
        'asked_day',
        'retry_days',
        'attention',
        'attention_at',
        'version',
        'ended_by',
        'end_code',
        'cancel_at_provider',
      ),
      ...technical('checks', 'next_check_at', 'updated_at', 'compared_in'),
      txid: PROVIDER_NUMBER,
      provider_id: PROVIDER_NUMBER,
    },
    erase: { kept: FISCAL },
  },
  {
    table: 'recurrence_try',
    mine: ofRecurrence,
    section: 'tentativas_de_mensalidades',
    columns: ['recurrence_id', 'number', 'asked_day', 'amount_cents', 'state', 'created_at'],
    left: {
      ...technical('decline_code', 'advice_code', 'updated_at'),
      txid: PROVIDER_NUMBER,
      provider_id: PROVIDER_NUMBER,
    },
    erase: { kept: FISCAL },
  },
  {
    table: 'reconciliation_difference',
    words: ['reason'],
    mentions: ['reason'],
    segments: ['reconciliation-differences'],
    mine: ofDifference,
    ...notCopied('Conferência das contas com o prestador; os valores já estão em "pagamentos".'),
    erase: { set: { reason: "''" } },
  },
  {
    table: 'payment_resolution',
    words: ['reason'],
    mentions: ['reason'],
    mine: ofMoney,
    section: 'pendencias_de_pagamento_resolvidas',
    columns: ['payment_id', 'month_id', 'mark', 'decision', 'reason', 'resolved_at'],
    left: { resolved_by: CLERK },
    erase: { set: { reason: "''" } },
  },
  {
    table: 'recurrence',
    words: ['payer_name', 'payer_cpf'],
    mine: ofSubscription,
    section: 'autorizacoes_de_cobranca',
    columns: [
      ...['id', 'subscription_id', 'payment_id', 'method', 'state', 'kind', 'amount_cents', 'day_of_month'],
      ...['payer_name', 'payer_cpf', 'approved_at', 'created_at'],
    ],
    left: {
      ...technical('ended_by', 'end_code', 'cancel_at_provider', 'checks', 'next_check_at', 'updated_at'),
      ...technical('copy_paste'),
      provider_id: PROVIDER_NUMBER,
    },
    erase: { set: { payer_name: 'null', payer_cpf: 'null' } },
  },
  {
    table: 'payer_link',
    mine: ofPayment,
    section: 'links_para_outra_pessoa_pagar',
    columns: ['payment_id', 'created_at', 'expires_at', 'revoked_at'],
    left: { ...technical('id'), key_hash: SECRET },
    erase: 'delete',
  },
  {
    table: 'payment_event',
    mine: ofPayment,
    section: 'eventos_de_pagamento',
    columns: ['payment_id', 'kind', 'detail', 'at'],
    left: { provider_event: PROVIDER_NUMBER },
    erase: { kept: FISCAL },
  },
  {
    // Vouchers open to everyone belong to the catalogue and to no application.
    table: 'voucher',
    mine: ofSubscription,
    section: 'descontos_dados',
    columns: ['subscription_id', 'code', 'percent', 'amount_cents', 'applies_to', 'valid_from', 'valid_to'],
    left: technical('kinds', 'institutions', 'courses', 'max_uses', 'used', 'retired_at'),
    erase: { kept: FISCAL },
  },
  {
    table: 'voucher_use',
    mine: ofPerson,
    section: 'cupons_usados',
    columns: ['voucher_id', 'payment_id', 'returned_at'],
    left: {},
    erase: { kept: FISCAL },
  },
  {
    table: 'payment_voucher',
    mine: ofSubscription,
    section: 'cupons_dos_pagamentos',
    columns: ['subscription_id', 'purpose', 'voucher_id'],
    left: {},
    erase: 'delete',
  },
  {
    table: 'provider_notice',
    words: ['body'],
    mine: ofCharge,
    ...notCopied('Aviso técnico do banco sobre um pagamento que já está em "pagamentos".'),
    // An unprocessed notice still names the charge to be looked up at the provider; `retention` deletes its text later with the
    // rest.
    erase: { set: { body: "case when handled_at is null then body else '{}' end" } },
  },
  {
    table: 'manual_payment',
    words: ['reason', 'proof', 'decision_reason'],
    mentions: ['reason', 'proof', 'decision_reason'],
    mine: ofPayment,
    section: 'pagamentos_na_instituicao',
    columns: ['payment_id', 'reason', 'decision', 'received_at', 'proof', 'decision_reason', 'decided_at'],
    left: { requested_by: CLERK, decided_by: CLERK },
    erase: { set: { reason: 'null', proof: 'null', decision_reason: 'null' } },
  },
  {
    table: 'refund',
    words: ['reason', 'failure'],
    mentions: ['reason'],
    mine: ofMoney,
    section: 'devolucoes',
    columns: ['payment_id', 'month_id', 'amount_cents', 'reason', 'state', 'requested_at', 'settled_at'],
    left: {
      ...technical('next_check_at', 'checks', 'failure', 'refunded_before_cents', 'lease_until'),
      ...technical('approval_id'),
      requested_by: CLERK,
      end_to_end_id: PROVIDER_NUMBER,
      return_id: PROVIDER_NUMBER,
    },
    erase: { set: { reason: "''", failure: 'null' } },
  },
  {
    table: 'slip_return_event',
    mine: ofPayment,
    section: 'retornos_do_banco',
    columns: ['payment_id', 'code', 'event_day', 'paid_cents', 'fee_cents', 'at'],
    left: technical('line', 'occurrence', 'outcome'),
    erase: { kept: FISCAL },
  },
  {
    table: 'slip_remittance',
    words: ['content'],
    keptWords: {
      content:
        'Arquivo de registro no banco, também de outras pessoas; sem o nome e os documentos de quem foi excluído, e apagado em 90 dias.',
    },
    mentions: ['content'],
    mine: inRemittance,
    ...notCopied('Arquivo técnico para o banco com os boletos, que já estão em "boletos".'),
    erase: { kept: 'O conteúdo é apagado 90 dias depois de criado.' },
  },
  {
    table: 'slip_registration',
    words: ['payer'],
    mine: ofPayment,
    section: 'registro_de_boletos_no_banco',
    columns: ['payment_id', 'bank', 'state', 'payer', 'bank_due_day', 'updated_at'],
    left: {
      ...technical('agreement', 'block', 'write_off', 'reasons'),
      number: PROVIDER_NUMBER,
    },
    erase: { set: { payer: 'null' } },
  },
  {
    table: 'payment_slip',
    mine: ofPayment,
    section: 'boletos',
    columns: ['payment_id', 'due_day', 'payable_day', 'last_day', 'full_cents', 'digitable_line'],
    left: {
      our_number: PROVIDER_NUMBER,
      barcode: 'Os mesmos números da linha digitável.',
      provider: 'Prestador de pagamento.',
      ...technical('asked_again'),
    },
    erase: { kept: FISCAL },
  },
  {
    table: 'payment_card',
    words: ['holder_name'],
    mine: ofPayment,
    section: 'cartoes',
    columns: [
      'payment_id',
      'brand',
      'last4',
      'holder_name',
      'parts',
      'liability_shift',
      'authentication',
      'dispute',
      'disputed_at',
    ],
    left: {
      provider: 'Prestador de pagamento.',
      ...technical('decline_code', 'advice_code'),
      card_reference: PROVIDER_NUMBER,
      network_id: PROVIDER_NUMBER,
    },
    erase: { set: { holder_name: "''", last4: 'null', card_reference: 'null', network_id: 'null' } },
  },
  {
    table: 'payment',
    segments: ['payments', 'manual-payments'],
    mine: ofSubscription,
    section: 'pagamentos',
    columns: [
      'id',
      'subscription_id',
      'purpose',
      'method',
      'state',
      'installments',
      'amount_cents',
      'received_cents',
      'discounts',
      'txid',
      'expires_at',
      'created_at',
      'paid_at',
    ],
    left: {
      ...technical(
        'institution_id',
        'next_check_at',
        'attention',
        'idempotency_key',
        'remove_at_provider',
        'pix_copy_paste',
        'updated_at',
        'checks',
        'compared_in',
        'beside',
        'version',
        'attention_at',
      ),
      pix_key: 'Chave Pix da instituição.',
      provider_id: PROVIDER_NUMBER,
    },
    erase: { kept: FISCAL },
  },
];
