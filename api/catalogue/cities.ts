import { searchForm } from '@orbita/domain/offering';
import sql from 'sql-template-tag';
import type { Statements } from '../platform/database/types.ts';

const MOST = 20;

/**
 * Municipalities whose name starts with `name`, ignoring accents, with the code that a pole uses (`poles[].city`); at most 20.
 */
export const findCities = (on: Statements, name: string) =>
  on.many<{ code: number; name: string; uf: string }>(sql`
    select c.id as code, c.name, s.uf from city c join state s on s.id = c.state_id
    where starts_with(c.search_name, ${searchForm(name)}) order by c.search_name, s.uf limit ${MOST}::int`);
