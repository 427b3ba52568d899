import { randomBytes } from 'node:crypto';
import { slipReference, txidFrom } from '@orbita/domain/payment';

/** Enough for 32 characters even though bytes that would bias the result are discarded. */
const BYTES = 96;

/** A new txid, our reference of a Pix or card charge, generated before it is sent to its provider. */
export const newTxid = (): string => txidFrom(randomBytes(BYTES));

/** A new reference of ours for a slip of a bank with an API. */
export const newSlipReference = (): string => slipReference(randomBytes(BYTES));
