import { CHARGE_STATES, DENIAL_REASONS, DENIED_OPTIONS } from '@orbita/domain/payment';
import { ACQUIRERS, THREE_D_SECURE } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { day, id, isoDateTime, money, named, text } from '../foundation/index.ts';

const installmentCount = z.number().int().positive();

/** What is paid for (spec 14.1). */
export const purpose = z.enum(['tax', 'enrollment']).meta({ id: 'PaymentPurpose' });

/** Payment methods that a candidate can choose (spec 14.1). */
export const chosenMethod = z
  .enum(['credit-card', 'slip', 'pix', 'automatic-pix', 'manual'])
  .meta({ id: 'ChosenPaymentMethod' });

/** Payment methods that are stored (spec 14.1). */
export const method = z
  .enum(['slip', 'credit-card', 'pix', 'automatic-pix', 'manual', 'waived'])
  .meta({ id: 'PaymentMethod' });

/** State of a charge (spec 14.5). */
export const chargeState = z.enum(CHARGE_STATES).meta({ id: 'ChargeState' });

/** State of a refund. */
export const refundState = z.enum(['requested', 'processing', 'done', 'failed']).meta({ id: 'RefundState' });

/** State of a recurrence (spec 14.2). */
export const recurrenceState = z
  .enum(['created', 'approved', 'rejected', 'expired', 'cancelled'])
  .meta({ id: 'RecurrenceState' });

/** Acquirers whose card fields are supported (spec 14.8). */
export const cardProvider = z.enum(ACQUIRERS).meta({ id: 'CardProvider' });

/** Why a card was not charged, as far as the person can act on it, and the options that follow (S-33b, D-69). */
const denial = z
  .object({ reason: z.enum(DENIAL_REASONS), options: z.array(z.enum(DENIED_OPTIONS)) })
  .meta({ id: 'CardDenial' });

/** Payment (spec 14.7). */
export const payment = named('Payment', {
  paymentId: id,
  subscriptionId: id,
  /** Null if the institution set the amount itself. */
  priceId: id.nullable(),
  purpose,
  state: chargeState,
  amount: money,
  method,
  installments: installmentCount,
  createdAt: isoDateTime,
  paidAt: isoDateTime.nullable(),
  slip: z
    .object({ digitableLine: text, barcode: text, dueDate: day, discountUntilDue: money.nullable() })
    .nullable(),
  /** Set for a slip that is registered through a file, until the bank has registered it. */
  slipWait: z.literal('business-day').optional(),
  /** Set while the provider has left open for half an hour what became of the charge; the team has been told. */
  answerLate: z.literal(true).optional(),
  pix: z.object({ qrCode: text, copyPaste: text, expiresAt: isoDateTime }).nullable(),
  /** `installments` are those of the card bill; those of the plan are above. */
  card: z
    .object({ brand: text.nullable(), last4: text.nullable(), installments: installmentCount })
    .nullable(),
  /** Set while the state is `denied`. */
  denial: denial.nullable(),
  /** `approvedAt` is kept after its end; null means that the payer never agreed. */
  recurrence: z.object({ id, state: recurrenceState, approvedAt: isoDateTime.nullable() }).nullable(),
});

/** What can be paid and how (spec 14.7). */
export const paymentOptions = named('PaymentOptions', {
  purpose,
  variant: z.enum([
    'onlySubscription',
    'onlySubscriptionWithRecurrence',
    'totalOrSemester',
    'totalOrSemesterWithFallback',
    'totalOrSemesterWithRecurrence',
    'totalOrSemesterWithFallbackAndRecurrence',
  ]),
  deadline: isoDateTime.nullable(),
  methods: z.array(z.object({ method: chosenMethod, enabled: z.boolean(), reason: text.nullable() })),
  prices: z.array(
    z.object({
      priceId: id,
      kind: z.enum(['tax', 'enrollment', 'semester', 'total']),
      description: text,
      amount: money,
      /** `amount` if paid by its due date. */
      amountInTime: money,
      /** Of a plan, its instalments; of a whole amount, those into which a card can split what `voucher` leaves of it. */
      maxInstallments: installmentCount,
      /**
       * Instalments into which a card can split the amount due now, less `voucher`; `firstValue` includes the remainder of cents.
       * One entry if only instalment 1 of a plan or a fee is charged.
       */
      cardInstallments: z.array(
        z.object({
          installments: installmentCount,
          firstValue: money,
          installmentValue: money,
          total: money,
        }),
      ),
      plan: z.array(z.object({ Number: installmentCount, value: money, dueDate: day })),
    }),
  ),
  fallback: z.object({ firstInstallment: z.boolean(), recurrence: z.boolean() }),
  /** Where the card is entered next (D-69), and whether its holder is asked to confirm (D-68). */
  cardFields: z
    .object({ provider: cardProvider, url: text, threeDSecure: z.enum(THREE_D_SECURE) })
    .nullable(),
  openCharge: payment.nullable(),
  /**
   * Voucher code of this payment: applied, or given with the application (S-11); whether it is valid is only answered together
   * with an amount.
   */
  voucher: text.nullable(),
  alreadyPaid: z.boolean(),
});

const discountFields = {
  Number: installmentCount,
  VoucherDiscountValue: money,
  DiscountValue: money,
  ConditionalDiscountValue: money,
};

/** Discounts of one instalment (spec 14.3). */
const discountRow = z.object(discountFields).meta({ id: 'DiscountRow' });

/** One possible number of instalments (spec 14.7). */
export const simulation = named('Simulation', {
  installments: installmentCount,
  installmentValue: money,
  firstValue: money,
  total: money,
  totalWithoutConditional: money,
  /** Into how many instalments a card can split `firstValue`, whatever the method; 1 if it is an instalment itself, a fee, or 0. */
  maxCardInstallments: installmentCount,
  rows: z.array(z.object({ ...discountFields, FinalValue: money })),
});

/** Effect of a voucher on a price (spec 14.7). */
export const discount = named('Discount', {
  Message: z.literal('OK'),
  Data: z.array(discountRow),
  Voucher: z.object({
    voucher: text,
    voucherValue: money,
    discountValue: money,
    conditionalDiscountValue: money,
    otherInstallmentsVoucherDiscounts: z.boolean(),
    haveVoucher: z.literal(true),
  }),
});

/** Response for a voucher that is unknown, expired, used up or not for this person (spec 14.7). */
export const voucherRefused = z
  .object({ Message: text, Data: z.array(z.never()).max(0) })
  .meta({ id: 'VoucherRefused' });
