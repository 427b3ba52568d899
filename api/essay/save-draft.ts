import { countWords, draftErrors, ESSAY_LIMITS, GRACE_MS } from '@orbita/domain/essay';
import { isoInZone } from '@orbita/domain/foundation';
import { PARAMETERS } from '@orbita/domain/tenancy';
import sql, { type Sql } from 'sql-template-tag';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Caller } from '../subscription/own.ts';
import { settingValue } from '../tenancy/setting-value.ts';
import { refuseClosed } from './closed.ts';
import type { EssayRow } from './store.ts';

export type Draft = { title: string; essay: string; revision: number };

type Answer = Pick<EssayRow, 'state' | 'timed_out' | 'deadline' | 'revision' | 'time_zone'> & {
  max_characters: number;
  saved_at: Date | null;
  /** Whether this text is already stored because the response to an earlier attempt was lost. */
  same: boolean;
  saved_revision: number | null;
};

const givenMaxCharacters = settingValue('EssayMaxCharacters', {
  tenant: sql`s.tenant_id`,
  offer: sql`s.offer_id`,
  institution: sql`s.institution_id`,
  host: sql`s.host_id`,
});
const maxCharacters: Sql = sql`coalesce((${givenMaxCharacters} #>> '{}')::int,
  ${PARAMETERS.EssayMaxCharacters.fallback}::int)`;

/** Reads the essay, checks it and stores the text, all in a single statement, because this call has the highest rate. */
export const draftStatement = (
  tenantId: number,
  essayId: number,
  who: { personId: number; onlySubscription: number | null; institutionCode: string | null },
  draft: Draft,
  now: Date,
): Sql => sql`
  with mine as (
    select e.id, e.state, e.timed_out, e.deadline, e.revision, e.saved_at, e.title, e.body, t.time_zone,
      ${maxCharacters} as max_characters
    from essay e
    join subscription s on s.tenant_id = e.tenant_id and s.id = e.subscription_id
    join institution ins on ins.tenant_id = s.tenant_id and ins.id = s.institution_id
    join tenant t on t.id = e.tenant_id
    where e.tenant_id = ${tenantId} and e.id = ${essayId} and e.person_id = ${who.personId}
      and (${who.onlySubscription}::bigint is null or e.subscription_id = ${who.onlySubscription}::bigint)
      and (${who.institutionCode}::text is null or ins.code = ${who.institutionCode}::text)
  ), saved as (
    update essay e set title = ${draft.title}::text, body = ${draft.essay}::text, revision = e.revision + 1,
      saved_at = ${now}::timestamptz
    from mine m
    where e.tenant_id = ${tenantId} and e.id = ${essayId} and e.id = m.id and e.state = 'in-progress' and e.revision = ${draft.revision}::bigint
      and e.deadline >= ${new Date(now.getTime() - GRACE_MS)}::timestamptz
      and char_length(${draft.essay}::text) <= m.max_characters
      and char_length(${draft.title}::text) <= ${ESSAY_LIMITS.titleMax}::int
    returning e.revision
  )
  select m.state, m.timed_out, m.deadline, m.revision, m.saved_at, m.time_zone, m.max_characters,
    (m.title = ${draft.title}::text and m.body = ${draft.essay}::text) as same,
    (select revision from saved) as saved_revision
  from mine m`;

/** Stores the text of an essay (spec 10.4). */
export async function saveDraft(ctx: Caller, essayId: number, draft: Draft) {
  const { platform, tenant, session } = ctx;
  const now = platform.clock.now();
  const who = {
    personId: session.personId,
    onlySubscription: session.scope === 'candidate' ? null : session.scope.subscriptionId,
    institutionCode: ctx.header('x-institution-code') || null,
  };
  const found = await platform.db
    .tenant(tenant.id)
    .one<Answer>(draftStatement(tenant.id, essayId, who, draft, now));
  if (!found) fail('NOT_FOUND');
  invalid(draftErrors(draft, { ...ESSAY_LIMITS, maxCharacters: found.max_characters }));
  const answer = (revision: number, savedAt: Date) => ({
    revision,
    savedAt: isoInZone(savedAt, found.time_zone),
    wordCount: countWords(draft.essay),
    dateNow: isoInZone(now, found.time_zone),
  });
  if (found.saved_revision !== null) return answer(found.saved_revision, now);
  refuseClosed(found, now);
  if (found.same && found.saved_at && found.revision === draft.revision + 1) {
    return answer(found.revision, found.saved_at);
  }
  fail('STALE_REVISION', { extra: { revision: found.revision } });
}
