import { normaliseEmail, normalisePhone } from '@orbita/domain/foundation';
import sql, { empty, join, type Sql } from 'sql-template-tag';
import type { Runner } from '../../platform/database/index.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type Block, namedBy, whoHas } from './blocks.ts';

/** What somebody on the telephone says of herself. */
export type Said = Partial<Record<'document' | 'name' | 'email' | 'cellPhone', string | undefined>> & {
  documentType?: Block['documentType'] | undefined;
};

/** More people than this are no answer to a question. */
const MOST = 200;
const LEAST_LETTERS = 3;
/** Behind every name that begins with what stands before it. */
const LAST = '\u{10ffff}';

/** Ids of whose name, in that column, begins with the first word and has a word that begins with each of the others. */
const called = (tenantId: number, column: Sql, [first = '', ...others]: readonly string[]): Sql => {
  const further = others.map((word) => sql` and position(' ' || plain_name(${word}::text) in ${column}) > 0`);
  return sql`
    select id from person
    where tenant_id = ${tenantId} and ${column} >= plain_name(${first}::text)
      and ${column} < plain_name(${first}::text) || ${LAST}::text ${further.length > 0 ? join(further, '') : empty}`;
};

// As an array: a list of unknown length would have all people read beside it.
const oneOf = (ids: Sql): Sql => sql`p.id = any(array(${ids}))`;

function ofName(tenantId: number, name: string): Sql {
  const words = name.trim().split(/\s+/);
  if ((words[0]?.length ?? 0) < LEAST_LETTERS)
    invalid([{ field: 'name', message: `Give at least ${LEAST_LETTERS} letters of the first name` }]);
  return oneOf(sql`${called(tenantId, sql`search_name`, words)}
    union ${called(tenantId, sql`search_social_name`, words)}`);
}

/**
 * Ids of the people of whom all that is said is so (decision 0048). 422 where nothing is said, where what is said is no
 * document or too little of a name, and where more than 200 people are meant.
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
