import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dayInZone, toCents } from '@orbita/domain/foundation';
import { BANK_OF_LAYOUT, lineOf, writeBarcode, writeFreeField } from '@orbita/domain/payment';
import { type Clock, realNow } from '../clock.ts';
import { openDeliveries } from '../deliveries.ts';
import type { Ledger } from '../ledger.ts';
import { dynamicBrCode } from '../psp/br-code.ts';
import { randomText } from '../psp/ids.ts';
import { PaymentRefused } from '../psp/psp.ts';
import { openStrange, withUnreadable } from '../strange.ts';
import { presentNotice } from './present.ts';
import {
  type BankWebhook,
  owedOn,
  type Situation,
  type SlipTerms,
  type StoredSlip,
  situationOf,
  ZONE,
} from './types.ts';

interface SlipPayment {
  /** Cents, if the payer pays something other than what is owed on the day. */
  cents?: number | undefined;
  /** By the Pix part instead of the barcode. */
  byPix?: boolean;
  /** The bank confirms after it ended the slip, as happens when the two race. */
  late?: boolean;
  /** The notification is sent twice. */
  duplicate?: boolean;
}

export interface Bank {
  create(clientId: string, terms: SlipTerms): StoredSlip;
  get(clientId: string, codigoSolicitacao: string): StoredSlip | undefined;
  /** Slips of one client, or of all. */
  slips(clientId?: string): StoredSlip[];
  situation(slip: StoredSlip): Situation;
  /** Cents a payer owes today. */
  owed(slip: StoredSlip): number;
  pay(slip: StoredSlip, payment: SlipPayment): StoredSlip;
  /** Ends an unpaid slip: cancelled by its client, expired, or not registered. */
  end(slip: StoredSlip, situacao: 'CANCELADO' | 'EXPIRADO' | 'FALHA_EMISSAO', reason?: string): StoredSlip;
  /** Sends a notification that the slip was paid, although nobody paid it. */
  forge(slip: StoredSlip): void;
  webhook(clientId: string): BankWebhook | undefined;
  setWebhook(clientId: string, webhookUrl: string | null): void;
  /** Forgets slips and notifications; webhooks stay, as they are configuration. */
  reset(): void;
  stop(): void;
}

export interface BankOptions {
  /** Host and path of Pix payloads, without scheme. */
  place: () => string;
  /** Delays between attempts to deliver a notification, in milliseconds. */
  delays: number[];
  /** How long a registration takes, in milliseconds. */
  issueMs: number;
}

/** Amounts ending like this stay in registration forever (spec 2.5). */
const STUCK_CENTS = 17;
const TICK_MS = 200;
/** Situations that the bank reports by itself; those of payment and cancellation are reported when they happen. */
const ANNOUNCED: readonly Situation[] = ['A_RECEBER', 'FALHA_EMISSAO', 'EXPIRADO'];

/** Seven digits that are always the same for a client; the bank calls them its operation. */
const operationOf = (clientId: string): string =>
  String(Number.parseInt(createHash('sha256').update(clientId).digest('hex').slice(0, 8), 16) % 10_000_000);

/** A bank that registers slips with a Pix part (API Cobrança v3), with real lines and barcodes of bank 077. */
export function openBank(ledger: Ledger, clock: Clock, { place, delays, issueMs }: BankOptions): Bank {
  const slips = ledger.table<StoredSlip>('slip');
  const webhooks = ledger.table<BankWebhook>('bank-webhook');
  const numbers = ledger.table<number>('bank-number');
  const deliveries = openDeliveries(ledger, delays, {
    table: 'bank-delivery',
    agent: 'sandbox-bank/3.0',
  });
  deliveries.flush();
  const strange = openStrange(ledger);

  const notices = (one: object): unknown[] =>
    strange.is('slip-unreadable-entry') ? withUnreadable([one]) : [one];
  const keep = (slip: StoredSlip): StoredSlip => {
    slips.put(slip.codigoSolicitacao, slip);
    return slip;
  };
  const situation = (slip: StoredSlip) => situationOf(slip, clock.now());
  const today = () => dayInZone(clock.now(), ZONE);

  /** Stores the slip and its notifications together, so that none is lost in between. */
  const announce = (slip: StoredSlip, situacao: Situation, times = 1): StoredSlip => {
    const hook = webhooks.get(slip.clientId);
    ledger.atomically(() => {
      keep({ ...slip, announced: situacao });
      for (let n = 0; hook && n < times; n += 1)
        deliveries.add(hook.webhookUrl, notices(presentNotice(slip, situacao, clock.now().toISOString())));
    });
    deliveries.flush();
    return slips.get(slip.codigoSolicitacao) ?? slip;
  };
  /** Announces a slip's change by registration or by the passing of days, if that was not announced yet. */
  const announced = (slip: StoredSlip): StoredSlip => {
    const now = situation(slip);
    return slip.end || now === slip.announced || !ANNOUNCED.includes(now) ? slip : announce(slip, now);
  };
  const ticking = setInterval(() => slips.values().forEach(announced), TICK_MS).unref();

  const nextNumber = (clientId: string): string => {
    const number = (numbers.get(clientId) ?? 0) + 1;
    numbers.put(clientId, number);
    return String(number);
  };

  const create = (clientId: string, terms: SlipTerms): StoredSlip => {
    const freeField = writeFreeField({
      ...{ layout: 'inter', agency: '0001', wallet: '112' },
      ...{ operation: operationOf(clientId), ourNumber: nextNumber(clientId) },
    });
    const codigoBarras = writeBarcode({
      bank: BANK_OF_LAYOUT.inter,
      dueDate: terms.dataVencimento,
      amountCents: toCents(terms.valorNominal),
      freeField,
    });
    const location = `${place()}/qr/v2/cobv/${randomBytes(12).toString('hex')}`;
    const name = `RECEBEDOR ${clientId.split('-').slice(2).join(' ').toUpperCase()}`;
    const stuck = toCents(terms.valorNominal) % 100 === STUCK_CENTS;
    return keep({
      clientId,
      codigoSolicitacao: randomUUID(),
      terms,
      dataEmissao: today(),
      registersAt: stuck ? null : realNow() + issueMs,
      nossoNumero: freeField.slice(-11),
      codigoBarras,
      linhaDigitavel: lineOf(codigoBarras),
      txid: randomText(32),
      pixCopiaECola: dynamicBrCode(location, name, 'BRASILIA'),
      end: null,
      paid: null,
      announced: null,
    });
  };

  const pay = (slip: StoredSlip, { cents, byPix, late, duplicate }: SlipPayment): StoredSlip => {
    const now = situation(slip);
    if (now === 'RECEBIDO') throw new PaymentRefused('O boleto já foi pago.');
    if (now === 'EM_PROCESSAMENTO' || now === 'FALHA_EMISSAO')
      throw new PaymentRefused('O boleto não foi registrado.');
    if (!late && (now === 'CANCELADO' || now === 'EXPIRADO'))
      throw new PaymentRefused('O boleto não vale mais.');
    const paid: StoredSlip = {
      ...announced(slip),
      end: { situacao: 'RECEBIDO', at: clock.now().toISOString() },
      paid: { cents: cents ?? owedOn(slip, today()), origin: byPix ? 'PIX' : 'BOLETO' },
    };
    return announce(paid, 'RECEBIDO', duplicate ? 2 : 1);
  };

  return {
    create,
    get: (clientId, code) => {
      const slip = slips.get(code.toLowerCase());
      return slip?.clientId === clientId ? slip : undefined;
    },
    slips: (clientId) =>
      slips.values().filter((slip) => clientId === undefined || slip.clientId === clientId),
    situation,
    owed: (slip) => owedOn(slip, today()),
    pay,
    end: (slip, situacao, reason) => {
      const now = situation(slip);
      const registering = now === 'EM_PROCESSAMENTO';
      const open = now === 'A_RECEBER' || now === 'ATRASADO';
      if (situacao === 'FALHA_EMISSAO' ? !registering : !open)
        throw new PaymentRefused(`O boleto está em ${now}.`);
      const end = { situacao, at: clock.now().toISOString(), ...(reason ? { reason } : {}) };
      return announce({ ...announced(slip), end }, situacao);
    },
    forge: (slip) => {
      const hook = webhooks.get(slip.clientId);
      if (!hook) throw new PaymentRefused('O recebedor não tem webhook.');
      const paid = { ...slip, paid: { cents: toCents(slip.terms.valorNominal), origin: 'BOLETO' as const } };
      deliveries.add(hook.webhookUrl, notices(presentNotice(paid, 'RECEBIDO', clock.now().toISOString())));
      deliveries.flush();
    },
    webhook: (clientId) => webhooks.get(clientId),
    setWebhook: (clientId, webhookUrl) => {
      const now = clock.now().toISOString();
      if (webhookUrl === null) webhooks.remove(clientId);
      else
        webhooks.put(clientId, {
          ...{ clientId, webhookUrl, atualizacao: now },
          criacao: webhooks.get(clientId)?.criacao ?? now,
        });
    },
    reset: () => {
      slips.clear();
      deliveries.clear();
    },
    stop: () => {
      clearInterval(ticking);
      deliveries.stop();
    },
  };
}
