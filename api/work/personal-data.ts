import type { Kind } from '@orbita/domain/work';
import sql, { join } from 'sql-template-tag';
import { type Mine, notCopied, ofSubscription, type PersonalTable } from '../platform/personal-data.ts';

/** Work of the team refers to items, not to the people they are about. */
const nobodys: Mine = () => sql`false`;
const OF_THE_TEAM = 'Trabalho de pessoas da equipe da instituição; nomeia itens, não candidatos.';

const ofTheTeam = (table: string): PersonalTable => ({
  table,
  mine: nobodys,
  ...notCopied(OF_THE_TEAM),
  erase: { kept: OF_THE_TEAM },
});

/** Items of each kind that belong to a person's applications; a new kind is a compile error. */
const ITEMS: Record<Kind, Mine> = {
  application: (of) => sql`select s.id from subscription s ${applicationsOf(of)}`,
  essay: (of) => sql`
    select e.id from essay e join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id ${applicationsOf(of)}`,
  document: (of) => sql`
    select d.id from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.id = d.subscription_id ${applicationsOf(of)}`,
  payment: (of) => sql`
    select y.id from payment y join subscription s on s.tenant_id = y.tenant_id and s.id = y.subscription_id ${applicationsOf(of)}`,
  month: (of) => sql`
    select c.id from recurrence_cycle c
    join subscription s on s.tenant_id = c.tenant_id and s.id = c.subscription_id ${applicationsOf(of)}`,
  cancellation: (of) => sql`
    select x.id from cancellation x
    join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id ${applicationsOf(of)}`,
  'exam-score': (of) => sql`
    select x.id from exam_score x
    join subscription s on s.tenant_id = x.tenant_id and s.id = x.subscription_id ${applicationsOf(of)}`,
  questionnaire: (of) => sql`
    select q.id from questionnaire q
    join subscription s on s.tenant_id = q.tenant_id and s.id = q.subscription_id ${applicationsOf(of)}`,
  interview: (of) => sql`
    select iv.id from interview iv
    join subscription s on s.tenant_id = iv.tenant_id and s.id = iv.subscription_id ${applicationsOf(of)}`,
};
const applicationsOf: Mine = ({ tenantId, personId }) =>
  sql`where s.tenant_id = ${tenantId}::bigint and s.person_id = ${personId}::bigint`;

const ofItems: Mine = (of) =>
  sql`tenant_id = ${of.tenantId}::bigint and (${join(
    Object.entries(ITEMS).map(([kind, items]) => sql`(kind = ${kind}::text and item_id in (${items(of)}))`),
    ' or ',
  )})`;

/** Tables of claims, assignments, skips, and recently opened applications. */
export const personalData: readonly PersonalTable[] = [
  ofTheTeam('work_claim'),
  ofTheTeam('work_group'),
  ofTheTeam('work_group_member'),
  {
    table: 'work_assignment',
    words: ['reason'],
    mentions: ['reason'],
    mine: ofItems,
    ...notCopied(OF_THE_TEAM),
    erase: { set: { reason: 'null' } },
  },
  {
    table: 'work_skip',
    words: ['reason'],
    mentions: ['reason'],
    mine: ofItems,
    ...notCopied(OF_THE_TEAM),
    // A withdrawal from an item remains recorded.
    erase: { set: { reason: 'null' } },
  },
  {
    table: 'work_opened',
    mine: ofSubscription,
    ...notCopied('Atalho de quem atende; quem abriu a inscrição fica no registro de quem atende.'),
    erase: 'delete',
  },
];
