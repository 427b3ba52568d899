import { longExpiry, type ReadCard } from '@orbita/domain/payment';
import type { CardAccess } from '@orbita/protocol/payment';
import { ANSWER_MS, type Tokenised, tokenIn, UNAVAILABLE } from '../tokenised.ts';

/** The function that Cielo's script defines, as far as we use it. */
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

/** What the Silent Order Post needs from the page; replaceable in tests. */
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

/** Gets a single-use token from Cielo's script, which reads fields by class, sends them itself and calls back. */
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
