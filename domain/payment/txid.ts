const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const USABLE = 256 - (256 % ALPHABET.length);

/** Length of our transaction ids; the API allows 26–35. */
const TXID_LENGTH = 32;

/** Whether the value is a valid txid of cob, cobv and cobr (API Pix 2.9.0). */
export const isTxid = (value: string): boolean => /^[a-zA-Z0-9]{26,35}$/.test(value);

/**
 * Transaction id from random bytes. Bytes that would make some characters more likely are skipped, so pass at least 64.
 * @throws RangeError when there are too few usable bytes.
 */
export function txidFrom(random: Uint8Array): string {
  const characters = [...random]
    .filter((byte) => byte < USABLE)
    .map((byte) => ALPHABET[byte % ALPHABET.length]);
  if (characters.length < TXID_LENGTH) throw new RangeError('too few random bytes for a txid');
  return characters.slice(0, TXID_LENGTH).join('');
}

/** Maximum length of our reference of a slip (`seuNumero` of Banco Inter, API Cobrança v3). */
const SLIP_REFERENCE_LENGTH = 15;

/** Our reference of a slip, from random bytes; pass at least 64. */
export const slipReference = (random: Uint8Array): string => txidFrom(random).slice(0, SLIP_REFERENCE_LENGTH);
