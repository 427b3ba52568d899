import { CARD_FIELDS } from '@orbita/domain/payment';
import type {
  CardAccess,
  CardFrameBuyerField,
  CardFrameLook,
  CardFrameOrder,
  CardFrameTexts,
  ToCardFrame,
} from '@orbita/protocol/payment';
import { acquirerNamed } from './acquirers.ts';
import { isObject } from './json.ts';

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

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MOST_TEXT;

/** The valid colours and sizes of a look; invalid ones are dropped. */
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

/** The purchase; undefined if the amount or the instalments are invalid. */
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

/** The page's policy allows only the acquirers' hosts, so addresses are not checked here. */
const readAccess = (given: unknown): CardAccess | undefined =>
  isObject(given) ? acquirerNamed(given.provider)?.readAccess(given) : undefined;

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
