import { type CardField, type ReadCard, readCardFields, type TypedCard } from '@orbita/domain/payment';
import type {
  CardAccess,
  CardAuthenticationResult,
  CardFrameOrder,
  FromCardFrame,
  HolderCheckAccess,
  ToCardFrame,
} from '@orbita/protocol/payment';
import { readMessage } from './read-message.ts';
import type { Tokenised } from './tokenised.ts';

/** What the conversation does on the page; replaceable in tests. */
export type Surface = {
  apply: (setup: Extract<ToCardFrame, { kind: 'setup' }>) => void;
  typed: () => TypedCard;
  /** Shows a text below each wrong field and clears the others. */
  showErrors: (errors: Partial<Record<CardField, string>>) => void;
  lead: (field: CardField) => void;
  height: () => number;
  /** Asks the holder to confirm the purchase with their bank; never rejects. */
  authenticate: (
    access: CardAccess,
    check: HolderCheckAccess,
    card: ReadCard,
    holderName: string,
    order: CardFrameOrder,
  ) => Promise<CardAuthenticationResult>;
  tokenise: (access: CardAccess, card: ReadCard, holderName: string) => Promise<Tokenised>;
  send: (message: FromCardFrame) => void;
};

/**
 * The frame's side of the conversation. It accepts messages only from the window that contains the frame, at the origin named
 * by the server; the first message provides the nonce, and every later message without it is ignored. One submission is
 * answered before the next.
 */
export function openConversation(surface: Surface) {
  let nonce: string | undefined;
  let today = '';
  /** Number of the submission under way. */
  let busy: number | undefined;

  /** Shows the errors of what is typed. */
  const judge = () => {
    const read = readCardFields(surface.typed(), today);
    const errors = read.ok ? {} : read.errors;
    surface.showErrors(errors);
    return { read, wrong: Object.keys(errors) as CardField[] };
  };

  const submit = async (
    { id, holderName, access, order }: Extract<ToCardFrame, { kind: 'submit' }>,
    known: string,
  ) => {
    const { read, wrong } = judge();
    if (!read.ok) {
      if (wrong[0]) surface.lead(wrong[0]);
      surface.send({ kind: 'invalid', nonce: known, id, fields: wrong });
      return;
    }
    // The confirmation comes first: the acquirer's token may expire within minutes.
    const check = order.amountCents > 0 && 'holderCheck' in access ? access.holderCheck : undefined;
    const authentication = check && (await surface.authenticate(access, check, read.card, holderName, order));
    const outcome = await surface.tokenise(access, read.card, holderName);
    if ('reason' in outcome) {
      surface.send({ kind: 'failed', nonce: known, id, reason: outcome.reason });
      return;
    }
    const { digits, brand } = read.card;
    surface.send({
      kind: 'token',
      nonce: known,
      id,
      token: outcome.token,
      brand: brand ?? null,
      last4: digits.slice(-4),
      ...(authentication ? { authentication } : {}),
    });
  };

  const sendHeight = (): void => {
    if (nonce !== undefined) surface.send({ kind: 'height', nonce, height: surface.height() });
  };

  return {
    /** Processes the data of a message whose window and origin have been checked. */
    async receive(data: unknown): Promise<void> {
      const message = readMessage(data);
      if (!message) return;
      if (nonce === undefined && message.kind === 'setup') nonce = message.nonce;
      if (message.nonce !== nonce) return;
      if (message.kind === 'setup') {
        today = message.today;
        surface.apply(message);
        sendHeight();
        return;
      }
      if (message.kind === 'lead') return surface.lead(message.field);
      if (busy !== undefined) return;
      if (message.kind === 'check')
        return surface.send({ kind: 'checked', nonce, id: message.id, fields: judge().wrong });
      busy = message.id;
      try {
        await submit(message, nonce);
      } finally {
        busy = undefined;
      }
    },
    sendHeight,
    /** The bank's page has appeared and needs the whole screen, or is gone. */
    sendChallenge(shown: boolean): void {
      if (nonce !== undefined && busy !== undefined)
        surface.send({ kind: 'challenge', nonce, id: busy, shown });
    },
    /** A wrong field is being corrected. */
    sendMending(field: CardField): void {
      if (nonce !== undefined) surface.send({ kind: 'mending', nonce, field });
    },
    sendEnter(): void {
      if (nonce !== undefined) surface.send({ kind: 'enter', nonce });
    },
  };
}
