import { courseName, type FieldError, firstName, formatDate, isRealDay, TEXTS } from '../foundation/index.ts';
import { ADMISSION_TEXTS } from './fields.ts';

/** States of an interview (spec 11.2); the institution sets the last three. */
const INTERVIEW_STATES = ['not-requested', 'requested', 'scheduled', 'held', 'approved', 'rejected'] as const;
export type InterviewState = (typeof INTERVIEW_STATES)[number];

export const INTERVIEW_CHANNELS = [
  { code: 'whatsapp', label: 'WhatsApp' },
  { code: 'email', label: 'E-mail' },
] as const;
export type InterviewChannel = (typeof INTERVIEW_CHANNELS)[number]['code'];

export const INTERVIEW_PERIODS = [
  { code: 'morning', label: 'Manhã' },
  { code: 'afternoon', label: 'Tarde' },
  { code: 'evening', label: 'Noite' },
] as const;
type InterviewPeriod = (typeof INTERVIEW_PERIODS)[number]['code'];
export type PreferredPeriod = { date: string; period: InterviewPeriod };

export const MOST_PERIODS = 3;

/** Whether the coordination still has to act; its delay must not let the application expire (TR-86). */
export const interviewAwaited = (state: InterviewState | null | undefined): boolean =>
  state === 'requested' || state === 'scheduled';

/**
 * Channels through which an interview can be requested. WhatsApp requires that the institution has a phone. If no channel is
 * left, e-mail is offered, because the request appears in the coordination's list in any case.
 */
export function usableChannels(channels: readonly string[], hasPhone: boolean): readonly InterviewChannel[] {
  const usable = INTERVIEW_CHANNELS.map(({ code }) => code).filter(
    (code) => channels.includes(code) && (code !== 'whatsapp' || hasPhone),
  );
  return usable.length > 0 ? usable : ['email'];
}

export type InterviewRequest = {
  channel?: string | null | undefined;
  periods?: readonly { date: string; period: string }[] | null | undefined;
};

/** Errors of an interview request; `today` is `YYYY-MM-DD`. */
export function interviewErrors(
  { channel, periods }: InterviewRequest,
  { channels, today }: { channels: readonly InterviewChannel[]; today: string },
): FieldError[] {
  const given = periods ?? [];
  const errors: FieldError[] = [];
  if (!channels.some((known) => known === channel))
    errors.push({ field: 'channel', message: ADMISSION_TEXTS.channel });
  if (given.length > MOST_PERIODS)
    errors.push({ field: 'periods', message: ADMISSION_TEXTS.tooMany(MOST_PERIODS) });
  for (const [index, { date, period }] of given.entries()) {
    if (!isRealDay(date)) errors.push({ field: `periods.${index}.date`, message: TEXTS.date });
    else if (date < today) errors.push({ field: `periods.${index}.date`, message: TEXTS.pastDate });
    if (!INTERVIEW_PERIODS.some(({ code }) => code === period))
      errors.push({ field: `periods.${index}.period`, message: ADMISSION_TEXTS.choice });
  }
  return errors;
}

/** Whether a local day and time (`14:30`) fall in one of the preferred periods; always true when there are none. */
export const isWished = (periods: readonly PreferredPeriod[], day: string, hour: string): boolean => {
  const period = hour < '12:00' ? 'morning' : hour < '18:00' ? 'afternoon' : 'evening';
  return periods.length === 0 || periods.some((one) => one.date === day && one.period === period);
};

/** "20/01/2026 (Manhã), 21/01/2026 (Noite)"; empty without periods. */
export const periodsText = (periods: readonly PreferredPeriod[]): string =>
  periods
    .map(({ date, period }) => {
      const label = INTERVIEW_PERIODS.find(({ code }) => code === period)?.label ?? period;
      return `${formatDate(date)} (${label})`;
    })
    .join(', ');

/** Text prefilled in WhatsApp by the link that contacts the institution (spec 11.2). */
export function interviewMessage(of: {
  name: string;
  course: string;
  id: number;
  periods: readonly PreferredPeriod[];
}): string {
  const periods = periodsText(of.periods);
  return [
    `Olá! Sou ${firstName(of.name)}, inscrição ${of.id} em ${courseName(of.course)}.`,
    'Gostaria de agendar minha entrevista.',
    ...(periods ? [`Períodos preferidos: ${periods}.`] : []),
  ].join(' ');
}
