import {
  check,
  cpf,
  type FieldError,
  formatCpf,
  maxLength,
  type Rule,
  required,
  shownName,
  socialName,
  TEXTS,
  toCents,
} from '@orbita/domain/foundation';
import { CARD_TEXTS, type CardField } from '@orbita/domain/payment';
import type { CardFrameOrder } from '@orbita/protocol/payment';
import type { EnrollmentData } from '../enrolment/queries.ts';
import type { PersonData } from '../person/queries.ts';
import { cardTexts as t } from '../texts/payment-card.ts';
import { installmentsOf, type Mode } from './choice.ts';
import type { PaymentBody, PaymentOptions, Price, Simulation } from './queries.ts';
import type { CardValues } from './typed-card.ts';

/** Five to twelve letters and digits: a passport, an RNE or a CPF, and never the number of a card. */
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

/** Names of the frame's fields in the list of what is wrong. */
export const FRAME_FIELDS: Record<CardField, string> = {
  number: 'cardNumber',
  expiry: 'cardExpiry',
  cvv: 'cardCvv',
};

/** What is wrong with the fields of the frame, which it reported, and with those of our page, in the order of the page. */
export const cardProblems = (
  values: CardValues,
  asked: Asked,
  inFrame: readonly CardField[] = [],
): FieldError[] => [
  ...inFrame.map((name) => ({ field: FRAME_FIELDS[name], message: CARD_TEXTS[name] })),
  ...check(values, {
    holderName: [required, socialName, maxLength(60)],
    holderDocument: [required, asked.cpf ? cpf : anyDocument],
    ...(asked.installments ? { installments: required } : {}),
    ...(asked.consent ? { consent: ticked } : {}),
  }),
];

/**
 * True when paying by card takes a monthly authorisation too (spec 14.2): always in the variant that demands it, and where the
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

/** The ways a card may divide what is due now; one where an instalment of a plan is paid. */
export const divisionsOf = (all: readonly Simulation[], price: Price, mode: Mode): Simulation[] => {
  const fixed = price.kind === 'enrollment' || price.kind === 'tax' || mode !== 'full';
  return fixed ? all.filter(({ installments }) => installments === installmentsOf(price, mode)) : [...all];
};

/** Value of the first of equal instalments, which carries the remainder of cents (cents). */
export const firstOf = (amountCents: number, count: number): number =>
  amountCents - Math.floor(amountCents / count) * (count - 1);

/** The holder's document as it is sent: letters and digits alone. */
export const plainDocument = (typed: string): string => typed.replace(/[\s./-]/g, '').toUpperCase();

/** What the bank of the card is asked to confirm, with what is known of the buyer (D-68). */
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
    // Banks want the country in front; numbers from elsewhere have theirs.
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

/** The CPF of a person, whatever document she signs in with. */
export const cpfOf = (person: PersonData | undefined): string | null =>
  person?.documentType === 'cpf' ? person.document : (person?.cpf ?? null);

/** Whose card it may be: what is offered, and what it fills in. */
export type Holder = { is: 'me' | 'guardian'; name: string; document: string; cpf: boolean };

/** The candidate, and the guardian of a minor; the name is the one a person is called by. */
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

/** What is added to the body of a charge for a card (spec 14.7). */
export const cardPart = (
  values: CardValues,
  token: Omit<NonNullable<PaymentBody['card']>, 'holderName' | 'holderDocument'>,
): Pick<PaymentBody, 'card'> => ({
  card: {
    ...token,
    holderName: values.holderName.trim(),
    holderDocument: plainDocument(values.holderDocument),
  },
});
