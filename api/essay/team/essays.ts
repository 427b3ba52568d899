import {
  countWords,
  type EssayState,
  isSuspicious,
  quotations,
  resultDueBy,
  SHOWN_SIMILARITY,
} from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import sql, { empty, type Sql } from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reachWithin } from '../../platform/http/reach-within.ts';
import { type Bounded, institutionWay } from '../../platform/lists/bounded-page.ts';
import { type List, listPage } from '../../platform/lists/list-page.ts';
import { type ListQuery, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SettingJson, settingsReader } from '../../subscription/facts.ts';
import { settingsValues } from '../../subscription/state-columns.ts';
import { type ClaimJson, claimColumn, presentClaim } from '../../work/claim.ts';
import { hourOf, isFinal } from '../blind.ts';
import { awaitsMark, markDraftOf } from '../mark-draft.ts';
import { graderName, type MarkRow, marksOf } from '../marks.ts';
import { supportRuns } from '../support.ts';
import { ALIKE, alikeJoin } from './alike.ts';

type EssayRow = {
  id: number;
  subscription_id: number;
  course: string;
  attempt: number;
  theme: string;
  title: string;
  body: string;
  state: Exclude<EssayState, 'not-started'>;
  completed_date: Date | null;
  timed_out: boolean;
  version: number;
  round: number;
  review_since: Date | null;
  alike_id: number | null;
  alike: number;
  settings: SettingJson[];
  claim: ClaimJson | null;
};

const shown = (
  now: Date,
): Sql => sql`e.*, c.name as course, t.title as theme, ${ALIKE}, ${settingsValues()} as settings,
  ${claimColumn('essay', sql`e.tenant_id`, sql`e.id`, now)} as claim`;

const JOINS = sql`
  join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id
  join essay_theme t on t.tenant_id = e.tenant_id and t.id = e.essay_theme_id
  ${alikeJoin}`;

/** A text that was not delivered is visible only to its author (spec 10.1). */
const DELIVERED = ['finished', 'graded'];

/**
 * Team members grade blind: until the grade is final they see neither an application id nor which essay another one resembles,
 * and only the hour of its delivery (spec 25.7). Systems of the institution see everything, as they always have.
 */
function present(row: EssayRow, service: Pick<Service, 'staff'>, zone: string) {
  const final = isFinal(row);
  const delivered =
    row.completed_date && (service.staff && !final ? hourOf(row.completed_date) : row.completed_date);
  const share = Math.min(1, Math.round(row.alike * 1000) / 1000);
  // Below this share, essays resemble each other because of their common theme.
  const known = service.staff && share < SHOWN_SIMILARITY ? 0 : share;
  return {
    id: row.id,
    subscriptionId: service.staff && !final ? null : row.subscription_id,
    course: row.course,
    attempt: row.attempt,
    theme: row.theme,
    title: DELIVERED.includes(row.state) ? row.title || null : null,
    essay: DELIVERED.includes(row.state) ? row.body || null : null,
    wordCount: countWords(row.body),
    completedDate: delivered && isoInZone(delivered, zone),
    similarity: {
      max: known,
      essayId: service.staff ? null : row.alike_id,
      suspected: isSuspicious(row.alike),
    },
    state: row.state,
    dueBy: row.state === 'finished' && delivered ? isoInZone(resultDueBy(delivered), zone) : null,
    version: row.version,
    claim: presentClaim(row.claim, service, zone),
    timedOut: row.timed_out,
    round: row.round,
    minScore: settingsReader(row.settings)('EssayMinScore'),
  };
}

export type EssayQuery = ListQuery & { state?: string | undefined };

/** For systems, sorted by the last change; for people, by the hour of delivery and randomly within it (spec 25.4.1). */
export const essayList = (tenantId: number, service: Service, query: EssayQuery, now: Date): List => ({
  from: ['essay', 'e'],
  where: sql`e.tenant_id = ${tenantId}${query.state ? sql` and e.state = ${query.state}` : empty}
    ${ownedBy(tenantId, service, query, sql`e.institution_id`)}`,
  columns: shown(now),
  joins: JOINS,
  at: service.staff ? sql`e.grading_order` : sql`e.changed_at`,
  since: sql`e.changed_at`,
});

/**
 * Limits the work of a page: among the filters only a single state or institution has an index, and people's sort order has none
 * by change.
 */
function boundOf(
  most: number,
  tenantId: number,
  { service, query }: { service: Service; query: EssayQuery },
): Bounded | undefined {
  const byInstitution = institutionWay(tenantId, { service, query }, sql`e.institution_id`);
  const [first, ...others] = [
    ...(query.state ? [[sql`e.state = ${query.state}`]] : []),
    ...(byInstitution ? [byInstitution] : []),
  ];
  const limited = query.institution !== undefined || service.institutions !== null;
  const changed = service.staff !== undefined && query.updatedSince !== undefined;
  const filters = [query.state, limited, changed].filter(Boolean).length;
  if (filters === 0 || (filters === 1 && first?.length === 1)) return undefined;
  return { tenant: sql`e.tenant_id = ${tenantId}`, most, ways: [first ?? [sql`true`], ...others] };
}

/**
 * The caller's query; for team members `updatedSince` is truncated to the hour, so that no exact instant can be found by repeated
 * queries.
 */
export const askedOfEssays = <Q extends ListQuery>(service: Service, query: Q): Q =>
  service.staff && query.updatedSince
    ? { ...query, updatedSince: hourOf(new Date(query.updatedSince)).toISOString() }
    : query;

/** Essays of all authors, oldest delivery first. */
export const listEssays = (platform: Platform, tenant: Tenant, service: Service, query: EssayQuery) =>
  listPage<EssayRow, ReturnType<typeof present>>(
    platform.db.tenant(tenant.id),
    {
      ...essayList(tenant.id, service, query, platform.clock.now()),
      bounded: boundOf(platform.config.listLook, tenant.id, { service, query }),
    },
    askedOfEssays(service, query),
    (row) => present(row, service, tenant.timeZone),
  );

const presentMark = (mark: MarkRow, zone: string) => ({
  round: mark.round,
  by: graderName(mark),
  score: mark.score,
  hasPlagiarism: mark.has_plagiarism,
  competences: mark.competences,
  feedback: mark.feedback,
  at: isoInZone(mark.at, zone),
});

/** Whether a caller holds the leading scope for an institution. */
export const leadsAt = (service: Service, institution: string): boolean =>
  reachWithin(service, ['essays.lead'])?.includes(institution) ?? true;

/**
 * Why a person may not give the next mark of an essay; null if they may. The same check as for grading (409 `SAME_GRADER`), known
 * before they start reading.
 */
async function barredFrom(
  on: Runner,
  { tenantId, essayId, staffId }: { tenantId: number; essayId: number; staffId: number },
): Promise<'own-mark' | 'recused' | null> {
  const row = await on.one<{ marked: boolean; recused: boolean }>(sql`
    select exists (select from essay_mark m where m.tenant_id = ${tenantId} and m.essay_id = ${essayId}
        and m.staff_id = ${staffId}) as marked,
      exists (select from work_skip k where k.tenant_id = ${tenantId} and k.kind = 'essay' and k.item_id = ${essayId}
        and k.staff_id = ${staffId} and k.recusal) as recused`);
  if (row?.marked) return 'own-mark';
  return row?.recused ? 'recused' : null;
}

type WholeRow = EssayRow & { support: string[]; institution: string };

/** The round from which the lead sees the earlier marks: those on which two graders did not agree. */
const DIVERGENT = 3;

/** One essay with everything needed to grade it; 404 outside the caller's institutions. */
export async function showEssay(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const on = platform.db.tenant(tenant.id);
  const row = await on.one<WholeRow>(sql`
    select ${shown(platform.clock.now())}, t.texts as support, i.code as institution from essay e ${JOINS}
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where e.tenant_id = ${tenant.id} and e.id = ${id} ${ownedBy(tenant.id, service, {}, sql`e.institution_id`)}`);
  if (!row) fail('NOT_FOUND');
  const zone = tenant.timeZone;
  const { staff } = service;
  const place = { tenantId: tenant.id, essayId: row.id, zone };
  const mine = staff && awaitsMark(row) ? { ...place, staffId: staff.id } : undefined;
  const draft = mine ? await markDraftOf(on, mine) : null;
  const marks =
    row.round >= DIVERGENT && row.review_since === null && leadsAt(service, row.institution)
      ? await marksOf(on, row.id)
      : null;
  const shownEssay = present(row, service, zone);
  return {
    ...shownEssay,
    supportTexts: row.support,
    quotations: quotations(shownEssay.essay ?? '', supportRuns(row.support)),
    rubric: settingsReader(row.settings)('EssayRubric') ?? null,
    draft,
    marks: marks?.map((mark) => presentMark(mark, zone)) ?? null,
    barred: mine ? await barredFrom(on, mine) : null,
  };
}
