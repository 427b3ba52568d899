import { randomBytes } from 'node:crypto';
import { slipReference, txidFrom } from '@orbita/domain/payment';

/** Enough for 32 characters although bytes that would favour some characters are left out. */
const BYTES = 96;

/** A new number of ours for a charge of Pix or card, chosen before it is sent to its provider. */
export const newTxid = (): string => txidFrom(randomBytes(BYTES));

/** A new number of ours for a slip of a bank with an API. */
export const newSlipReference = (): string => slipReference(randomBytes(BYTES));
