import { longExpiry, type ReadCard } from '@orbita/domain/payment';
import type { CardAccess } from '@orbita/protocol/payment';

/** How the acquirer's answer ends: its token, a refusal of the data, or silence. */
export type Tokenised = { token: string } | { reason: 'refused' | 'unavailable' };

const ANSWER_MS = 20_000;
const UNAVAILABLE = { reason: 'unavailable' } as const;

const tokenIn = (value: unknown): Tokenised =>
  typeof value === 'string' && /^[\w-]{8,100}$/.test(value) ? { token: value } : UNAVAILABLE;

/** Pagar.me takes the card by one call of the page and answers a token of one use. */
export async function tokeniseAtPagarme(
  access: Extract<CardAccess, { provider: 'pagarme' }>,
  card: ReadCard,
  holderName: string,
  send: typeof fetch = fetch,
): Promise<Tokenised> {
  const aborting = new AbortController();
  const limit = setTimeout(() => aborting.abort(), ANSWER_MS);
  try {
    const answer = await send(`${access.tokensUrl}?appId=${encodeURIComponent(access.publicKey)}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'card',
        card: {
          number: card.digits,
          holder_name: holderName,
          exp_month: card.expiry.month,
          exp_year: card.expiry.year,
          cvv: card.cvv,
        },
      }),
      signal: aborting.signal,
    });
    if (answer.ok) return tokenIn(((await answer.json()) as { id?: unknown }).id);
    return answer.status === 400 || answer.status === 422 ? { reason: 'refused' } : UNAVAILABLE;
  } catch {
    return UNAVAILABLE;
  } finally {
    clearTimeout(limit);
  }
}

/** The function that Cielo's script defines, as far as it is used. */
type SilentOrderPost = (options: {
  accessToken: string;
  environment: string;
  language: 'PT';
  enableBinQuery: false;
  enableVerifyCard: false;
  enableTokenize: false;
  cvvRequired: true;
  onSuccess: (answer: { PaymentToken?: unknown }) => void;
  onError: (answer: unknown) => void;
  onInvalid: (answer: unknown) => void;
}) => void;

/** What the Silent Order Post needs of the page, so that a test can play it. */
export type SopPage = {
  /** Loads the script once; rejects when it cannot be loaded. */
  load: (scriptUrl: string) => Promise<void>;
  /** Puts values into the fields that the script reads by their class. */
  fill: (values: Record<SopField, string>) => void;
  script: () => SilentOrderPost | undefined;
};
export const SOP_FIELDS = ['cardholdername', 'cardnumber', 'cardexpirationdate', 'cardcvvc'] as const;
export type SopField = (typeof SOP_FIELDS)[number];

const EMPTY: Record<SopField, string> = {
  cardholdername: '',
  cardnumber: '',
  cardexpirationdate: '',
  cardcvvc: '',
};

/** Cielo's script reads fields by class, sends them itself and calls back with a token of one use. */
export async function tokeniseAtCielo(
  access: Extract<CardAccess, { provider: 'cielo' }>,
  card: ReadCard,
  holderName: string,
  page: SopPage,
): Promise<Tokenised> {
  try {
    await page.load(access.scriptUrl);
  } catch {
    return UNAVAILABLE;
  }
  const run = page.script();
  if (!run) return UNAVAILABLE;
  page.fill({
    cardholdername: holderName,
    cardnumber: card.digits,
    cardexpirationdate: longExpiry(card.expiry),
    cardcvvc: card.cvv,
  });
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Tokenised>((resolve) => {
      late = setTimeout(() => resolve(UNAVAILABLE), ANSWER_MS);
      run({
        accessToken: access.accessToken,
        environment: access.environment,
        language: 'PT',
        enableBinQuery: false,
        enableVerifyCard: false,
        enableTokenize: false,
        cvvRequired: true,
        onSuccess: (answer) => resolve(tokenIn(answer?.PaymentToken)),
        onError: () => resolve(UNAVAILABLE),
        onInvalid: () => resolve({ reason: 'refused' }),
      });
    });
  } catch {
    return UNAVAILABLE;
  } finally {
    clearTimeout(late);
    page.fill(EMPTY);
  }
}
