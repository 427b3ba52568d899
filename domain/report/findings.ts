import { addDays, formatDate } from '../foundation/index.ts';
import type { Funnel, FunnelRow } from './funnel.ts';
import { type CampaignRow, type DailyRow, LEAST_TOLD, type VacancyRow } from './kinds.ts';

/** Share of vacancies taken from which the rest are the last ones. */
const ALMOST_FULL = 0.9;
/** A course is named when its share exceeds the overall share by at least this much. */
const STANDS_OUT = 0.1;
/** A smaller difference needs no action. */
const LITTLE = 0.03;
/** Maximum length of a channel or campaign name within a sentence. */
const LONGEST_NAME = 40;

const percent = (share: number): string => `${Math.round(share * 100)}%`;
export const inThousands = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '.');
const applications = (count: number): string =>
  count === 1 ? '1 inscrição' : `${inThousands(count)} inscrições`;
const sum = (values: readonly number[]): number => values.reduce((before, value) => before + value, 0);
const greatest = <T>(values: readonly T[], of: (value: T) => number): T | undefined =>
  values.reduce<T | undefined>(
    (best, value) => (best === undefined || of(value) > of(best) ? value : best),
    undefined,
  );

/** Only whole days are compared, because today is not over yet. */
const wholeDays = (rows: readonly DailyRow[], today: string) => rows.filter(({ day }) => day < today);

function difference(now: number, before: number, name: string): string {
  if (now < LEAST_TOLD || before < LEAST_TOLD) return '';
  const change = (now - before) / before;
  if (Math.abs(change) < LITTLE) return `, quase como em ${name}`;
  return `, ${percent(Math.abs(change))} ${change > 0 ? 'acima' : 'abaixo'} de ${name}`;
}

/**
 * Headline of the report: applications of the whole days, and how they compare with the previous intake, named by `before`. Null
 * when there are no applications.
 */
export function headlineOf(rows: readonly DailyRow[], today: string, before: string | null): string | null {
  const whole = wholeDays(rows, today);
  const created = sum(whole.map((row) => row.created));
  if (created === 0) {
    const now = sum(rows.map((row) => row.created));
    return now === 0 ? null : `${applications(now)} hoje`;
  }
  const earlier = sum(whole.map((row) => row.before ?? 0));
  const days = whole.length === 1 ? 'em 1 dia' : `em ${whole.length} dias`;
  return `${applications(created)} ${days}${before === null ? '' : difference(created, earlier, before)}`;
}

/** Names the strongest day, unless there are too few applications; null when there are none. */
export function dailyFinding(rows: readonly DailyRow[], today: string, before: string | null): string | null {
  const created = sum(rows.map((row) => row.created));
  if (created === 0) return null;
  if (created < LEAST_TOLD) return 'Ainda são poucas inscrições para comparar os dias.';
  const best = greatest(rows, (row) => row.created);
  if (!best) return null;
  const names: Record<string, string> = { [today]: 'Hoje é', [addDays(today, -1)]: 'Ontem foi' };
  const day = names[best.day] ?? `${formatDate(best.day).slice(0, 5)} foi`;
  const other =
    before === null || best.before === null
      ? ''
      : `, contra ${inThousands(best.before)} no mesmo dia de ${before}`;
  return `${day} o dia mais forte: ${inThousands(best.created)}${other}.`;
}

const lossOf = ({ ended, reached }: FunnelRow): number => ended / reached;

/** The step at which the largest share of people stops, among steps that enough people reached; undefined if nobody stopped. */
export const worstStep = ({ rows }: Funnel): FunnelRow | undefined =>
  greatest(
    rows.filter(({ reached, ended }) => reached >= LEAST_TOLD && ended > 0),
    lossOf,
  );

/**
 * Where people stop, and how many in a hundred enrol. A course is named if it loses clearly more at one step than all courses
 * together lose at any. Null without applications.
 */
export function funnelFinding(all: Funnel, byCourse: ReadonlyMap<string, Funnel>): string | null {
  if (all.created === 0) return null;
  if (all.created < LEAST_TOLD) return 'Ainda são poucas inscrições para dizer onde as pessoas param.';
  const worst = worstStep(all);
  const enrolled = `De cada 100 inscrições, ${Math.round((all.enrolled / all.created) * 100)} viraram matrícula.`;
  if (!worst) return `Ninguém parou até aqui. ${enrolled}`;
  const courses = [...byCourse].flatMap(([course, funnel]) => {
    const step = worstStep(funnel);
    return step ? [{ course, step }] : [];
  });
  const outlier = greatest(courses, ({ step }) => lossOf(step));
  if (outlier && byCourse.size > 1 && lossOf(outlier.step) >= lossOf(worst) + STANDS_OUT)
    return `${outlier.course}: ${percent(lossOf(outlier.step))} param em ${outlier.step.label}. ${enrolled}`;
  return `Em ${worst.label} param ${percent(lossOf(worst))}, a maior parte. ${enrolled}`;
}

/** How many vacancies of a row are left, and whether it is full or has only its last ones. */
export const leftOf = ({ vacancies, taken }: Pick<VacancyRow, 'vacancies' | 'taken'>) => {
  const left = Math.max(0, vacancies - taken);
  return { left, full: left === 0, last: left > 0 && taken / vacancies >= ALMOST_FULL };
};

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, 2);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} e mais ${more}`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} e ${shown.at(-1)}` : (shown[0] ?? '');
};

/** Which courses are full or have only their last vacancies; if none, how many vacancies are left in total. */
export function vacancyFinding(rows: readonly VacancyRow[]): string | null {
  const offered = rows.filter(({ vacancies }) => vacancies > 0);
  if (offered.length === 0) return null;
  const full = offered.filter((row) => leftOf(row).full);
  const last = offered
    .filter((row) => leftOf(row).last)
    .sort((one, other) => leftOf(one).left - leftOf(other).left);
  const place = ({ course, pole }: VacancyRow) => `${course} (${pole})`;
  const said = [
    ...(full.length > 0 ? [`${full.length === 1 ? 'Lotou' : 'Lotaram'} ${listed(full.map(place))}.`] : []),
    ...(last.length > 0
      ? [`Últimas vagas: ${listed(last.map((row) => `${leftOf(row).left} em ${place(row)}`))}.`]
      : []),
  ];
  if (said.length > 0) return said.join(' ');
  const all = sum(offered.map((row) => row.vacancies));
  const left = sum(offered.map((row) => leftOf(row).left));
  return `Nada perto de lotar: restam ${inThousands(left)} de ${inThousands(all)} vagas.`;
}

const nameOf = ({ channel, campaign }: CampaignRow): string => {
  const name = [...(channel ?? campaign ?? '')];
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).join('')}…` : name.join('');
};

/** Which campaign brings the most applications, and which has the highest enrolment rate, if that is a different one. */
export function campaignFinding(rows: readonly CampaignRow[]): string | null {
  const created = sum(rows.map((row) => row.created));
  if (created === 0) return null;
  const told = rows.filter(
    ({ channel, campaign, others, created: count }) =>
      (channel !== null || campaign !== null) && !others && count >= LEAST_TOLD,
  );
  const most = greatest(told, (row) => row.created);
  if (!most) return 'Ainda são poucas inscrições vindas de campanhas.';
  const first = `“${nameOf(most)}” traz ${percent(most.created / created)} das inscrições`;
  const best = greatest(told, (row) => row.enrolled / row.created);
  if (!best || best === most || best.enrolled === 0) return `${first}.`;
  return `${first}; “${nameOf(best)}” é a que mais matricula: ${Math.round((best.enrolled / best.created) * 100)} de cada 100.`;
}
