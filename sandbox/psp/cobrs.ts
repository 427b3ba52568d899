import { isDeepStrictEqual } from 'node:util';
import { addDays, dayInZone, daysBetween, isRealDay, nextBusinessDay } from '@orbita/domain/foundation';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger.ts';
import { endToEndId } from './ids.ts';
import { PaymentRefused, Problem } from './problem.ts';
import { BANK_ZONE, presentCobrNotice } from './recurrence-present.ts';
import type { Attempt, AttemptStatus, Cobr, CobrStatus, Ender, Recurrence } from './recurrence-types.ts';
import { readCancelling, readCobr } from './recurrence-validate.ts';
import type { RecurrenceWebhooks } from './recurrence-webhooks.ts';
import type { Recurrences } from './recurrences.ts';
import type { ReceivedPix } from './types.ts';
import { no } from './validate.ts';

/** The payer's bank must receive a charge at least this many days before its settlement (IN BCB 513/2024). */
const LEAST_NOTICE_DAYS = 2;
const RETRIES = 3;
const RETRY_DAYS = 7;
/** Attempt rejections that reject the whole charge (description of CobRTentativas). */
const FINAL_CODES = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09'];

export interface Cobrs {
  /** Accepts a charge; the payer's bank schedules it at once, although the answer does not say so yet. */
  create(clientId: string, txid: string, body: unknown): Cobr;
  cancel(clientId: string, txid: string, body: unknown): Cobr;
  /** Another attempt on a later day. */
  retry(clientId: string, txid: string, day: string): Cobr;
  get(clientId: string, txid: string): Cobr | undefined;
  list(clientId?: string): Cobr[];
  /** The payer's bank settles the open attempt. */
  pay(cobr: Cobr): Cobr;
  /** The open attempt fails: for lack of money, or for a reason from the catalogue of codes. */
  fail(cobr: Cobr, code?: string): Cobr;
  cancelByPayer(cobr: Cobr): Cobr;
  /** Ends the open charges of an authorisation that has ended. */
  endAll(rec: Recurrence, by: Ender): void;
}

const isOpen = ({ status }: Attempt): boolean => status === 'SOLICITADA' || status === 'AGENDADA';
const openAttempt = ({ attempts }: Cobr): Attempt | undefined => attempts.find(isOpen);

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
/** The cycle of an authorisation that a day belongs to. */
const cycleOf = ({ terms: { calendario } }: Recurrence, day: string): number => {
  const months = monthsOf(day) - monthsOf(calendario.dataInicial);
  switch (calendario.periodicidade) {
    case 'SEMANAL':
      return Math.floor(daysBetween(calendario.dataInicial, day) / 7);
    case 'MENSAL':
      return months;
    case 'TRIMESTRAL':
      return Math.floor(months / 3);
    case 'SEMESTRAL':
      return Math.floor(months / 6);
    case 'ANUAL':
      return Math.floor(months / 12);
  }
};

const refusal = (propriedade: string, razao: string, valor: unknown): Problem =>
  new Problem(400, 'CobROperacaoInvalida', 'A requisição não faz sentido.', [no(propriedade, razao, valor)]);

/** Charges of authorisations, one per cycle, and their attempts at the payer's bank. */
export function openCobrs(
  ledger: Ledger,
  clock: Clock,
  recurrences: Recurrences,
  webhooks: RecurrenceWebhooks,
): Cobrs {
  const table = ledger.table<Cobr>('cobr');
  const today = () => dayInZone(clock.now(), BANK_ZONE);
  const stamp = <S>(status: S) => ({ status, data: clock.now().toISOString() });

  const keep = (cobr: Cobr): Cobr => {
    table.put(`${cobr.clientId}/${cobr.txid}`, cobr);
    return cobr;
  };
  const notified = (cobr: Cobr): Cobr => {
    webhooks.notify(cobr.clientId, 'cobr', presentCobrNotice(keep(cobr)));
    return cobr;
  };
  const at = (cobr: Cobr, status: CobrStatus, changes: Partial<Cobr> = {}): Cobr => ({
    ...cobr,
    ...changes,
    status,
    history: cobr.status === status ? cobr.history : [...cobr.history, stamp(status)],
  });
  const withAttempt = (cobr: Cobr, status: AttemptStatus, rejeicao: Attempt['rejeicao'] = null): Cobr => ({
    ...cobr,
    attempts: cobr.attempts.map((one) =>
      isOpen(one) ? { ...one, status, rejeicao, history: [...one.history, stamp(status)] } : one,
    ),
  });
  const attemptOn = (day: string, tipo: Attempt['tipo']): Attempt => ({
    dataLiquidacao: day,
    tipo,
    status: 'AGENDADA',
    endToEndId: endToEndId(clock.now()),
    history: [stamp('SOLICITADA' as const), stamp('AGENDADA' as const)],
    rejeicao: null,
  });
  const recOf = (cobr: Cobr): Recurrence => {
    const rec = recurrences.get(cobr.clientId, cobr.terms.idRec);
    if (!rec) throw new Error('A charge without its recurrence');
    return rec;
  };
  /** A charge with no attempts left expires on the next access, because this bank has no jobs. */
  const current = (cobr: Cobr): Cobr => {
    const { dataDeVencimento } = cobr.terms.calendario;
    const over = today() > addDays(dataDeVencimento, RETRY_DAYS);
    return cobr.status === 'ATIVA' && !openAttempt(cobr) && over ? notified(at(cobr, 'EXPIRADA')) : cobr;
  };
  const get = (clientId: string, txid: string): Cobr | undefined => {
    const cobr = table.get(`${clientId}/${txid}`);
    return cobr && current(cobr);
  };
  const list = (clientId?: string) =>
    table
      .values()
      .filter((cobr) => clientId === undefined || cobr.clientId === clientId)
      .map(current);
  const known = (clientId: string, txid: string): Cobr => {
    const cobr = get(clientId, txid);
    if (!cobr) throw new Problem(404, 'CobRNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
    return cobr;
  };
  const create = (clientId: string, txid: string, body: unknown): Cobr => {
    const terms = readCobr(body);
    const before = table.get(`${clientId}/${txid}`);
    if (before) {
      // Repeating the same request is how a client recovers from a timeout.
      if (isDeepStrictEqual(before.terms, terms)) return current(before);
      throw refusal('cobr.txid', 'O campo cobr.txid encontra-se em uso.', txid);
    }
    const rec = recurrences.get(clientId, terms.idRec);
    if (!rec)
      throw new Problem(404, 'RecNaoEncontrada', 'Recorrência não encontrada para o idRec informado.');
    if (rec.status !== 'APROVADA')
      throw refusal('cobr.idRec', 'A recorrência não está APROVADA.', rec.status);
    const due = terms.calendario.dataDeVencimento;
    if (daysBetween(today(), due) < LEAST_NOTICE_DAYS)
      throw refusal('cobr.calendario.dataDeVencimento', 'O vencimento é daqui a menos de 2 dias.', due);
    const fixed = rec.terms.valor?.valorRec;
    if (fixed !== undefined && fixed !== terms.valor.original)
      throw refusal('cobr.valor', 'O valor difere do valor fixo da recorrência.', terms.valor.original);
    const twin = list(clientId).find(
      (one) =>
        one.terms.idRec === terms.idRec &&
        one.status !== 'REJEITADA' &&
        one.status !== 'CANCELADA' &&
        cycleOf(rec, one.terms.calendario.dataDeVencimento) === cycleOf(rec, due),
    );
    if (twin) throw refusal('cobr.calendario.dataDeVencimento', 'Existe uma CobR no mesmo ciclo.', due);
    const made: Cobr = {
      ...{ clientId, txid, createdAt: clock.now().toISOString(), terms, status: 'CRIADA' as const },
      ...{ history: [stamp('CRIADA' as const)], attempts: [], ending: null, pix: [] },
    };
    const settles = terms.ajusteDiaUtil ? nextBusinessDay(due) : due;
    notified({ ...at(made, 'ATIVA'), attempts: [attemptOn(settles, 'AGND')] });
    return made;
  };

  const cancelling = (cobr: Cobr, solicitante: Ender): Cobr =>
    notified(
      at(withAttempt(cobr, 'CANCELADA'), 'CANCELADA', {
        ending: {
          cancelamento: {
            solicitante,
            codigo: solicitante === 'USUARIO_RECEBEDOR' ? 'SLCR' : 'SLBD',
            descricao: 'Cancelada a pedido.',
          },
        },
      }),
    );

  const retry = (clientId: string, txid: string, day: string): Cobr => {
    const cobr = known(clientId, txid);
    const rec = recOf(cobr);
    const due = cobr.terms.calendario.dataDeVencimento;
    const extra = cobr.attempts.filter(({ tipo }) => tipo === 'NTAG');
    if (!isRealDay(day) || day <= today())
      throw refusal('data', 'O parâmetro data não corresponde a uma data futura.', day);
    if (rec.terms.politicaRetentativa !== 'PERMITE_3R_7D')
      throw refusal(
        'rec.politicaRetentativa',
        'A política da recorrência não permite retentativa.',
        rec.idRec,
      );
    if (openAttempt(cobr)) throw refusal('cobr.tentativas', 'Existe uma tentativa não finalizada.', txid);
    if (cobr.status !== 'ATIVA') throw refusal('cobr.status', 'A cobrança não está ATIVA.', cobr.status);
    if (rec.status !== 'APROVADA')
      throw refusal('rec.status', 'A recorrência não está APROVADA.', rec.status);
    if (cobr.attempts.some(({ dataLiquidacao }) => dataLiquidacao === day))
      throw refusal('data', 'Existe uma tentativa para a data informada.', day);
    if (extra.length >= RETRIES || daysBetween(due, day) > RETRY_DAYS)
      throw refusal('data', 'São no máximo 3 retentativas em 7 dias corridos.', day);
    return notified({ ...cobr, attempts: [...cobr.attempts, attemptOn(day, 'NTAG')] });
  };

  const fail = (given: Cobr, code?: string): Cobr => {
    const cobr = current(given);
    if (!openAttempt(cobr)) throw new PaymentRefused('Não há tentativa em aberto.');
    const reason = code === undefined ? null : { codigo: code, descricao: 'Recusada pelo banco do pagador.' };
    const failed = withAttempt(cobr, reason ? 'REJEITADA' : 'EXPIRADA', reason);
    if (reason && FINAL_CODES.includes(reason.codigo))
      return notified(at(failed, 'REJEITADA', { ending: { rejeicao: reason } }));
    const extra = cobr.attempts.filter(({ tipo }) => tipo === 'NTAG').length;
    const mayRetry = recOf(cobr).terms.politicaRetentativa === 'PERMITE_3R_7D' && extra < RETRIES;
    return notified(mayRetry ? failed : at(failed, 'EXPIRADA'));
  };

  return {
    create,
    cancel: (clientId, txid, body) => {
      const cobr = known(clientId, txid);
      readCancelling(body, 'CobROperacaoInvalida', 'cobr.status');
      const first = cobr.attempts[0];
      if (cobr.status !== 'ATIVA' || !first || today() >= first.dataLiquidacao)
        throw refusal('cobr.status', 'A cobrança não pode mais ser cancelada.', cobr.status);
      return cancelling(cobr, 'USUARIO_RECEBEDOR');
    },
    retry,
    get,
    list,
    pay: (given) => {
      const cobr = current(given);
      const attempt = openAttempt(cobr);
      if (!attempt) throw new PaymentRefused('Não há tentativa em aberto.');
      const { original } = cobr.terms.valor;
      const pix: ReceivedPix = {
        endToEndId: attempt.endToEndId,
        txid: cobr.txid,
        valor: original,
        componentesValor: { original: { valor: original } },
        chave: '',
        horario: clock.now().toISOString(),
        infoPagador: 'Pagamento simulado',
      };
      return notified(at(withAttempt(cobr, 'PAGA'), 'CONCLUIDA', { pix: [pix] }));
    },
    fail,
    cancelByPayer: (given) => {
      const cobr = current(given);
      if (!openAttempt(cobr)) throw new PaymentRefused('A cobrança não está em aberto.');
      return cancelling(cobr, 'USUARIO_PAGADOR');
    },
    endAll: (rec, by) => {
      for (const cobr of list(rec.clientId))
        if (cobr.terms.idRec === rec.idRec && cobr.status === 'ATIVA') cancelling(cobr, by);
    },
  };
}
