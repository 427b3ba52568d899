/** Compatibility forms as plain letters and digits, without accents and invisible characters. */
const plainly = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase();

/** Days, which have as many digits as a phone number. */
const DAYS = /[0-3]\d\/[01]\d\/20\d\d|20\d\d-[01]\d-[0-3]\d/g;
/** Eight digits of a phone number, document or account, however they are grouped. */
const NUMBER = /\p{Nd}(?:[ ._()/-]{0,3}\p{Nd}){7}/u;
/** An e-mail address, a link, or a host name. */
const ADDRESS = /@|:\/\/|[\p{L}\p{N}]\.\p{L}\p{L}/u;
/** A random Pix key. */
const KEY = /[\da-f]{8}-[\da-f]{4}/;
const WORDS =
  /(?<!\p{L})(?:pix|whats|whatsapp|wpp|zap|telegram|instagram|arroba|deposit[ae]|deposito|pague|paguem|transfira|conta corrente|conta poupanca|qr ?code)(?!\p{L})/u;

/** A letter of another alphabet, which may stand for one of ours. */
const FOREIGN = /(?=\p{L})\P{Script=Latin}/u;

/**
 * Whether a text names a contact or a way to pay: a link, an e-mail address, eight digits or more, a Pix key, a word
 * for one, or letters that may hide one. It errs towards yes, since the text then only waits.
 */
export function namesContact(text: string): boolean {
  const plain = plainly(text);
  return (
    [ADDRESS, KEY, WORDS, FOREIGN].some((pattern) => pattern.test(plain)) ||
    NUMBER.test(plain.replace(DAYS, ' de '))
  );
}
