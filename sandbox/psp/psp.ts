import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { type Clock, realNow } from '../clock.ts';
import { openDeliveries } from '../deliveries.ts';
import type { Ledger } from '../ledger.ts';
import { openStrange } from '../strange.ts';
import { noticeBody } from './banks.ts';
import { dynamicBrCode } from './br-code.ts';
import { type Cobrs, openCobrs } from './cobrs.ts';
import { type DueCharges, openDueCharges } from './due-charges.ts';
import { endToEndId, receiverName, returnId } from './ids.ts';
import { presentPix } from './present.ts';
import { PaymentRefused, Problem } from './problem.ts';
import { openRecurrenceWebhooks, type RecurrenceWebhooks } from './recurrence-webhooks.ts';
import { type Decision, openRecurrences, type Recurrences } from './recurrences.ts';
import { newReturn } from './returns.ts';
import {
  type Charge,
  type ChargeTerms,
  expiresAt,
  type ReceivedPix,
  type StoredReturn,
  termsOf,
  type Webhook,
} from './types.ts';
import { readRevision } from './validate.ts';

export { PaymentRefused };

interface PaymentOrder {
  /** Amount with two decimals, if the payer pays something other than requested. */
  amount?: string;
  /** The bank confirms after expiry or removal, as happens when the two race. */
  late?: boolean;
  /** The notification is sent twice. */
  duplicate?: boolean;
  /** The payer's decision on the authorisation in the same code (journey 3); approved by default. */
  recurrence?: Decision;
}

export interface Psp {
  create(clientId: string, txid: string, terms: ChargeTerms): Charge;
  revise(clientId: string, txid: string, body: unknown): Charge;
  get(clientId: string, txid: string): Charge | undefined;
  /** Charges of one receiver, or of all. */
  charges(clientId?: string): Charge[];
  isOpen(charge: Charge): boolean;
  pay(charge: Charge, order: PaymentOrder): Charge;
  /** Every Pix of a receiver, whatever it paid. */
  received(clientId: string): ReceivedPix[];
  /** Refunds a received Pix; the bank settles it a moment later and sends a notification. */
  giveBack(clientId: string, endToEndId: string, id: string, body: unknown): StoredReturn;
  /** The bank ends the charge: expired, or finally refused. */
  remove(charge: Charge): Charge;
  /** Charges with a due date. */
  due: DueCharges;
  /** Authorisations of Pix Automático, their charges, and the webhooks of both. */
  recurrences: Recurrences;
  cobrs: Cobrs;
  recurrenceWebhooks: RecurrenceWebhooks;
  webhooks(clientId: string): Webhook[];
  webhook(clientId: string, chave: string): Webhook | undefined;
  /** `list`: notifications are sent as a bare list. */
  setWebhook(clientId: string, chave: string, webhookUrl: string | null, list?: boolean): void;
  /** Forgets charges and notifications; registered webhooks stay, as they are configuration. */
  reset(): void;
  stop(): void;
}

/** A row of any table of charges. */
type PixHolder = { clientId: string; txid: string; pix: ReceivedPix[] };

/** A receiver's bank. `place()` is the host and path of payloads, without scheme. */
export function openPsp(ledger: Ledger, clock: Clock, place: () => string, delays: number[]): Psp {
  const charges = ledger.table<Charge>('charge');
  const webhooks = ledger.table<Webhook>('webhook');
  const strange = openStrange(ledger);
  const deliveries = openDeliveries(ledger, delays);
  deliveries.flush();

  const recurrenceWebhooks = openRecurrenceWebhooks(ledger, clock, deliveries, strange);
  const recurrences = openRecurrences(ledger, clock, place, recurrenceWebhooks);
  const cobrs = openCobrs(ledger, clock, recurrences, recurrenceWebhooks);

  /** Sends a Pix to the address registered for its key, if there is one. */
  const notifyPix = (
    clientId: string,
    pix: ReceivedPix,
    { settled = false, wait = 0, times = 1 } = {},
  ): void => {
    const hook = webhooks.get(`${clientId}/${pix.chave}`);
    for (let n = 0; hook && n < times; n += 1)
      deliveries.add(
        `${withoutFinalSlashes(hook.webhookUrl)}/pix`,
        noticeBody('pix', presentPix(pix, settled || undefined), strange, hook.list),
        wait,
      );
  };

  const keep = (charge: Charge): Charge => {
    charges.put(`${charge.clientId}/${charge.txid}`, charge);
    return charge;
  };
  const get = (clientId: string, txid: string) => charges.get(`${clientId}/${txid}`);

  const create = (clientId: string, txid: string, terms: ChargeTerms): Charge => {
    const known = get(clientId, txid);
    if (known) {
      // Repeating the same request is how a client recovers from a timeout; anything else would alter the charge.
      if (known.status === 'ATIVA' && isDeepStrictEqual(termsOf(known), terms)) return known;
      throw new Problem(400, 'CobOperacaoInvalida', 'A cobrança já existe e a requisição busca alterá-la.', [
        { razao: 'O campo cob.txid encontra-se em uso.', propriedade: 'cob.txid', valor: txid },
      ]);
    }
    const location = `${place()}/qr/v2/${randomBytes(16).toString('hex')}`;
    return keep({
      clientId,
      txid,
      createdAt: clock.now().toISOString(),
      locationId: charges.size() + 1,
      location,
      copyPaste: dynamicBrCode(location, receiverName(clientId), 'BRASILIA'),
      status: 'ATIVA',
      revisions: [terms],
      pix: [],
    });
  };

  const revise = (clientId: string, txid: string, body: unknown): Charge => {
    const charge = get(clientId, txid);
    if (!charge) throw new Problem(404, 'CobNaoEncontrado', 'Cobrança não encontrada para o txid informado.');
    const change = readRevision(body, termsOf(charge));
    if (charge.status !== 'ATIVA')
      throw new Problem(400, 'CobOperacaoInvalida', 'A cobrança não está ATIVA.', [
        { razao: 'A cobrança não está ATIVA.', propriedade: 'cob.status', valor: charge.status },
      ]);
    return change === 'remove'
      ? keep({
          ...charge,
          status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
          revisions: [...charge.revisions, termsOf(charge)],
        })
      : keep({ ...charge, revisions: [...charge.revisions, change] });
  };

  const isOpen = (charge: Charge): boolean => charge.status === 'ATIVA' && clock.now() < expiresAt(charge);

  const pay = (charge: Charge, order: PaymentOrder): Charge => {
    if (charge.status === 'CONCLUIDA') throw new PaymentRefused('A cobrança já foi paga.');
    if (!order.late && charge.status !== 'ATIVA') throw new PaymentRefused('A cobrança foi removida.');
    if (!order.late && !isOpen(charge)) throw new PaymentRefused('A cobrança expirou.');
    const { valor, chave } = termsOf(charge);
    const amount = order.amount ?? valor.original;
    const pix: ReceivedPix = {
      endToEndId: endToEndId(clock.now()),
      txid: charge.txid,
      valor: amount,
      componentesValor: { original: { valor: amount } },
      chave,
      horario: clock.now().toISOString(),
      infoPagador: 'Pagamento simulado',
    };
    const paid: Charge = { ...charge, status: 'CONCLUIDA', pix: [...charge.pix, pix] };
    const waiting = recurrences.waitingFor(charge.clientId, charge.txid);
    ledger.atomically(() => {
      keep(paid);
      notifyPix(charge.clientId, pix, { times: order.duplicate ? 2 : 1 });
      if (waiting) recurrences.decide(waiting, order.recurrence ?? 'approved', 'JORNADA_3');
    });
    deliveries.flush();
    return paid;
  };

  const due = openDueCharges(ledger, clock, {
    place,
    isTaken: (clientId, txid) => get(clientId, txid) !== undefined,
    notify: (clientId, pix) => {
      notifyPix(clientId, pix);
      deliveries.flush();
    },
  });

  /** Tables with received Pix. */
  const holders = [
    ledger.table<PixHolder>('charge'),
    ledger.table<PixHolder>('due-charge'),
    ledger.table<PixHolder>('cobr'),
  ];

  const giveBack = (clientId: string, e2e: string, id: string, body: unknown): StoredReturn => {
    const isIt = ({ endToEndId: known }: ReceivedPix) => known === e2e;
    const table = holders.find((one) =>
      one.values().some((row) => row.clientId === clientId && row.pix.some(isIt)),
    );
    const holder = table?.values().find((row) => row.clientId === clientId && row.pix.some(isIt));
    const pix = holder?.pix.find(isIt);
    if (!table || !holder || !pix)
      throw new Problem(404, 'PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
    const made = newReturn(pix, id, body, { now: clock.now(), rtrId: returnId(clock.now()) });
    const after: ReceivedPix = { ...pix, devolucoes: [...(pix.devolucoes ?? []), made] };
    ledger.atomically(() => {
      table.put(`${clientId}/${holder.txid}`, {
        ...holder,
        pix: holder.pix.map((one) => (one === pix ? after : one)),
      });
      notifyPix(clientId, after, { settled: true, wait: made.settlesAt - realNow() });
    });
    deliveries.flush();
    return made;
  };

  return {
    create,
    revise,
    get,
    charges: (clientId) =>
      clientId === undefined
        ? charges.values()
        : charges.values().filter((charge) => charge.clientId === clientId),
    isOpen,
    pay,
    received: (clientId) =>
      holders.flatMap((table) =>
        table
          .values()
          .filter((row) => row.clientId === clientId)
          .flatMap(({ pix }) => pix),
      ),
    giveBack,
    remove: (charge) => {
      if (charge.status !== 'ATIVA') throw new PaymentRefused('A cobrança não está ativa.');
      return keep({ ...charge, status: 'REMOVIDA_PELO_PSP' });
    },
    due,
    recurrences,
    cobrs,
    recurrenceWebhooks,
    webhooks: (clientId) => webhooks.values().filter((hook) => hook.clientId === clientId),
    webhook: (clientId, chave) => webhooks.get(`${clientId}/${chave}`),
    setWebhook: (clientId, chave, webhookUrl, list = false) => {
      const key = `${clientId}/${chave}`;
      if (webhookUrl === null) webhooks.remove(key);
      else webhooks.put(key, { clientId, chave, webhookUrl, list, createdAt: clock.now().toISOString() });
    },
    reset: () => {
      for (const name of ['charge', 'due-charge', 'recurrence', 'recurrence-location', 'cobr'])
        ledger.table(name).clear();
      deliveries.clear();
    },
    stop: deliveries.stop,
  };
}
