import { entryOf, isRealDay, nameForBank } from '@orbita/domain/foundation';
import { isTxid, type RecurrenceEnder } from '@orbita/domain/payment';
import { z } from 'zod';
import type { PixAccount } from '../platform/config.ts';
import type {
  PixCycleCharge,
  PixEnding,
  PixRecurrence,
  PixRecurrenceGateway,
} from '../platform/pix-recurrence-port.ts';
import { ProviderUnknown } from '../platform/ports.ts';
import { about, identifier } from './answer-shapes.ts';
import { readEach } from './listed.ts';
import { amount, amountText, centsOf, everyPage, type PixCaller, receivedOf } from './pix-caller.ts';
import type { ProviderAnswer } from './provider-http.ts';
import { FINAL_REFUSALS, refused } from './provider-token.ts';

const MOST_CONTRACT = 35;
const MOST_NAME = 140;
const MOST_NOTE = 140;

const ENDERS: Readonly<Record<string, RecurrenceEnder>> = {
  USUARIO_PAGADOR: 'payer',
  PSP_PAGADOR: 'payer-bank',
  USUARIO_RECEBEDOR: 'institution',
  PSP_RECEBEDOR: 'institution-bank',
};

// The standard may add fields and values: an unknown one becomes "unknown", never an error.
const ending = z
  .object({
    rejeicao: z.object({ codigo: identifier }).nullish().catch(null),
    cancelamento: z.object({ solicitante: z.string(), codigo: identifier }).nullish().catch(null),
  })
  .nullish()
  .catch(null);

const rec = z.object({
  idRec: z.string().regex(/^[a-zA-Z0-9]{29}$/),
  status: z.enum(['CRIADA', 'APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA', 'UNKNOWN']).catch('UNKNOWN'),
  vinculo: z.object({ contrato: identifier }),
  ativacao: z
    .object({ dadosJornada: z.object({ txid: identifier.nullish() }).nullish() })
    .nullish()
    .catch(null),
  dadosQR: z.object({ pixCopiaECola: z.string().nullish() }).nullish().catch(null),
  encerramento: ending,
});

// One that cannot be read may still be under way, and must not hide the money of another.
const attempt = z
  .object({
    dataLiquidacao: z.iso.date(),
    tipo: z.string(),
    status: z
      .enum(['SOLICITADA', 'AGENDADA', 'PAGA', 'CANCELADA', 'REJEITADA', 'EXPIRADA', 'UNKNOWN'])
      .catch('UNKNOWN'),
    endToEndId: identifier.catch(''),
    rejeicao: z.object({ codigo: identifier }).nullish().catch(null),
  })
  .catch({ dataLiquidacao: '', tipo: '', status: 'UNKNOWN', endToEndId: '', rejeicao: null });

const cobr = z.object({
  txid: identifier,
  idRec: identifier,
  status: z
    .enum(['CRIADA', 'ATIVA', 'CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA', 'UNKNOWN'])
    .catch('UNKNOWN'),
  calendario: z.object({ dataDeVencimento: z.iso.date() }),
  valor: z.object({ original: amount }),
  tentativas: z.array(attempt).nullish(),
  encerramento: ending,
  pix: z.array(z.unknown()).nullish().catch(null),
});

const endOf = (given: z.output<typeof ending>, rejectedBy: RecurrenceEnder): PixEnding => {
  const { cancelamento, rejeicao } = given ?? {};
  if (cancelamento)
    return { endedBy: entryOf(ENDERS, cancelamento.solicitante) ?? null, endCode: cancelamento.codigo };
  return rejeicao ? { endedBy: rejectedBy, endCode: rejeicao.codigo } : { endedBy: null, endCode: null };
};

function recurrenceOf(body: unknown): PixRecurrence {
  const read = rec.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no recurrence');
  const { idRec, status, vinculo, ativacao, dadosQR, encerramento } = read.data;
  return {
    ...{ idRec, status, contract: vinculo.contrato },
    firstTxid: ativacao?.dadosJornada?.txid ?? null,
    copyPaste: dadosQR?.pixCopiaECola ?? null,
    ...endOf(encerramento, 'payer'),
  };
}

function cycleChargeOf(body: unknown): PixCycleCharge {
  const read = cobr.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no recurring charge');
  const { txid, idRec, status, calendario, valor, tentativas, encerramento, pix } = read.data;
  return {
    ...{ txid, idRec, status, amountCents: centsOf(valor.original), dueDay: calendario.dataDeVencimento },
    attempts: (tentativas ?? []).map((one) => ({
      day: one.dataLiquidacao,
      status: one.status,
      // An order re-sent after a technical failure (RIFL) is not one that we requested.
      extra: one.tipo === 'NTAG',
      endToEndId: one.endToEndId,
      code: one.rejeicao?.codigo ?? null,
    })),
    received: receivedOf(pix),
    ...endOf(encerramento, 'payer-bank'),
  };
}

const recPath = (idRec: string): string => {
  if (!/^[a-zA-Z0-9]{29}$/.test(idRec)) throw new RangeError('Not an idRec of API Pix');
  return `/rec/${idRec}`;
};
const cobrPath = (txid: string): string => {
  if (!isTxid(txid)) throw new RangeError('Not a txid of API Pix');
  return `/cobr/${txid}`;
};

const ok = ({ status }: ProviderAnswer): boolean => status === 200 || status === 201;

/** Parses what was found; undefined if the provider does not know it. Throws for any other answer. */
const foundOr = <T>(answer: ProviderAnswer, read: (body: unknown) => T): T | undefined => {
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw refused(answer);
  return read(answer.body);
};

const location = z.object({ id: z.number().int() });
const hook = z.object({ webhookUrl: z.string() });

/** Authorisations: `rec` and their locations. */
function authorisations(
  caller: PixCaller,
): Pick<PixRecurrenceGateway, 'create' | 'find' | 'findByContract' | 'cancel' | 'list'> {
  const { call } = caller;
  const find = async (idRec: string, firstTxid?: string): Promise<PixRecurrence | undefined> => {
    if (firstTxid !== undefined && !isTxid(firstTxid)) throw new RangeError('Not a txid of API Pix');
    const query = firstTxid === undefined ? '' : `?txid=${firstTxid}`;
    const found = foundOr(await call('GET', `${recPath(idRec)}${query}`), recurrenceOf);
    return found && about(idRec, found, (one) => one.idRec);
  };
  return {
    find,
    async create({ contract, object, payer, firstDay, lastDay, authorisation, firstTxid }) {
      if (contract.length > MOST_CONTRACT) throw new RangeError('A contract has at most 35 characters');
      if (!isTxid(firstTxid)) throw new RangeError('Not a txid of API Pix');
      const place = await call('POST', '/locrec');
      const read = location.safeParse(place.body);
      if (!ok(place)) throw refused(place);
      if (!read.success) throw new ProviderUnknown('The provider answered something that is no location');
      const value = amountText(authorisation.cents);
      const answer = await call('POST', '/rec', {
        vinculo: {
          contrato: contract,
          objeto: object.slice(0, MOST_CONTRACT),
          devedor: { cpf: payer.cpf, nome: nameForBank(payer.name, MOST_NAME) },
        },
        calendario: { dataInicial: firstDay, dataFinal: lastDay, periodicidade: 'MENSAL' },
        valor: authorisation.kind === 'fixed' ? { valorRec: value } : { valorMinimoRecebedor: value },
        politicaRetentativa: 'PERMITE_3R_7D',
        loc: read.data.id,
        ativacao: { dadosJornada: { txid: firstTxid } },
      });
      if (!ok(answer)) throw refused(answer);
      return recurrenceOf(answer.body);
    },
    async findByContract(contract, cpf, from, to) {
      const all = readEach(await everyPage(caller, '/rec', 'recs', { from, to, cpf }), recurrenceOf);
      const found = all.items.find((one) => one.contract === contract);
      if (!found && all.unread > 0) throw new ProviderUnknown('One of the recurrences cannot be read');
      return found;
    },
    async cancel(idRec) {
      const answer = await call('PATCH', recPath(idRec), { status: 'CANCELADA' });
      if (answer.status === 200) return about(idRec, recurrenceOf(answer.body), (one) => one.idRec);
      if (answer.status === 404) return undefined;
      // An authorisation that has ended cannot be cancelled: its current state is the answer.
      return find(idRec);
    },
    list: async (from, to) => readEach(await everyPage(caller, '/rec', 'recs', { from, to }), recurrenceOf),
  };
}

/** Charges of authorisations: `cobr`. */
function cycleCharges(
  caller: PixCaller,
  receiver: NonNullable<PixAccount['receiver']>,
): Pick<
  PixRecurrenceGateway,
  'createCharge' | 'findCharge' | 'cancelCharge' | 'retryCharge' | 'listCharges'
> {
  const { call } = caller;
  const chargeIn = (wanted: string, body: unknown): PixCycleCharge =>
    about(wanted, cycleChargeOf(body), ({ txid }) => txid);
  const findCharge = async (txid: string): Promise<PixCycleCharge | undefined> =>
    foundOr(await call('GET', cobrPath(txid)), (body) => chargeIn(txid, body));
  return {
    findCharge,
    async createCharge({ txid, idRec, dueDay, amountCents, note }) {
      recPath(idRec);
      const answer = await call('PUT', cobrPath(txid), {
        idRec,
        calendario: { dataDeVencimento: dueDay },
        valor: { original: amountText(amountCents) },
        recebedor: receiver,
        ajusteDiaUtil: true,
        infoAdicional: note.slice(0, MOST_NOTE),
      });
      if (ok(answer)) return chargeIn(txid, answer.body);
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A txid already in use is refused too: in that case this charge was created before, and its current state is the answer.
      const known = await findCharge(txid);
      if (!known) throw refusal;
      return known;
    },
    async cancelCharge(txid) {
      const answer = await call('PATCH', cobrPath(txid), { status: 'CANCELADA' });
      if (answer.status === 200) return chargeIn(txid, answer.body);
      if (answer.status === 404) return undefined;
      // It cannot be cancelled from its payment day on: its current state is the answer.
      return findCharge(txid);
    },
    async retryCharge(txid, day) {
      if (!isRealDay(day)) throw new RangeError('Not a day');
      const answer = await call('POST', `${cobrPath(txid)}/retentativa/${day}`);
      if (ok(answer)) return chargeIn(txid, answer.body);
      if (answer.status === 404) return undefined;
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      return findCharge(txid);
    },
    listCharges: async (from, to) =>
      readEach(await everyPage(caller, '/cobr', 'cobsr', { from, to }), cycleChargeOf),
  };
}

/** Pix Automático of API Pix 2.9.0, using the calls of one account; `receiver` is the bank account that receives the money. */
export function openRecurrenceGateway(
  caller: PixCaller,
  receiver: NonNullable<PixAccount['receiver']>,
): PixRecurrenceGateway {
  let registered: string | undefined;
  return {
    ...authorisations(caller),
    ...cycleCharges(caller, receiver),
    async ensureWebhooks(url) {
      if (registered === url) return;
      for (const path of ['/webhookrec', '/webhookcobr']) {
        const known = await caller.call('GET', path);
        if (known.status === 200 && hook.safeParse(known.body).data?.webhookUrl === url) continue;
        const answer = await caller.call('PUT', path, { webhookUrl: url });
        if (answer.status >= 300) throw refused(answer);
      }
      registered = url;
    },
  };
}
