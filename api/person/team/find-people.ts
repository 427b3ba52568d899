import { normaliseEmail, normalisePhone } from '@orbita/domain/foundation';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Block, namedBy, whoHas } from './blocks.ts';
import { called, isCalled, LEAST_LETTERS } from './find-by-name.ts';

/** Search terms, as given by a person on the telephone. */
export type Said = Partial<Record<'document' | 'name' | 'email' | 'cellPhone', string | undefined>> & {
  documentType?: Block['documentType'] | undefined;
};

/** A search that matches more people than this is too vague. */
const MOST = 200;

// As an array, because a list of unknown length would make the planner read all people.
const oneOf = (ids: Sql): Sql => sql`p.id = any(array(${ids}))`;

function wordsOf(name: string): string[] {
  const words = name.trim().split(/\s+/);
  if ((words[0]?.length ?? 0) < LEAST_LETTERS)
    invalid([{ field: 'name', message: `Give at least ${LEAST_LETTERS} letters of the first name` }]);
  return words;
}

function tooMany(): never {
  fail('VALIDATION', {
    errors: [{ field: 'name', message: `More than ${MOST} people may be meant: say more of them` }],
  });
}

/** Ids of people with a name, when no other term is given. */
async function namedPeople(on: Runner, words: readonly string[]): Promise<number[]> {
  const found = await on.one<{ ids: number[]; cut: boolean }>(called(on.tenantId, words, { most: MOST + 1 }));
  if (!found || found.cut || found.ids.length > MOST) tooMany();
  return found.ids;
}

/**
 * Ids of the people who match all given terms. 422 when there is no term, for an invalid document, a name that is too short, or
 * more than 200 matches.
 */
export async function findPeople(on: Runner, said: Said): Promise<number[]> {
  const { documentType = 'cpf', document, name, email, cellPhone } = said;
  const words = name ? wordsOf(name) : undefined;
  const others = [
    document ? oneOf(whoHas(on.tenantId, namedBy(documentType, document))) : empty,
    email ? sql`p.email = ${normaliseEmail(email)}::text` : empty,
    cellPhone ? sql`p.cell_phone = ${normalisePhone(cellPhone)}::text` : empty,
  ].filter((one) => one !== empty);
  if (others.length === 0 && words) return namedPeople(on, words);
  if (others.length === 0)
    invalid([{ field: 'document', message: 'Give a document, name, email or cellPhone' }]);
  const conditions = words ? [...others, isCalled(words)] : others;
  const people = await on.many<{ id: number }>(sql`
    select p.id from person p where p.tenant_id = ${on.tenantId} and ${join(conditions, ' and ')} limit ${MOST + 1}::int`);
  if (people.length > MOST) tooMany();
  return people.map(({ id }) => id);
}
