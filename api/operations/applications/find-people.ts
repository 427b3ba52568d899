import { normaliseEmail, normalisePhone } from '@orbita/domain/foundation';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type Block, namedBy, whoHas } from './blocks.ts';

/** Search terms, as a person on the telephone gives them. */
export type Said = Partial<Record<'document' | 'name' | 'email' | 'cellPhone', string | undefined>> & {
  documentType?: Block['documentType'] | undefined;
};

/** A search that matches more people than this is too vague. */
const MOST = 200;
/** Letters of the first word without which a name says too little. */
export const LEAST_LETTERS = 3;
/** Sorts after every continuation of a prefix. */
const LAST = '\u{10ffff}';

/**
 * Ids of people whose name in that column begins with the first word and contains words that begin with each
 * of the others.
 */
export const called = (tenantId: number, column: Sql, [first = '', ...others]: readonly string[]): Sql => {
  const further = others.map((word) => sql` and position(' ' || plain_name(${word}::text) in ${column}) > 0`);
  return sql`
    select id from person
    where tenant_id = ${tenantId} and ${column} >= plain_name(${first}::text)
      and ${column} < plain_name(${first}::text) || ${LAST}::text ${further.length > 0 ? join(further, '') : empty}`;
};

// As an array, because a list of unknown length would make the planner read all people.
const oneOf = (ids: Sql): Sql => sql`p.id = any(array(${ids}))`;

function ofName(tenantId: number, name: string): Sql {
  const words = name.trim().split(/\s+/);
  if ((words[0]?.length ?? 0) < LEAST_LETTERS)
    invalid([{ field: 'name', message: `Give at least ${LEAST_LETTERS} letters of the first name` }]);
  return oneOf(sql`${called(tenantId, sql`search_name`, words)}
    union ${called(tenantId, sql`search_social_name`, words)}`);
}

/**
 * Ids of the people who match all given terms (decision 0048). 422 without any term, for an invalid document
 * or too short a name, and for more than 200 matches.
 */
export async function findPeople(on: Runner, tenantId: number, said: Said): Promise<number[]> {
  const { documentType = 'cpf', document, name, email, cellPhone } = said;
  const conditions = [
    document ? oneOf(whoHas(tenantId, namedBy(documentType, document))) : empty,
    name ? ofName(tenantId, name) : empty,
    email ? sql`p.email = ${normaliseEmail(email)}::text` : empty,
    cellPhone ? sql`p.cell_phone = ${normalisePhone(cellPhone)}::text` : empty,
  ].filter((one) => one !== empty);
  if (conditions.length === 0)
    invalid([{ field: 'document', message: 'Give a document, name, email or cellPhone' }]);
  const people = await on.many<{ id: number }>(sql`
    select p.id from person p where p.tenant_id = ${tenantId} and ${join(conditions, ' and ')} limit ${MOST + 1}::int`);
  if (people.length > MOST)
    invalid([{ field: 'name', message: `More than ${MOST} people are meant: say more of them` }]);
  return people.map(({ id }) => id);
}
