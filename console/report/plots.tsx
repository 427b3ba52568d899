import {
  type CampaignRow,
  type FunnelRow,
  inThousands,
  leftOf,
  type VacancyRow,
  worstStep,
} from '@orbita/domain/report';
import { PlaceName } from '../base/place.tsx';
import { reportTexts as t } from '../texts/report.ts';
import { type BarRow, Bars } from './bars.tsx';
import { Legend } from './legend.tsx';
import type { FiguresOf } from './queries.ts';

const MOST_COURSES = 12;
const MOST_CAMPAIGNS = 8;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);
const hundredths = (part: number, whole: number): string => `${Math.round(percent(part, whole))}%`;

/**
 * Steps, each bar as long as the share of all applications that reached it, divided into those that moved on, are there, and
 * stopped.
 */
export function FunnelPlot({ figures }: { figures: FiguresOf<'funnel'> }) {
  const { created, rows } = figures;
  const worst = worstStep(figures)?.step;
  const rowOf = ({ step, label, reached, here, ended }: FunnelRow): BarRow => {
    const last = step === 'enrolled';
    return {
      key: step,
      name: (
        <>
          {label}
          {step === worst && <small className="bars__worst">{t.most}</small>}
        </>
      ),
      parts: {
        full: percent(reached - here - ended, created),
        here: percent(here, created),
        ended: percent(ended, created),
      },
      value: <b>{inThousands(last ? figures.enrolled : reached)}</b>,
      more: last ? null : hundredths(reached - here - ended, reached),
    };
  };
  return (
    <>
      <Legend
        entries={[
          { kind: 'full', text: t.wentOn },
          { kind: 'here', text: t.here },
          { kind: 'ended', text: t.ended },
        ]}
      />
      <Bars rows={rows.map(rowOf)} />
    </>
  );
}

type Course = Pick<VacancyRow, 'course' | 'institutionCode' | 'vacancies' | 'taken'>;

/** Places of each course across its poles, the smallest remaining share first. */
function byCourse(rows: readonly VacancyRow[]): Course[] {
  const courses = new Map<string, Course>();
  for (const { course, institutionCode, vacancies, taken } of rows) {
    const key = `${institutionCode} ${course}`;
    const sum = courses.get(key) ?? { course, institutionCode, vacancies: 0, taken: 0 };
    courses.set(key, { ...sum, vacancies: sum.vacancies + vacancies, taken: sum.taken + taken });
  }
  return [...courses.values()].sort(
    (one, other) => percent(other.taken, other.vacancies) - percent(one.taken, one.vacancies),
  );
}

/** Taken and free places, by course. */
export function VacancyPlot({ figures }: { figures: FiguresOf<'vacancies'> }) {
  const courses = byCourse(figures.rows);
  const several = new Set(courses.map(({ institutionCode }) => institutionCode)).size > 1;
  const shown = courses.slice(0, MOST_COURSES);
  const rowOf = ({ course, institutionCode, vacancies, taken }: Course): BarRow => {
    const { left, full, last } = leftOf({ vacancies, taken });
    const said = t.left(left, vacancies);
    const state = full ? t.full : last ? t.last(left) : undefined;
    return {
      key: `${institutionCode} ${course}`,
      name: (
        <>
          {course}
          {several && (
            <small>
              <PlaceName code={institutionCode} />
            </small>
          )}
        </>
      ),
      parts: { full: percent(taken, vacancies), rest: percent(Math.max(0, vacancies - taken), vacancies) },
      value: (
        <>
          <b>{said.left}</b> <span className="meta">{said.all}</span>
        </>
      ),
      more: state && <b>{state}</b>,
    };
  };
  return (
    <>
      <Legend
        entries={[
          { kind: 'full', text: t.taken },
          { kind: 'rest', text: t.free },
        ]}
      />
      <Bars pair rows={shown.map(rowOf)} />
      {courses.length > shown.length && (
        <p className="meta">{t.moreCourses(courses.length - shown.length)}</p>
      )}
    </>
  );
}

const nameOf = ({ channel, campaign, others }: CampaignRow): string =>
  others ? t.otherCampaigns : [channel, campaign].filter(Boolean).join(' · ') || t.noCampaign;

/** Origin of applications, and how many of them are enrolled. */
export function CampaignPlot({ figures }: { figures: FiguresOf<'campaigns'> }) {
  const shown = figures.rows.slice(0, MOST_CAMPAIGNS);
  const most = Math.max(...figures.rows.map(({ created }) => created));
  return (
    <>
      <Legend
        entries={[
          { kind: 'full', text: t.enrolled },
          { kind: 'rest', text: t.applied },
        ]}
      />
      <Bars
        rows={shown.map((row) => ({
          key: JSON.stringify([row.channel, row.campaign, row.others]),
          name: nameOf(row),
          parts: { full: percent(row.enrolled, most), rest: percent(row.created - row.enrolled, most) },
          value: <b>{inThousands(row.created)}</b>,
          more: hundredths(row.enrolled, row.created),
        }))}
      />
      {figures.rows.length > shown.length && (
        <p className="meta">{t.moreCampaigns(figures.rows.length - shown.length)}</p>
      )}
    </>
  );
}
