/**
 * What a WhatsApp failure means for a message: `elsewhere`, it will not arrive, so another channel takes over; `later`, the same
 * call may be repeated.
 */
interface WhatsAppTrouble {
  kind: 'elsewhere' | 'later';
  /** For operators of the messaging system. */
  words: string;
}

const elsewhere = (words: string): WhatsAppTrouble => ({ kind: 'elsewhere', words });
const later = (words: string): WhatsAppTrouble => ({ kind: 'later', words });

/**
 * Error codes of the Cloud API. Problems with our account or a template are `elsewhere`, too, because it takes a person to fix
 * them and a message about a deadline cannot wait for that. Source: developers.facebook.com, WhatsApp Business Platform, "Error
 * codes".
 */
const TROUBLES: Readonly<Record<number, WhatsAppTrouble>> = {
  0: elsewhere('the token is not accepted'),
  1: later('unknown error of the API'),
  2: later('the API is overloaded'),
  3: elsewhere('the token lacks a permission'),
  4: later('too many calls of this app'),
  10: elsewhere('the token lacks a permission'),
  33: elsewhere('the number of the institution does not exist'),
  100: elsewhere('a parameter is wrong'),
  190: elsewhere('the token has expired'),
  368: elsewhere('the account is blocked for breaking rules'),
  80007: later('too many calls of this account'),
  130403: elsewhere('the number of the institution is blocked'),
  130429: later('too many messages at once'),
  130472: elsewhere('held back as part of an experiment'),
  130497: elsewhere('the account may not write to this country'),
  131000: later('something went wrong'),
  131005: elsewhere('the token lacks a permission'),
  131008: elsewhere('a parameter is missing'),
  131009: elsewhere('a value of a parameter is wrong'),
  131016: later('the service is not available'),
  131021: elsewhere('sender and recipient are the same'),
  131026: elsewhere('the phone cannot be reached by WhatsApp'),
  131030: elsewhere('the number is not among those that a test account may write to'),
  131031: elsewhere('the account is locked'),
  131037: elsewhere('the name of the number is not approved'),
  131042: elsewhere('the account has no valid means of payment'),
  131045: elsewhere('the number is not registered'),
  131047: elsewhere('more than 24 hours since the person wrote'),
  131048: elsewhere('held back because of reports of spam'),
  131049: elsewhere('held back because the person gets too many messages of businesses'),
  131050: elsewhere('the person wants no messages of this kind'),
  131051: elsewhere('a message of this type cannot be sent'),
  131056: later('too many messages to this person at once'),
  131057: later('the account is being maintained'),
  132000: elsewhere('the template wants another number of values'),
  132001: elsewhere('there is no such template in this language'),
  132005: elsewhere('the text of the template becomes too long'),
  132007: elsewhere('the template breaks a rule'),
  132012: elsewhere('the template wants its values in another form'),
  132015: elsewhere('the template is paused'),
  132016: elsewhere('the template is disabled'),
  132018: elsewhere('a value does not fit the template'),
  133010: elsewhere('the number is not registered'),
};

/** What an error code means; undefined if it is unknown. */
export const whatsAppTrouble = (code: number): WhatsAppTrouble | undefined =>
  Object.hasOwn(TROUBLES, code) ? TROUBLES[code] : undefined;

/** Number of attempts at WhatsApp, when they can be repeated, before another channel takes over. */
export const MOST_WHATSAPP_TRIES = 3;

const STOPS = [
  'PARAR',
  'PARE',
  'PARA',
  'STOP',
  'SAIR',
  'DESCADASTRAR',
  'REMOVER',
  'CANCELAR',
  'CANCELAR MENSAGENS',
  'NAO QUERO RECEBER',
  'NAO QUERO MAIS RECEBER',
];
const MOST_STOP_LENGTH = 40;
/** Words that may follow the stop word, as on WhatsApp's own button. */
const STOP_BEGINS =
  /^(PARAR|PARE|STOP|INTERROMPER) (PROMOCOES|PROMOTIONS|MENSAGENS|DE ENVIAR|POR FAVOR|AS MENSAGENS|AVISOS)$/;

/** Whether a text asks to stop messages, however the word is written; a sentence that merely contains it does not count. */
export function asksToStop(text: string): boolean {
  if (text.length > MOST_STOP_LENGTH) return false;
  const said = text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .toUpperCase()
    .trim()
    .replace(/\s+/g, ' ');
  return STOPS.includes(said) || STOP_BEGINS.test(said);
}

const BRAZIL = '55';

/**
 * Stored phone numbers that a WhatsApp number may belong to: Brazilian ones without the country code, others with a plus. Many
 * Brazilian numbers predate the ninth digit, and WhatsApp still reports them without it.
 */
export function phonesOf(waId: string): string[] {
  if (!/^[1-9]\d{6,14}$/.test(waId)) return [];
  if (!waId.startsWith(BRAZIL)) return [`+${waId}`];
  const own = waId.slice(BRAZIL.length);
  if (own.length === 10) return [own, `${own.slice(0, 2)}9${own.slice(2)}`];
  if (own.length === 11 && own[2] === '9') return [own, own.slice(0, 2) + own.slice(3)];
  return [`+${waId}`];
}

/** A value as a WhatsApp template accepts it: on one line, without tabs and repeated spaces. */
export const templateValue = (text: string): string => text.replace(/\s+/g, ' ').trim();
