import type { RecurrenceEnder } from '@orbita/domain/payment';
import type { Listed } from './listed.ts';

/** Pix Automático and charges with a due date of the Central Bank's API Pix 2.9.0. Amounts in cents, days `YYYY-MM-DD`. */

/** Who ended something, and the code of the reason; both null when nobody said. */
export type PixEnding = { endedBy: RecurrenceEnder | null; endCode: string | null };

/** A Pix that was received; `refundedCents` is what went back of it, absent when nothing did. */
export type ReceivedPix = {
  endToEndId: string;
  txid: string | null;
  amountCents: number;
  at: string;
  refundedCents?: number;
};

/** Authorisation, as the bank reports it. */
export type PixRecurrence = PixEnding & {
  idRec: string;
  status: 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA' | 'UNKNOWN';
  /** Our own number of it, chosen before the bank was asked. */
  contract: string;
  /** Immediate charge that is paid together with it (journey 3). */
  firstTxid: string | null;
  /** Code for the payer; null when the bank has no location for it, and in lists. */
  copyPaste: string | null;
};

/** One attempt of the payer's bank to charge a cycle. */
type PixAttempt = {
  day: string;
  status: 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA' | 'UNKNOWN';
  /** True for the extra attempts that we asked for. */
  extra: boolean;
  endToEndId: string;
  code: string | null;
};

/** Charge of one cycle (`cobr`), as the bank reports it. */
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
  /** Our own unique number, at most 35 characters: the only way to find an authorisation whose answer was lost. */
  contract: string;
  /** What the payer reads, cut to 35 characters. */
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
   * POST /locrec and /rec with retries allowed. A time-out throws `ProviderUnknown`: the caller must look for the contract
   * first (`findByContract`), because the standard has no key that makes a repeat harmless.
   */
  create(wanted: NewPixRecurrence): Promise<PixRecurrence>;
  /** GET /rec/{idRec}, with the composite code for the immediate charge when its txid is given; undefined = unknown there. */
  find(idRec: string, firstTxid?: string): Promise<PixRecurrence | undefined>;
  /** Looks through the authorisations of a payer since `from`; undefined = none has this contract. */
  findByContract(contract: string, cpf: string, from: Date, to: Date): Promise<PixRecurrence | undefined>;
  /** Ends it; returns its state at the bank afterwards, undefined = unknown there. */
  cancel(idRec: string): Promise<PixRecurrence | undefined>;
  /** PUT /cobr/{txid}; a repeat under one txid charges once. A time-out throws `ProviderUnknown`. */
  createCharge(wanted: NewPixCycleCharge): Promise<PixCycleCharge>;
  findCharge(txid: string): Promise<PixCycleCharge | undefined>;
  /** Cancels a charge that is not yet due; returns its state at the bank afterwards. */
  cancelCharge(txid: string): Promise<PixCycleCharge | undefined>;
  /** POST /cobr/{txid}/retentativa/{day}; a refusal returns the charge as it stands, without an attempt on that day. */
  retryCharge(txid: string, day: string): Promise<PixCycleCharge | undefined>;
  /** Sets our address for notices of authorisations and charges, unless it is already set. */
  ensureWebhooks(url: string): Promise<void>;
  /** Everything created in a period, for comparison. */
  list(from: Date, to: Date): Promise<Listed<PixRecurrence>>;
  listCharges(from: Date, to: Date): Promise<Listed<PixCycleCharge>>;
}

/** Charge with a due date (`cobv`), as the bank reports it. */
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
  /** PUT /cobv/{txid}. A time-out throws `ProviderUnknown`: the caller must look the charge up first. */
  create(charge: {
    txid: string;
    amountCents: number;
    dueDay: string;
    validDaysAfterDue: number;
    /** Reduction until a day that is not after the due day. */
    discount?: { until: string; cents: number };
    pixKey: string;
    note: string;
    payer: { cpf: string; name: string };
  }): Promise<PixDueCharge>;
  find(txid: string): Promise<PixDueCharge | undefined>;
  /** Removes an open charge; returns its state at the provider afterwards. */
  remove(txid: string): Promise<PixDueCharge | undefined>;
}
