import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchForm } from '@orbita/domain/offering';
import sql from 'sql-template-tag';
import type { Database } from '../platform/database/types.ts';

/** Genders of spec 6.1. */
const GENDERS = ['Feminino', 'Masculino', 'Não binário', 'Prefiro não informar'];

/**
 * Lines of the IBGE table: `31 ⇥ Minas Gerais ⇥ MG` for a state, `3106200 ⇥ Belo Horizonte` for a
 * municipality.
 */
const readPlaces = () => {
  const lines = readFileSync(join(import.meta.dirname, 'places.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const rows = lines.map((line) => line.split('\t'));
  const states = rows
    .filter((row) => row.length === 3)
    .map(([id, name, uf]) => ({ id: Number(id), name, uf }));
  const cities = rows
    .filter((row) => row.length === 2)
    .map(([id = '', name = '']) => ({
      id: Number(id),
      state_id: Number(id.slice(0, 2)),
      name,
      search_name: searchForm(name),
    }));
  return { states, cities };
};

/**
 * Loads genders, the 27 states and all municipalities with their IBGE codes; does nothing when they exist.
 */
export async function loadReference(db: Database): Promise<void> {
  const known = await db.global.one<{ genders: number; cities: number }>(sql`
    select (select count(*)::int from gender) as genders, (select count(*)::int from city) as cities`);
  const { states, cities } = readPlaces();
  if (known?.genders === GENDERS.length && known.cities >= cities.length) return;
  const genders = GENDERS.map((name, index) => ({ id: index + 1, name }));
  await db.global.many(sql`
    insert into gender (id, name) select id, name from jsonb_to_recordset(${JSON.stringify(genders)}::jsonb) as r(id int, name text)
    on conflict (id) do update set name = excluded.name`);
  await db.global.many(sql`
    insert into state (id, name, uf) select id, name, uf from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as r(id int, name text, uf text)
    on conflict (id) do update set name = excluded.name, uf = excluded.uf`);
  await db.global.many(sql`
    insert into city (id, state_id, name, search_name)
    select id, state_id, name, search_name
    from jsonb_to_recordset(${JSON.stringify(cities)}::jsonb) as r(id int, state_id int, name text, search_name text)
    on conflict (id) do update set name = excluded.name, search_name = excluded.search_name`);
}
