import sql from 'sql-template-tag';
import type { SignedIn } from './enrolling.ts';
import { tenantIdOf } from './full-person.ts';
import type { Client, Harness } from './harness.ts';
import { apply, bodyOf } from './journey.ts';
import { personAt } from './person-at.ts';
import { finishEssay, newKey, saveDraft, startEssay } from './requests.ts';
import { type Grants, staffIn } from './staff.ts';

/** A text of `words` words that no other text shares. */
export const ownText = (mark: string, words = 180): string =>
  Array.from({ length: words }, (_, at) => `${mark}${at}`).join(' ');

export type Author = SignedIn & { id: number; essayId: number };

/** A new candidate in the middle of an essay of Administração. */
export async function writing(harness: Harness, text: string): Promise<Author> {
  const who = await personAt(harness, 'account');
  const { id } = await apply(who.client);
  const { id: essayId, revision } = bodyOf(await startEssay(who.client, id));
  bodyOf(await saveDraft(who.client, essayId, { essay: text, revision }));
  return { ...who, id, essayId };
}

/** A new candidate who has submitted an essay. */
export async function author(harness: Harness, text: string): Promise<Author> {
  const who = await writing(harness, text);
  bodyOf(await finishEssay(who.client, who.essayId, text));
  return who;
}

/** Sets a parameter of the institution with the code. */
export async function setParameter(harness: Harness, name: string, value: unknown, code = 'CUA01') {
  const tenantId = await tenantIdOf(harness, 'alfa');
  await harness.platform.db.tenant(tenantId).one(sql`
    insert into parameter (tenant_id, level, owner_id, internal_value, value)
    select ${tenantId}, 'institution', i.id, ${name}::text, ${JSON.stringify(value)}::jsonb from institution i
    where i.tenant_id = ${tenantId} and i.code = ${code}
    on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value returning owner_id`);
}

/** A member of the team with a name, signed in. */
export async function personOf(harness: Harness, name: string, grants: Grants) {
  const person = await staffIn(harness, grants);
  const tenantId = await tenantIdOf(harness, 'alfa');
  await harness.platform.db.tenant(tenantId).one(sql`
    update staff set name = ${name} where tenant_id = ${tenantId} and id = ${person.staffId} returning id`);
  return { ...person, name };
}

type Mark = {
  score: number;
  hasPlagiarism?: boolean;
  feedback?: string;
  secondGrade?: boolean;
  competences?: number[];
};

/** What a grader does in the console. */
export const grader = (client: Client) => {
  const shown = async (essayId: number) =>
    bodyOf(await client.call('GET /operations/essays/{id}', { params: { id: essayId } }));
  return {
    shown,
    next: (queue: 'essays' | 'second-grades' | 'third-grades' = 'essays') =>
      client.call('POST /operations/queues/{queue}/next', { params: { queue }, body: {} }),
    claim: (itemId: number, takeOver = false) =>
      client.call('POST /operations/claims', { body: { kind: 'essay', itemId, takeOver } }),
    /** Sends a mark with the currently shown version, unless another is given. */
    mark: async (essayId: number, mark: Mark, more: { version?: number | null; key?: string } = {}) =>
      client.call('POST /operations/essays/{id}/grade', {
        params: { id: essayId },
        headers: more.key ? { 'idempotency-key': more.key } : newKey(),
        body: {
          hasPlagiarism: false,
          feedback: 'Texto claro.',
          ...mark,
          version: more.version === undefined ? (await shown(essayId)).version : more.version,
        },
      }),
    draft: (essayId: number, feedback: string, score = 640) =>
      client.call('PUT /operations/essays/{id}/grade-draft', {
        params: { id: essayId },
        body: { score, feedback },
      }),
    recuse: (essayId: number, reason?: string) =>
      client.call('POST /operations/essays/{id}/recusal', { params: { id: essayId }, body: { reason } }),
  };
};
