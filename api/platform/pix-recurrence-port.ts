import type { RecurrenceEnder } from '@orbita/domain/payment';
import type { Listed } from './listed.ts';

/** Pix Automático and charges with a due date in the Central Bank's API Pix 2.9.0. Amounts in cents, days `YYYY-MM-DD`. */

/** Who ended something, and the reason code; both null if unknown. */
export type PixEnding = { endedBy: RecurrenceEnder | null; endCode: string | null };

/** A received Pix; `refundedCents` is the amount refunded from it, missing if nothing was. */
export type ReceivedPix = {
  endToEndId: string;
  txid: string | null;
  amountCents: number;
  /** As the bank wrote it; null if that is no moment. */
  at: string | null;
  refundedCents?: number;
};

/** An authorisation as reported by the bank. */
export type PixRecurrence = PixEnding & {
  idRec: string;
  status: 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA' | 'UNKNOWN';
  /** Our own identifier, chosen before the request to the bank. */
  contract: string;
  /** Immediate charge that is paid together with it (journey 3). */
  firstTxid: string | null;
  /** Code for the payer; null if the bank has no location for it, and in lists. */
  copyPaste: string | null;
};

/** One attempt of the payer's bank to charge a cycle. */
type PixAttempt = {
  day: string;
  status: 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA' | 'UNKNOWN';
  /** Whether it is an extra attempt that we requested. */
  extra: boolean;
  endToEndId: string;
  code: string | null;
};

/** Charge of one cycle (`cobr`) as reported by the bank. */
export type PixCycleCharge = PixEnding & {
  txid: string;
  idRec: string;
  status: 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA' | 'UNKNOWN';
  amountCents: number;
  dueDay: string;
  attempts: PixAttempt[];
  received: ReceivedPix[];
};

interface NewPixRecurrence {
  /** Our own unique identifier, at most 35 characters: the only way to find an authorisation whose answer was lost. */
  contract: string;
  /** Shown to the payer, cut to 35 characters. */
  object: string;
  payer: { cpf: string; name: string };
  firstDay: string;
  lastDay: string;
  authorisation: { kind: 'fixed' | 'variable'; cents: number };
  /** Immediate charge that is paid together with it (journey 3). */
  firstTxid: string;
}

interface NewPixCycleCharge {
  txid: string;
  idRec: string;
  dueDay: string;
  amountCents: number;
  note: string;
}

export interface PixRecurrenceGateway {
  /**
   * POST /locrec and /rec, with retries allowed. A timeout throws `ProviderUnknown`: the caller must then search by contract
   * first (`findByContract`), because the standard has no idempotency key for this call.
   */
  create(wanted: NewPixRecurrence): Promise<PixRecurrence>;
  /**
   * GET /rec/{idRec}, including the composite code if the txid of the immediate charge is given; undefined if unknown there.
   */
  find(idRec: string, firstTxid?: string): Promise<PixRecurrence | undefined>;
  /** Searches a payer's authorisations since `from`; undefined if none has this contract. */
  findByContract(contract: string, cpf: string, from: Date, to: Date): Promise<PixRecurrence | undefined>;
  /** Ends it; returns its state at the bank afterwards, undefined if unknown there. */
  cancel(idRec: string): Promise<PixRecurrence | undefined>;
  /** PUT /cobr/{txid}; repeating it under one txid charges only once. A timeout throws `ProviderUnknown`. */
  createCharge(wanted: NewPixCycleCharge): Promise<PixCycleCharge>;
  findCharge(txid: string): Promise<PixCycleCharge | undefined>;
  /** Cancels a charge that is not due yet; returns its state at the bank afterwards. */
  cancelCharge(txid: string): Promise<PixCycleCharge | undefined>;
  /** POST /cobr/{txid}/retentativa/{day}; if refused, returns the charge as it is, without an attempt on that day. */
  retryCharge(txid: string, day: string): Promise<PixCycleCharge | undefined>;
  /** Registers our address for notices of authorisations and charges, unless it already is. */
  ensureWebhooks(url: string): Promise<void>;
  /** Everything created in a period, for the comparison. */
  list(from: Date, to: Date): Promise<Listed<PixRecurrence>>;
  listCharges(from: Date, to: Date): Promise<Listed<PixCycleCharge>>;
}

/** Charge with a due date (`cobv`) as reported by the bank. */
export type PixDueCharge = {
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP' | 'UNKNOWN';
  amountCents: number;
  dueDay: string;
  validDaysAfterDue: number;
  copyPaste: string | null;
  received: ReceivedPix[];
};

export interface PixDueGateway {
  /** PUT /cobv/{txid}. A timeout throws `ProviderUnknown`: the caller must then look up the charge first. */
  create(charge: {
    txid: string;
    amountCents: number;
    dueDay: string;
    validDaysAfterDue: number;
    /** Discount until a day no later than the due day. */
    discount?: { until: string; cents: number };
    pixKey: string;
    note: string;
    payer: { cpf: string; name: string };
  }): Promise<PixDueCharge>;
  find(txid: string): Promise<PixDueCharge | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(txid: string): Promise<PixDueCharge | undefined>;
}
