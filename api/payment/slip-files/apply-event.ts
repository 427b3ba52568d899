import { formatDate } from '@orbita/domain/foundation';
import { type Attention, type CnabEvent, isOpenCharge } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyChargeIn } from '../apply.ts';
import { setAttention } from '../attention.ts';
import { amountInText } from '../close.ts';
import type { ChargeReport, ReportedStatus } from '../report.ts';
import { type PaymentRow, paymentById } from '../store.ts';
import { fileReport } from './instrument.ts';
import { type Registration, registrationOf } from './registration.ts';

/** The outcome of a line, reported to whoever sent the file. */
export type Applied = {
  outcome: 'applied' | 'wrong-amount' | 'attention' | 'noted' | 'unreadable';
  message: string;
};

type Doing = {
  tx: Tx;
  platform: Platform;
  row: PaymentRow;
  known: Registration;
  event: CnabEvent;
  /** Permanent identifier of the event. */
  reference: string;
};

const noted = (message: string): Applied => ({ outcome: 'noted', message });
const applied = (message: string): Applied => ({ outcome: 'applied', message });
const reasonsOf = ({ reasons }: CnabEvent): string =>
  reasons.length > 0 ? ` Motivos do banco: ${reasons.join(', ')}.` : '';

/** Updates the bank's progress; `change` is our own SQL. */
const note = ({ tx, platform, row }: Doing, change: ReturnType<typeof sql>): Promise<unknown> =>
  tx.one(sql`update slip_registration set ${change}, updated_at = ${platform.clock.now()}::timestamptz
    where tenant_id = ${tx.tenantId} and payment_id = ${row.id} returning payment_id`);

const report = (
  { tx, platform, row }: Doing,
  status: ReportedStatus,
  received: ChargeReport['received'] = [],
): Promise<boolean> =>
  applyChargeIn(tx, platform, row.id, fileReport(row.txid ?? '', row.slip, status, received));

async function registered(doing: Doing): Promise<Applied> {
  const { known, row } = doing;
  if (known.state === 'written-off') return noted('O boleto já foi baixado.');
  await note(doing, sql`state = 'registered', reasons = '{}'`);
  await report(doing, 'open');
  return isOpenCharge(row.state)
    ? applied('Boleto registrado. O candidato já pode pagar.')
    : applied('Boleto registrado, mas a cobrança acabou aqui: a próxima remessa pede a baixa.');
}

async function rejected(doing: Doing): Promise<Applied> {
  const { known, event } = doing;
  // If a slip was sent twice, the second registration is rejected and the slip keeps its state.
  if (known.state === 'registered' || known.state === 'written-off')
    return noted(`O boleto já tinha sido registrado e segue valendo.${reasonsOf(event)}`);
  await note(doing, sql`state = 'rejected', reasons = ${event.reasons}::text[]`);
  await report(doing, 'failed');
  return applied(`O banco recusou o boleto. O candidato pode gerar outro.${reasonsOf(event)}`);
}

const MARK_TEXTS: Partial<Record<Attention, string>> = {
  'late-payment': 'Pago depois que a inscrição acabou',
  'second-payment': 'Já havia outro pagamento',
  'payment-of-closed-charge': 'Pago depois que a cobrança acabou',
  'status-not-moved': 'Pago, mas a inscrição não andou',
};

async function paid(doing: Doing): Promise<Applied> {
  const { tx, event, row, reference, known } = doing;
  const { paidCents: amountCents, eventDate } = event;
  if (amountCents === 0)
    return { outcome: 'unreadable', message: 'A linha diz que foi pago, mas sem valor.' };
  if (known.state === 'new' || known.state === 'sent') await note(doing, sql`state = 'registered'`);
  await note(doing, sql`write_off = case when write_off = 'wanted' then null else write_off end`);
  await report(doing, 'paid', [{ reference, amountCents, at: eventDate }]);
  const after = await paymentById(tx, row.id);
  const marks = (after?.attention ?? []).slice(row.attention.length) as Attention[];
  const value = `R$ ${amountInText(amountCents)}`;
  const amount = marks.find((mark) => mark === 'amount-lower' || mark === 'amount-higher');
  if (amount)
    return {
      outcome: 'wrong-amount',
      message: `Pago ${value}, ${amount === 'amount-lower' ? 'menos' : 'mais'} que o valor do boleto. Resolva a pendência do pagamento.`,
    };
  const [mark] = marks;
  if (mark)
    return {
      outcome: 'attention',
      message: `${MARK_TEXTS[mark] ?? 'Pago com pendência'}: ${value}. Resolva a pendência do pagamento.`,
    };
  return applied(`Pago: ${value}.`);
}

async function writtenOff(doing: Doing): Promise<Applied> {
  const { tx, row, known } = doing;
  await note(doing, sql`state = 'written-off'`);
  await report(doing, known.write_off ? 'removed' : 'ended');
  await tx.many(sql`update payment set remove_at_provider = false
    where tenant_id = ${tx.tenantId} and id = ${row.id} and remove_at_provider returning id`);
  return applied('Boleto baixado. Ele não pode mais ser pago.');
}

async function instructionRejected(doing: Doing): Promise<Applied> {
  const { tx, row, known, event } = doing;
  if (known.write_off !== 'sent') return noted(`O banco recusou um pedido.${reasonsOf(event)}`);
  await note(doing, sql`write_off = 'refused', reasons = ${event.reasons}::text[]`);
  await tx.many(sql`update payment set remove_at_provider = false
    where tenant_id = ${tx.tenantId} and id = ${row.id} and remove_at_provider returning id`);
  return applied(
    `O banco recusou a baixa: o boleto ainda pode ser pago. Fale com o banco.${reasonsOf(event)}`,
  );
}

async function reversed({ tx, platform, row, reference, event }: Doing): Promise<Applied> {
  if (row.state !== 'paid' && row.state !== 'refunded')
    return noted('O banco estornou um pagamento que não temos.');
  const now = platform.clock.now();
  await tx.one(sql`
    insert into payment_event (tenant_id, payment_id, provider_event, kind, detail, at)
    values (${tx.tenantId}, ${row.id}, ${reference}, 'settlement-reversed',
      ${JSON.stringify({ amountCents: event.paidCents, at: event.eventDate })}::jsonb, ${now}::timestamptz)
    on conflict (tenant_id, payment_id, provider_event) do nothing returning id`);
  const marks = new Set([...(row.attention as Attention[]), 'settlement-reversed' as const]);
  await setAttention(tx, row, [...marks], now);
  return {
    outcome: 'attention',
    message: 'O banco estornou o pagamento. Ele segue como pago aqui: resolva a pendência.',
  };
}

/**
 * Applies a line of a return file to one of our slips (spec 14.8); its application and payment must be locked. Money is handled
 * as for any charge; a paid charge stays paid.
 */
export async function applyEvent(
  tx: Tx,
  platform: Platform,
  row: PaymentRow,
  event: CnabEvent,
  reference: string,
): Promise<Applied> {
  const known = await registrationOf(tx, row.id);
  if (!known) throw new Error(`Payment ${row.id} is no slip of a file`);
  const doing: Doing = { tx, platform, row, known, event, reference };
  switch (event.movement) {
    case 'registered':
      return registered(doing);
    case 'rejected':
      return rejected(doing);
    case 'settled':
    case 'settled-late':
      return paid(doing);
    case 'written-off':
      return writtenOff(doing);
    case 'due-date-changed': {
      if (!event.dueDate) return { outcome: 'unreadable', message: 'A linha não diz o novo vencimento.' };
      await note(doing, sql`bank_due_day = ${event.dueDate}::date`);
      return noted(
        `O banco mudou o vencimento para ${formatDate(event.dueDate)}. Aqui valem as datas do boleto.`,
      );
    }
    case 'instruction-rejected':
      return instructionRejected(doing);
    case 'fees':
      return noted(`Tarifa do banco: R$ ${amountInText(event.feeCents)}.`);
    case 'settlement-reversed':
      return reversed(doing);
    case 'unknown':
      return noted(`Movimento ${event.code || 'em branco'} do banco, sem efeito aqui.`);
  }
}
