import { z } from 'zod';
import {
  type ErrorCode,
  id,
  isoDateTime,
  maybe,
  money,
  named,
  text,
  typed,
  typedLine,
} from '../foundation/index.ts';
import { statusNumber } from '../subscription/index.ts';

export const party = z.enum(['candidate', 'guardian']);
export const channel = z.enum(['email', 'sms']);

/** What an acceptance requires besides the checkbox (spec 13.2). */
export const acceptanceDemand = named('AcceptanceDemand', {
  party,
  /** Whether a code sent to a registered contact of the party is required. */
  code: z.boolean(),
  /** Whether the guardian's own declaration replaces the code. */
  declaration: z.boolean(),
  /** Name of the guardian who signs for a minor. */
  guardian: text.nullable(),
  /** Contacts that a code may be sent to, masked. */
  channels: z.array(z.object({ channel, masked: text })),
});

/** Code that was sent. */
export const sentCode = named('AcceptanceChallenge', {
  challengeId: text,
  masked: text,
  expiresIn: z.number().int(),
  resendIn: z.number().int(),
});

export const codeBody = z.object({ code: typedLine(40) });

/** Serves as the confirmation in the acceptance itself, for 15 minutes (spec 13.4). */
export const confirmation = named('AcceptanceConfirmation', {
  acceptanceToken: text,
  expiresAt: isoDateTime,
});

/** Contract as it would be accepted now, or as it was accepted. */
export const contractText = z.object({
  Contract: text,
  FormatedContract: text,
  title: text,
  version: z.number().int().positive(),
  hash: text,
  acceptedAt: isoDateTime.nullable(),
});

/** Acceptance with the device details declared by the browser (spec 13.1). */
export const contractBody = z.object({
  FormatedContract: typed(1_000_000),
  Contract: typed(120),
  DeviceType: z.enum(['desktop', 'mobile', 'tablet']),
  OS: typed(200),
  Browser: typed(200),
  BrowserVendor: typed(200),
  IP: typed(64),
  Address: typed(120),
  acceptanceToken: maybe(typed(4000)),
});

/** Recorded acceptance with the status after automatic moves (spec 13.4). */
export const acceptance = named('Acceptance', {
  acceptanceId: id,
  acceptedAt: isoDateTime,
  status: statusNumber,
});

/** Why a contract cannot be accepted now, in the order of spec 13.4. */
export const contractErrors = [
  'NOT_FOUND',
  'VALIDATION',
  'ALREADY_ACCEPTED',
  'TRANSITION_NOT_ALLOWED',
  'INTAKE_INACTIVE',
  'OFFER_INACTIVE',
  'PRICE_NOT_REGISTERED',
  'DATA_INCOMPLETE',
  'GUARDIAN_REQUIRED',
] as const satisfies readonly ErrorCode[];

/** One payment plan as the contract describes it; the totals cover the whole term. */
export const contractPlan = named('ContractPlan', {
  description: text,
  installments: z.number().int().positive(),
  /** First instalment, less the price's own discount. */
  value: money,
  /** Whether the others are the same. */
  equal: z.boolean(),
  /** An amount that is paid at once or divided by a card. */
  whole: z.boolean(),
  /** Amount off each instalment that is paid by its due date; off a whole amount, once. */
  conditionalDiscount: money,
  /** Discount from the application's voucher; neither total includes it. */
  voucherOff: money,
  total: money,
  totalInTime: money,
});
