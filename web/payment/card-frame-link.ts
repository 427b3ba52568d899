import { CARD_FIELDS } from '@orbita/domain/payment';
import type {
  CardAccess,
  CardAuthenticationResult,
  CardFrameField,
  CardFrameLook,
  CardFrameOrder,
  CardFrameTexts,
  FromCardFrame,
  ToCardFrame,
} from '@orbita/protocol/payment';

/** What the acquirer returned for the card, what may be shown of it, and how its holder confirmed if asked. */
export type CardToken = {
  token: string;
  brand: string | null;
  last4: string;
  authentication?: CardAuthenticationResult;
};

/** Why there is no token: wrong fields (the frame shows them), data the acquirer refused, or no answer. */
export class NoCardToken extends Error {
  readonly reason: 'invalid' | 'refused' | 'unavailable';
  readonly fields: readonly CardFrameField[];

  constructor(reason: NoCardToken['reason'], fields: readonly CardFrameField[] = []) {
    super(`No token of the card: ${reason}`);
    this.reason = reason;
    this.fields = fields;
  }
}

export type FrameLinkOptions = {
  /** Origin of the frame's address; messages from any other are ignored. */
  origin: string;
  frame: () => Window | null;
  setup: () => { today: string; look: Partial<CardFrameLook>; texts: Partial<CardFrameTexts> };
  onReady: () => void;
  onHeight: (height: number) => void;
  onEnter: () => void;
  /** A wrong field is being corrected. */
  onMending: (field: CardFrameField) => void;
  /** The bank's page appeared in the frame, which needs the whole screen until it is gone. */
  onChallenge: (shown: boolean) => void;
  /** The page's own window, replaced in tests. */
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  newNonce: () => string;
};

/**
 * The acquirer has 20 s in the frame, the holder's bank 35 s and its page five minutes; after that the frame itself must be
 * gone.
 */
const ANSWER_MS = 30_000;
/** Wrong fields are reported at once; if the frame does not answer even that, the outcome of the submission decides. */
const FIELDS_MS = 2_000;
const CHECK_MS = 65_000;
const CHALLENGE_MS = 5 * 60_000 + CHECK_MS;
/** The fields take three lines, each with a hint and an error. */
const MOST_HEIGHT = 1_000;

type Waiting = { resolve: (token: CardToken) => void; reject: (error: NoCardToken) => void; timer: unknown };

const isMessage = (data: unknown): data is FromCardFrame =>
  typeof data === 'object' && data !== null && typeof (data as { kind?: unknown }).kind === 'string';

const isPart = (value: unknown, most: number): boolean =>
  value === null || (typeof value === 'string' && value.length <= most);

/** How the holder confirmed; an unreadable result counts as no confirmation. */
function authenticationOf(given: CardAuthenticationResult | undefined): CardAuthenticationResult | undefined {
  if (given === undefined) return undefined;
  const unknown = { outcome: 'unavailable' } as const;
  if (typeof given !== 'object' || given === null) return unknown;
  if (given.outcome !== 'authenticated')
    return given.outcome === 'failed' || given.outcome === 'not-enrolled'
      ? { outcome: given.outcome }
      : unknown;
  const { outcome, eci, cavv, xid, version, referenceId } = given;
  const known = /^\d{1,2}$/.test(eci) && typeof version === 'string' && isPart(version, 10);
  return known && isPart(cavv, 100) && isPart(xid, 100) && isPart(referenceId, 60)
    ? { outcome, eci, cavv, xid, version, referenceId }
    : unknown;
}

function tokenOf(message: Extract<FromCardFrame, { kind: 'token' }>): CardToken | undefined {
  const { token, brand, last4 } = message;
  if (typeof token !== 'string' || !/^[\w-]{8,100}$/.test(token) || !/^\d{4}$/.test(last4)) return undefined;
  const authentication = authenticationOf(message.authentication);
  return {
    token,
    brand: typeof brand === 'string' ? brand : null,
    last4,
    ...(authentication ? { authentication } : {}),
  };
}

/**
 * The application's side of the conversation with the card fields: accepts messages only from the frame's origin, gives the
 * frame a nonce when it is ready, and requires that nonce in every later message.
 */
export function openFrameLink(options: FrameLinkOptions) {
  const waiting = new Map<number, Waiting>();
  let nonce: string | undefined;
  let submissions = 0;
  let checking: { id: number; resolve: (fields: readonly CardFrameField[]) => void } | undefined;

  const send = (message: ToCardFrame): void => options.frame()?.postMessage(message, options.origin);
  const end = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    if (one) clearTimeout(one.timer as ReturnType<typeof setTimeout>);
    waiting.delete(id);
    return one;
  };
  const endAll = (): void => {
    for (const id of [...waiting.keys()]) end(id)?.reject(new NoCardToken('unavailable'));
    checked([]);
    options.onChallenge(false);
  };
  const checked = (fields: readonly CardFrameField[]): void => {
    checking?.resolve(fields);
    checking = undefined;
  };

  /** A frame that says so again was reloaded: earlier requests to it are lost. */
  const begin = (): void => {
    endAll();
    nonce = options.newNonce();
    send({ kind: 'setup', nonce, ...options.setup() });
    options.onReady();
  };

  const later = (id: number, milliseconds: number) =>
    setTimeout(() => {
      end(id)?.reject(new NoCardToken('unavailable'));
      options.onChallenge(false);
    }, milliseconds);
  const challenged = ({ id, shown }: Extract<FromCardFrame, { kind: 'challenge' }>): void => {
    const one = waiting.get(id);
    if (!one) return;
    clearTimeout(one.timer as ReturnType<typeof setTimeout>);
    one.timer = later(id, shown ? CHALLENGE_MS : CHECK_MS);
    options.onChallenge(shown === true);
  };
  type Answer = Extract<FromCardFrame, { kind: 'token' | 'invalid' | 'failed' }>;
  const answer = (message: Answer): void => {
    const one = end(message.id);
    if (one) options.onChallenge(false);
    if (message.kind === 'invalid') one?.reject(new NoCardToken('invalid', message.fields));
    else if (message.kind === 'failed') one?.reject(new NoCardToken(message.reason));
    else {
      const token = tokenOf(message);
      if (token) one?.resolve(token);
      else one?.reject(new NoCardToken('unavailable'));
    }
  };

  const fieldsOf = (given: unknown): CardFrameField[] =>
    CARD_FIELDS.filter((name) => Array.isArray(given) && given.includes(name));

  const receiveKnown = (message: Exclude<FromCardFrame, { kind: 'ready' }>): void => {
    if (message.kind === 'enter') options.onEnter();
    else if (message.kind === 'mending') fieldsOf([message.field]).forEach(options.onMending);
    else if (message.kind === 'challenge') challenged(message);
    else if (message.kind === 'checked') {
      if (message.id === checking?.id) checked(fieldsOf(message.fields));
    } else if (message.kind !== 'height') answer(message);
    else if (message.height > 0 && message.height <= MOST_HEIGHT) options.onHeight(message.height);
  };
  const receive = ({ source, origin, data }: MessageEvent): void => {
    const frame = options.frame();
    if (frame === null || source !== frame || origin !== options.origin || !isMessage(data)) return;
    if (data.kind === 'ready') begin();
    else if (nonce !== undefined && data.nonce === nonce) receiveKnown(data);
  };
  options.page.addEventListener('message', receive);

  return {
    /** The wrong fields, which the frame shows; none if it does not answer. */
    check(): Promise<readonly CardFrameField[]> {
      const known = nonce;
      if (known === undefined) return Promise.resolve([]);
      checked([]);
      submissions += 1;
      const id = submissions;
      return new Promise((resolve) => {
        const timer = setTimeout(() => id === checking?.id && checked([]), FIELDS_MS);
        checking = {
          id,
          resolve: (fields) => {
            clearTimeout(timer);
            resolve(fields);
          },
        };
        send({ kind: 'check', nonce: known, id });
      });
    },
    /** Focuses a field; the frame must have the focus. */
    lead(field: CardFrameField): void {
      if (nonce !== undefined) send({ kind: 'lead', nonce, field });
    },
    /** Rejects with `NoCardToken`. */
    submit(holderName: string, access: CardAccess, order: CardFrameOrder): Promise<CardToken> {
      const known = nonce;
      if (known === undefined) return Promise.reject(new NoCardToken('unavailable'));
      submissions += 1;
      const id = submissions;
      return new Promise((resolve, reject) => {
        const asks = 'holderCheck' in access && access.holderCheck !== undefined;
        const timer = later(id, asks ? CHECK_MS : ANSWER_MS);
        waiting.set(id, { resolve, reject, timer });
        send({ kind: 'submit', nonce: known, id, holderName, access, order });
      });
    },
    close(): void {
      options.page.removeEventListener('message', receive);
      endAll();
    },
  };
}
export type FrameLink = ReturnType<typeof openFrameLink>;
