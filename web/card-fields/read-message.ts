import { CARD_FIELDS } from '@orbita/domain/payment';
import type {
  CardFrameBuyerField,
  CardFrameLook,
  CardFrameOrder,
  CardFrameTexts,
  HolderCheckAccess,
  ToCardFrame,
} from '@orbita/protocol/payment';

const MOST_TEXT = 120;
const COLOUR = /^#[0-9a-f]{6}$/i;
const TEXTS = ['number', 'expiry', 'expiryHint', 'cvv', 'cvvHint', 'challenge', 'cancel'] as const;
const COLOURS = ['text', 'muted', 'surface', 'border', 'focus', 'error'] as const;
const BUYER: readonly CardFrameBuyerField[] = [
  'email',
  'phone',
  'street',
  'district',
  'city',
  'state',
  'zipCode',
];
const SIZES = { fontPx: [12, 32], radiusPx: [0, 24] } as const;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MOST_TEXT;

/** The colours and sizes of a look that are what they should be; the others are left out. */
export function readLook(given: unknown): Partial<CardFrameLook> {
  if (!isObject(given)) return {};
  const look: Partial<CardFrameLook> = {};
  for (const name of COLOURS) {
    const colour = given[name];
    if (typeof colour === 'string' && COLOUR.test(colour)) look[name] = colour;
  }
  for (const [name, [least, most]] of Object.entries(SIZES) as [
    keyof typeof SIZES,
    readonly [number, number],
  ][]) {
    const size = given[name];
    if (typeof size === 'number' && size >= least && size <= most) look[name] = size;
  }
  return look;
}

const readTexts = (given: unknown): Partial<CardFrameTexts> => {
  const texts: Partial<CardFrameTexts> = {};
  for (const name of TEXTS) {
    const text = isObject(given) ? given[name] : undefined;
    if (isText(text)) texts[name] = text;
  }
  return texts;
};

type Access = Extract<ToCardFrame, { kind: 'submit' }>['access'];

const isEnvironment = (value: unknown): value is 'sandbox' | 'production' =>
  value === 'sandbox' || value === 'production';

/** Without a key that can be read the holder is not asked, which the server then judges. */
function readHolderCheck(given: unknown): HolderCheckAccess | undefined {
  if (!isObject(given)) return undefined;
  const { scriptUrl, accessToken, environment, orderNumber } = given;
  if (typeof scriptUrl !== 'string' || typeof accessToken !== 'string' || typeof orderNumber !== 'string')
    return undefined;
  return isEnvironment(environment) ? { scriptUrl, accessToken, environment, orderNumber } : undefined;
}

/** What is bought; undefined where amount or instalments are none. */
function readOrder(given: unknown): CardFrameOrder | undefined {
  if (!isObject(given)) return undefined;
  const { amountCents, installments, recurring } = given;
  const isCount = (value: unknown, least: number): value is number =>
    Number.isSafeInteger(value) && Number(value) >= least;
  if (!isCount(amountCents, 0) || !isCount(installments, 1)) return undefined;
  const buyer: CardFrameOrder['buyer'] = {};
  for (const name of BUYER) {
    const value = isObject(given.buyer) ? given.buyer[name] : undefined;
    if (isText(value)) buyer[name] = value;
  }
  return { amountCents, installments, recurring: recurring === true, buyer };
}

/** The policy of the page allows the acquirer's hosts alone, so addresses are not judged here. */
function readAccess(given: unknown): Access | undefined {
  if (!isObject(given)) return undefined;
  const { provider, scriptUrl, accessToken, environment, tokensUrl, publicKey } = given;
  if (provider === 'pagarme' && typeof tokensUrl === 'string' && typeof publicKey === 'string')
    return { provider, tokensUrl, publicKey };
  if (provider !== 'cielo' || typeof scriptUrl !== 'string' || typeof accessToken !== 'string')
    return undefined;
  if (!isEnvironment(environment)) return undefined;
  const holderCheck = readHolderCheck(given.holderCheck);
  return { provider, scriptUrl, accessToken, environment, ...(holderCheck ? { holderCheck } : {}) };
}

/** A message of the application; undefined for anything else, which is then ignored. */
export function readMessage(data: unknown): ToCardFrame | undefined {
  if (!isObject(data) || !isText(data.nonce) || data.nonce.length < 16) return undefined;
  const { kind, nonce, id, holderName } = data;
  if (kind === 'setup') {
    const { today } = data;
    if (typeof today !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(today)) return undefined;
    return { kind, nonce, today, look: readLook(data.look), texts: readTexts(data.texts) };
  }
  const field = CARD_FIELDS.find((name) => name === data.field);
  if (kind === 'lead') return field && { kind, nonce, field };
  if (kind === 'check') return typeof id === 'number' ? { kind, nonce, id } : undefined;
  const access = readAccess(data.access);
  const order = readOrder(data.order);
  if (kind !== 'submit' || typeof id !== 'number' || !isText(holderName)) return undefined;
  return access && order && { kind, nonce, id, holderName, access, order };
}
