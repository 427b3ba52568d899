import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { dayInZone } from '@orbita/domain/foundation';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger.ts';
import { dynamicBrCode } from './br-code.ts';
import { amountOn, lastPayableDay } from './due-amount.ts';
import { type DueCharge, dueTermsOf } from './due-types.ts';
import { readDueCharge, readDueRevision } from './due-validate.ts';
import { endToEndId, receiverName } from './ids.ts';
import { PaymentRefused, Problem } from './problem.ts';
import { BANK_ZONE } from './recurrence-present.ts';
import { refuse } from './recurrence-validate.ts';
import type { ReceivedPix } from './types.ts';
import { no } from './validate.ts';

export interface DueCharges {
  create(clientId: string, txid: string, body: unknown): DueCharge;
  revise(clientId: string, txid: string, body: unknown): DueCharge;
  get(clientId: string, txid: string): DueCharge | undefined;
  list(clientId?: string): DueCharge[];
  isOpen(charge: DueCharge): boolean;
  /** The payer pays what is due today, or another amount. */
  pay(charge: DueCharge, amount?: string): DueCharge;
}

const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Charges with a due date. `isTaken` tells whether another charge of the receiver has a txid; `notify` sends a paid Pix. */
export function openDueCharges(
  ledger: Ledger,
  clock: Clock,
  {
    place,
    isTaken,
    notify,
  }: {
    place: () => string;
    isTaken: (clientId: string, txid: string) => boolean;
    notify: (clientId: string, pix: ReceivedPix) => void;
  },
): DueCharges {
  const table = ledger.table<DueCharge>('due-charge');
  const today = () => dayInZone(clock.now(), BANK_ZONE);
  const keep = (charge: DueCharge): DueCharge => {
    table.put(`${charge.clientId}/${charge.txid}`, charge);
    return charge;
  };
  const get = (clientId: string, txid: string) => table.get(`${clientId}/${txid}`);

  const create = (clientId: string, txid: string, body: unknown): DueCharge => {
    const terms = readDueCharge(body, today());
    const known = get(clientId, txid);
    if (known?.status === 'ATIVA' && isDeepStrictEqual(dueTermsOf(known), terms)) return known;
    if (known || isTaken(clientId, txid))
      refuse('CobVOperacaoInvalida', [no('cobv.txid', 'O campo cobv.txid encontra-se em uso.', txid)]);
    const location = `${place()}/qr/v2/cobv/${randomBytes(12).toString('hex')}`;
    return keep({
      ...{ clientId, txid, createdAt: clock.now().toISOString(), location },
      locationId: 1_000_000 + table.size() + 1,
      copyPaste: dynamicBrCode(location, receiverName(clientId), 'BRASILIA'),
      ...{ status: 'ATIVA', revisions: [terms], pix: [] },
    });
  };

  const revise = (clientId: string, txid: string, body: unknown): DueCharge => {
    const charge = get(clientId, txid);
    if (!charge)
      throw new Problem(404, 'CobVNaoEncontrada', 'Cobrança não encontrada para o txid informado.');
    const current = dueTermsOf(charge);
    const change = readDueRevision(body, current, today());
    if (charge.status !== 'ATIVA')
      refuse('CobVOperacaoInvalida', [no('cobv.status', 'A cobrança não está ATIVA.', charge.status)]);
    return change === 'remove'
      ? keep({
          ...charge,
          status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
          revisions: [...charge.revisions, current],
        })
      : keep({ ...charge, revisions: [...charge.revisions, change] });
  };

  const isOpen = (charge: DueCharge): boolean =>
    charge.status === 'ATIVA' && today() <= lastPayableDay(dueTermsOf(charge));

  const pay = (charge: DueCharge, amount?: string): DueCharge => {
    if (!isOpen(charge)) throw new PaymentRefused('A cobrança não pode ser paga.');
    const terms = dueTermsOf(charge);
    const { original, total, ...parts } = amountOn(terms, today());
    const named = Object.entries(parts).filter(([, cents]) => cents > 0);
    const pix: ReceivedPix = {
      endToEndId: endToEndId(clock.now()),
      txid: charge.txid,
      valor: amount ?? amountText(total),
      componentesValor: {
        original: { valor: amountText(original) },
        ...Object.fromEntries(named.map(([name, cents]) => [name, { valor: amountText(cents) }])),
      },
      chave: terms.chave,
      horario: clock.now().toISOString(),
      infoPagador: 'Pagamento simulado',
    };
    const paid = keep({ ...charge, status: 'CONCLUIDA', pix: [...charge.pix, pix] });
    notify(charge.clientId, pix);
    return paid;
  };

  return {
    create,
    revise,
    get,
    list: (clientId) => table.values().filter((one) => clientId === undefined || one.clientId === clientId),
    isOpen,
    pay,
  };
}
