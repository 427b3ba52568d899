import {
  check,
  cpf,
  type FieldError,
  formatCpf,
  normaliseName,
  type Rule,
  required,
  shownName,
  TEXTS,
  toCents,
} from '@orbita/domain/foundation';
import { CARD_TEXTS, type CardField, holderNameRules } from '@orbita/domain/payment';
import type { CardFrameOrder } from '@orbita/protocol/payment';
import type { EnrollmentData } from '../enrolment/queries.ts';
import type { PersonData } from '../person/queries.ts';
import { cardTexts as t } from '../texts/payment-card.ts';
import { installmentsOf, type Mode } from './choice.ts';
import type { PaymentBody, PaymentOptions, Price, Simulation } from './queries.ts';
import type { CardValues } from './typed-card.ts';

/** Five to twelve letters and digits: a passport, an RNE or a CPF, but never a card number. */
const anyDocument: Rule = (value) =>
  !value || /^[A-Z0-9]{5,12}$/i.test(value.replace(/[\s./-]/g, '')) ? undefined : t.documentInvalid;

const ticked = (value: boolean): string | undefined => (value ? undefined : TEXTS.required);

export type Asked = {
  /** The holder's document must be a CPF. */
  cpf: boolean;
  /** There is more than one way to divide the amount. */
  installments: boolean;
  consent: boolean;
};

/** Names of the frame's fields in the error summary. */
export const FRAME_FIELDS: Record<CardField, string> = {
  number: 'cardNumber',
  expiry: 'cardExpiry',
  cvv: 'cardCvv',
};

/** Errors of the frame's fields, as it reported them, and of our page's own, in the order of the page. */
export const cardProblems = (
  values: CardValues,
  asked: Asked,
  inFrame: readonly CardField[] = [],
): FieldError[] => [
  ...inFrame.map((name) => ({ field: FRAME_FIELDS[name], message: CARD_TEXTS[name] })),
  ...check(
    { ...values, holderName: normaliseName(values.holderName) },
    {
      holderName: holderNameRules,
      holderDocument: [required, asked.cpf ? cpf : anyDocument],
      ...(asked.installments ? { installments: required } : {}),
      ...(asked.consent ? { consent: ticked } : {}),
    },
  ),
];

/**
 * True when paying by card also includes a monthly authorisation (spec 14.2): always in the variant that demands it, and if the
 * person chose it after a denied card.
 */
export const needsConsent = (
  { variant, purpose }: Pick<PaymentOptions, 'variant' | 'purpose'>,
  price: Pick<Price, 'plan'>,
  mode: Mode,
): boolean =>
  purpose === 'enrollment' &&
  price.plan.length > 1 &&
  (mode === 'recurrence' || variant === 'onlySubscriptionWithRecurrence');

/** The ways a card may divide what is due now; only one when an instalment of a plan is paid. */
export const divisionsOf = (all: readonly Simulation[], price: Price, mode: Mode): Simulation[] => {
  const fixed = price.kind === 'enrollment' || price.kind === 'tax' || mode !== 'full';
  return fixed ? all.filter(({ installments }) => installments === installmentsOf(price, mode)) : [...all];
};

/** Value in cents of the first of equal instalments, which carries the remainder. */
export const firstOf = (amountCents: number, count: number): number =>
  amountCents - Math.floor(amountCents / count) * (count - 1);

/** The holder's document as it is sent: letters and digits only. */
export const plainDocument = (typed: string): string => typed.replace(/[\s./-]/g, '').toUpperCase();

/** What the card's bank is asked to confirm, with what is known of the buyer (D-68). */
export function orderOf(
  amount: number,
  installments: number,
  recurring: boolean,
  person: PersonData | undefined,
): CardFrameOrder {
  const address = person?.personAddress;
  const phone = (person?.cellPhone ?? person?.phone ?? '').replace(/\D/g, '');
  const known = {
    email: person?.email,
    // Banks expect the country code; foreign numbers already have theirs.
    phone: /^\d{10,11}$/.test(phone) ? `55${phone}` : phone,
    street: address && `${address.street}, ${address.number}`.slice(0, 60),
    district: address?.neighborhood.slice(0, 60),
    city: address?.city.name.slice(0, 50),
    state: address?.city.state.uf,
    zipCode: address?.zipCode.replace(/\D/g, ''),
  };
  const buyer = Object.fromEntries(Object.entries(known).filter(([, value]) => value));
  return { amountCents: toCents(amount), installments, recurring, buyer };
}

/** The CPF of a person, whatever document they sign in with. */
export const cpfOf = (person: PersonData | undefined): string | null =>
  person?.documentType === 'cpf' ? person.document : (person?.cpf ?? null);

/** A possible card holder: the choice that is offered, and the data it fills in. */
export type Holder = { is: 'me' | 'guardian'; name: string; document: string; cpf: boolean };

/** The candidate and, for a minor, the guardian; the name is the one the person goes by. */
export function holdersOf(
  person: PersonData | undefined,
  data: Pick<EnrollmentData, 'guardian'> | undefined,
): Holder[] {
  const cpf = cpfOf(person);
  const guardian = data?.guardian;
  return [
    ...(person
      ? [
          {
            is: 'me' as const,
            name: shownName(person),
            document: cpf === null ? person.document : formatCpf(cpf),
            cpf: cpf !== null,
          },
        ]
      : []),
    ...(guardian
      ? [
          {
            is: 'guardian' as const,
            name: guardian.name,
            document: formatCpf(guardian.cpf),
            cpf: true,
          },
        ]
      : []),
  ];
}

/** The card's part of the body of a charge (spec 14.7). */
export const cardPart = (
  values: CardValues,
  token: Omit<NonNullable<PaymentBody['card']>, 'holderName' | 'holderDocument'>,
): Pick<PaymentBody, 'card'> => ({
  card: {
    ...token,
    holderName: normaliseName(values.holderName),
    holderDocument: plainDocument(values.holderDocument),
  },
});
