import type { EssayState } from '@orbita/domain/essay';
import type { Status } from '@orbita/domain/subscription';
import sql, { type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { SubscriptionState } from '../subscription/facts.ts';
import { settingsJson } from '../subscription/state-columns.ts';

export type EssayRow = {
  id: number;
  subscription_id: number;
  person_id: number;
  offer_id: number;
  attempt: number;
  title: string;
  body: string;
  revision: number;
  state: Exclude<EssayState, 'not-started'>;
  version: number;
  /** Number of the mark that is needed next, or of the last one. */
  round: number;
  /** When the lead requested a second mark. */
  second_asked_at: Date | null;
  /** Since when the refusal has been waiting for the mark of a review (D-78). */
  review_since: Date | null;
  timed_out: boolean;
  started_at: Date;
  deadline: Date;
  extra_minutes: number;
  saved_at: Date | null;
  completed_date: Date | null;
  theme_title: string;
  theme_texts: string[];
  score: number | null;
  has_plagiarism: boolean | null;
  feedback: string | null;
  settings: SubscriptionState['settings'];
  /** Status of the application. */
  status: Status;
  institution_id: number;
  institution_code: string;
  time_zone: string;
};

/** Selects essays with theme, grade and the parameters of their place; `where` uses the alias `e`. */
const selectEssays = (where: Sql): Sql => sql`
  select e.id, e.subscription_id, e.person_id, e.offer_id, e.attempt, e.title, e.body, e.revision, e.state, e.version,
    e.round, e.second_asked_at, e.review_since, e.timed_out,
    e.started_at, e.deadline, e.extra_minutes, e.saved_at, e.completed_date, th.title as theme_title,
    th.texts as theme_texts, g.score, g.has_plagiarism, g.feedback,
    ${settingsJson(sql`s.institution_id`, sql`s.offer_id`, sql`s.host_id`)} as settings, s.status, e.institution_id, ins.code as institution_code,
    t.time_zone
  from essay e
  join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
  join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
  join essay_theme th on th.tenant_id = e.tenant_id and th.id = e.essay_theme_id
  join tenant t on t.id = e.tenant_id
  left join essay_grade g on g.tenant_id = e.tenant_id and g.essay_id = e.id
  where ${where}`;

/** One essay, whoever wrote it. */
export const essayById = (on: Runner, id: number) =>
  on.one<EssayRow>(selectEssays(sql`e.tenant_id = ${on.tenantId} and e.id = ${id}`));

/** Essays of a subscription, oldest first. */
export const essaysOf = (on: Runner, subscriptionId: number) =>
  on.many<EssayRow>(
    sql`${selectEssays(sql`e.tenant_id = ${on.tenantId} and e.subscription_id = ${subscriptionId}`)} order by e.attempt`,
  );

/** Locks an essay and reads its current state. */
export function lockEssay(tx: Tx, id: number): Promise<EssayRow | undefined> {
  tx.alongside(sql`select id from essay where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  return essayById(tx, id);
}

/** Withdraws running and ungraded essays when the application changes its form of ingress. */
export const withdrawEssays = (tx: Tx, subscriptionId: number) =>
  tx.many(sql`
    update essay set state = 'withdrawn'
    where tenant_id = ${tx.tenantId} and subscription_id = ${subscriptionId} and state in ('in-progress', 'finished')
    returning id`);
