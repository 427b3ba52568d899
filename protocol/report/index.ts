import { MOST_DAYS, MOST_ROWS, OFFER_TYPES, type OfferType, REPORTS } from '@orbita/domain/report';
import { STEP_CODES } from '@orbita/domain/subscription';
import { z } from 'zod';
import { day, defineCalls, isoDateTime, text, typedLine } from '../foundation/index.ts';

export { REPORTS } from '@orbita/domain/report';

const count = z.int32().nonnegative();
const code = z.string().max(60).optional();
const rowsOf = <T extends z.ZodType>(row: T, most: number = MOST_ROWS) => z.array(row).max(most);

const common = {
  /** When it was counted, possibly some minutes ago. */
  asOf: isoDateTime,
  /** Intake shown: the requested one, or the newest that has begun; null if none has. */
  intake: z.object({ code: text, from: day, to: day }).nullable(),
  /** What the figures say, in one sentence; null if there is nothing to say. */
  finding: text.nullable(),
};

const figures = z
  .discriminatedUnion('report', [
    z.object({
      report: z.literal('daily'),
      ...common,
      /** Intake it is compared with, and the headline of the page. */
      before: text.nullable(),
      headline: text.nullable(),
      rows: rowsOf(z.object({ day, created: count, before: count.nullable() }), MOST_DAYS),
    }),
    z.object({
      report: z.literal('funnel'),
      ...common,
      created: count,
      enrolled: count,
      /** Over all steps, `here` and `ended` add up, together with `enrolled`, to `created`. */
      rows: rowsOf(
        z.object({ step: z.enum(STEP_CODES), label: text, reached: count, here: count, ended: count }),
      ),
    }),
    z.object({
      report: z.literal('vacancies'),
      ...common,
      rows: rowsOf(
        z.object({ course: text, pole: text, institutionCode: text, vacancies: count, taken: count }),
      ),
    }),
    z.object({
      report: z.literal('campaigns'),
      ...common,
      rows: rowsOf(
        z.object({
          channel: text.nullable(),
          campaign: text.nullable(),
          /** Whether the row combines all names after the first ones. */
          others: z.boolean(),
          created: count,
          approved: count,
          paid: count,
          enrolled: count,
        }),
      ),
    }),
  ])
  .meta({ id: 'Figures' });

/** Figures without personal data (spec 25.13). */
export const reportCalls = defineCalls({
  'GET /operations/reports/{report}': {
    summary: 'Figures of an intake, counted at most some minutes ago; as JSON or as a CSV file',
    scope: 'reports',
    params: z.object({ report: z.enum(REPORTS) }),
    query: z.object({
      institution: code,
      /** Code of an intake; several institutions may use the same one. Without it, the newest that has begun. */
      intake: code,
      type: z.enum(Object.keys(OFFER_TYPES) as [OfferType, ...OfferType[]]).optional(),
      offer: code,
      course: code,
      pole: code,
      /** Name of a campaign; vacancies belong to none. */
      campaign: typedLine(100).optional(),
      /** First and last day on which applications were created. */
      from: day.optional(),
      to: day.optional(),
      format: z.enum(['json', 'csv']).optional(),
    }),
    binary: 'text/csv',
    responses: { 200: figures },
  },
});
