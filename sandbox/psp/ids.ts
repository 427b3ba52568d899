import { randomInt } from 'node:crypto';

const ISPB = '99999999';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, for ids of the standard. */
export const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');

const moment = (at: Date, length: number): string =>
  at.toISOString().slice(0, 16).replace(/\D/g, '').slice(0, length);

/** `E` + ISPB + yyyyMMddHHmm in UTC + 11 characters. */
export const endToEndId = (at: Date): string => `E${ISPB}${moment(at, 12)}${randomText(11)}`;

/** `D` + ISPB + yyyyMMddHHmm in UTC + 11 characters. */
export const returnId = (at: Date): string => `D${endToEndId(at).slice(1)}`;

/** `R` + `R` (retries allowed) or `N` + ISPB + yyyyMMdd + 11 characters. */
export const recurrenceId = (at: Date, mayRetry: boolean): string =>
  `R${mayRetry ? 'R' : 'N'}${ISPB}${moment(at, 8)}${randomText(11)}`;

/** Name of the account holder behind a client. */
export const receiverName = (clientId: string): string =>
  `RECEBEDOR ${clientId.split('-').slice(2).join(' ').toUpperCase()}`;
