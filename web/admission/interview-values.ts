import { type InterviewChannel, interviewErrors, type PreferredPeriod } from '@orbita/domain/admission';
import { dayFromTyped } from '../base/typed-date.ts';

/** The request as typed: dates with slashes, rows that may be empty. */
export type InterviewValues = { channel: string; periods: { date: string; period: string }[] };

const isFilled = ({ date, period }: { date: string; period: string }) => date.trim() !== '' || period !== '';
const given = ({ date, period }: { date: string; period: string }) => ({ date: dayFromTyped(date), period });

/** Errors of the request, by the row on the page; empty rows are ignored. */
export const interviewProblems = (
  values: InterviewValues,
  context: { channels: readonly InterviewChannel[]; today: string },
) => {
  const rows = values.periods.flatMap((row, at) => (isFilled(row) ? [{ at, row: given(row) }] : []));
  const request = { channel: values.channel, periods: rows.map(({ row }) => row) };
  return interviewErrors(request, context).map(({ field, message }) => ({
    field: field.replace(/^periods\.(\d+)/, (_, index) => `periods.${rows[Number(index)]?.at ?? index}`),
    message,
  }));
};

/** The request as the server expects it. */
export const interviewBody = (values: InterviewValues) => ({
  channel: values.channel,
  periods: values.periods.filter(isFilled).map(given) as PreferredPeriod[],
});
