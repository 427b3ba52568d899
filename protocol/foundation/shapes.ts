import { plainLine } from '@orbita/domain/foundation';
import { QUEUE_NAMES } from '@orbita/domain/work';
import { z } from 'zod';

const OFFSET_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?([+-]\d{2}:\d{2}|Z)$/;

/** An object under the name that it has in OpenAPI. */
export const named = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
  z.object(shape).meta({ id: name });

/** Positive integer identifier (spec 2.3). */
export const id = z.number().int().positive().meta({ id: 'Id' });

/** Reference that may be 0, meaning "none chosen" (spec 2.3). */
export const idOrNone = z.number().int().nonnegative();

/** Number in a URL, which has a single spelling: digits without a leading 0. */
const digits = z.union([
  z.number(),
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
]);

/** Identifier in a URL: digits, read as a number. */
export const pathId = digits.pipe(z.number().int().positive());

/** Integer of a request that the database stores or counts in four bytes; ids have eight. */
export const whole = z.int32();

/** Same as `whole`, in a URL and from 1 on. */
export const pathNumber = digits.pipe(whole.min(1));

/** Amount in BRL with at most two decimals, as shown by the API (spec 2.3). */
export const money = z.number().multipleOf(0.01).meta({ id: 'Money', description: 'BRL, two decimals' });

/** Maximum amount that a request may contain, in BRL. */
export const MOST_MONEY = 10_000_000;

const EARLIEST = Date.UTC(1900, 0);
const LATEST = Date.UTC(2200, 0);

/**
 * Whether a text is an existing calendar date and an instant that every part of the product can calculate with. The instant
 * decides, not the year as written: a response may show the same instant in another zone.
 */
const isInstant = (text: string): boolean => {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const sameDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const instant = Date.parse(text);
  return sameDay && instant >= EARLIEST && instant < LATEST;
};

/** ISO 8601 instant with its offset. */
export const isoDateTime = z
  .string()
  .regex(OFFSET_INSTANT)
  .refine(isInstant)
  .meta({ id: 'DateTime', description: 'ISO 8601 with offset' });

/** Calendar day `YYYY-MM-DD`. */
export const day = z
  .string()
  .overwrite(plainLine)
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ id: 'Day', description: 'YYYY-MM-DD' });

/** Text in a response. */
export const text = z.string();

/** Typed text in a request: only its size is checked here, its meaning is up to the domain rules. */
export const typed = (max = 200) => z.string().max(max);

/** Typed name, contact, document, code or date: a single line, normalised to what a person sees. */
export const typedLine = (max = 200) => typed(max).overwrite(plainLine);

/** Same as `typedLine`, in a URL. */
const line = (max: number) => z.string().max(max).overwrite(plainLine).min(1);

/** Field that a request may omit or leave empty. */
export const maybe = <T extends z.ZodType>(shape: T) => shape.nullable().optional();

/** `true` or `false` in a URL. */
export const flag = z.enum(['true', 'false']);

/** WebAuthn options as a browser takes them; their contents are opaque to us. */
export const webAuthnOptions = z.record(z.string(), z.any()).meta({
  id: 'WebAuthnOptions',
  description: 'As `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes it',
});

/** One page of a list (spec 2.3). */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    page: z.number().int().positive(),
    pageSize: z.number().int().positive(),
    total: z.number().int().nonnegative(),
  });

/** Query of every paged list (spec 2.3): pages start at 1 and have at most 100 items. */
export const pageQuery = {
  page: digits.pipe(whole.min(1).max(1_000_000)).optional(),
  pageSize: digits.pipe(whole.min(1).max(100)).optional(),
};

/**
 * One page of an operations list, which may be of any length: `total` counts at most 1000 rows (`totalCapped` means that there
 * are, or may be, more) and pages reach no further; `nextCursor` does, and is null on the last page. `partial`: the call scanned
 * as many rows as one call may without filling the page; `nextCursor` continues the search.
 */
export const listOf = <T extends z.ZodType>(item: T) =>
  pageOf(item).extend({
    totalCapped: z.boolean(),
    nextCursor: z.string().nullable(),
    partial: z.literal(true).optional(),
  });

/** `nextCursor` of the previous page, instead of `page`. */
export const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,120}$/)
  .optional();

/** Schemas of path parameters by name; a call can override them with `params`. */
export const pathShapes = {
  id: pathId,
  subscriptionId: pathId,
  personId: pathId,
  staffId: pathId,
  offerId: pathId,
  courseId: pathId,
  intakeId: pathId,
  institutionId: pathId,
  poleId: pathId,
  essayId: pathId,
  paymentId: pathId,
  documentId: pathId,
  fileId: pathId,
  otherId: pathId,
  uploadId: z.uuid(),
  priceId: pathId,
  hourId: pathId,
  keyId: pathId,
  uuid: z.string().min(1).max(64),
  tenant: z.string().min(1).max(64),
  alias: z.string().min(1).max(64),
  application: z.string().min(1).max(64),
  host: z.string().min(1).max(253),
  provider: z.string().min(1).max(40),
  secret: z.string().min(1).max(200),
  internalValue: z.string().min(1).max(80),
  code: line(60),
  zipCode: line(20),
  voucher: line(60),
  challengeId: z.string().min(1).max(64),
  requestId: z.string().min(1).max(64),
  changeId: z.string().min(1).max(64),
  ticket: z.string().min(1).max(200),
  key: line(200),
  userToken: z.string().min(1).max(4000),
  job: z.string().min(1).max(40),
  queue: z.enum(QUEUE_NAMES),
};
export type PathShapes = typeof pathShapes;
