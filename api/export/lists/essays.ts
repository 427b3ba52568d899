import { type EssayState, resultDueBy } from '@orbita/domain/essay';
import sql from 'sql-template-tag';
import { askedOfEssays, essayList } from '../../essay/team/essays.ts';
import { sinceFilter } from '../../platform/lists/lists.ts';
import type { Source } from '../list-source.ts';
import { moment, yesOrNo } from '../moment.ts';

const STATES: Readonly<Record<Exclude<EssayState, 'not-started'>, string>> = {
  'in-progress': 'Em andamento',
  finished: 'Aguardando nota',
  'timed-out': 'Tempo esgotado',
  graded: 'Com nota',
  withdrawn: 'Sem nota',
};

const institution = sql`join institution i on i.tenant_id = e.tenant_id and i.id = e.institution_id`;
const theme = sql`join essay_theme t on t.tenant_id = e.tenant_id and t.id = e.essay_theme_id`;
const course = sql`join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
  join course c on c.tenant_id = s.tenant_id and c.id = s.course_id`;

/** The hour of a delivery: to the second, it would reveal the author through the list of applications (spec-console 25.7). */
const hour = sql`date_trunc('hour', e.completed_date, 'UTC')`;

/** Essays, with the filters of their list and nothing that leads to an author (spec-console 25.7). */
export const essaySource: Source = {
  rows(tenantId, service, query) {
    const { from, where } = essayList(tenantId, service, query, new Date(0));
    const asked = askedOfEssays(service, query);
    return { from, where: sql`${where}${sinceFilter(asked, sql`e.changed_at`)}` };
  },
  columns: {
    number: { value: sql`e.id` },
    institution: { value: sql`i.acronym`, join: institution },
    course: { value: sql`c.name`, join: course },
    theme: { value: sql`t.title`, join: theme },
    attempt: { value: sql`e.attempt` },
    state: { value: sql`e.state`, cell: (state: keyof typeof STATES) => STATES[state] },
    round: { value: sql`e.round` },
    delivered: { value: hour, cell: moment },
    due: {
      value: sql`case when e.state = 'finished' then ${hour} end`,
      cell: (delivered: Date, zone: string) => moment(resultDueBy(delivered), zone),
    },
    timedOut: { value: sql`e.timed_out`, cell: yesOrNo },
  },
};
