import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { remember } from '../tenancy/memory.ts';
import { sendTagged, tagOf } from './tag.ts';

type State = { id: number; name: string; uf: string };

/** Sends a list shared by all tenants with an entity tag, so that browsers do not download it again. */
const tagged = async (
  platform: Platform,
  request: FastifyRequest,
  key: string,
  load: () => Promise<unknown>,
): Promise<Reply> =>
  sendTagged(request, await remember(platform, `reference:${key}`, async () => tagOf(await load())));

// The database sorts by bytes, which puts Paraíba after Paraná.
const brazilian = new Intl.Collator('pt-BR');

const stateById = (platform: Platform, id: number) =>
  platform.db.global.one<State>(sql`select id, name, uf from state where id = ${id}`);

export const genders = (platform: Platform, request: FastifyRequest): Promise<Reply> =>
  tagged(platform, request, 'genders', () =>
    platform.db.global.many(sql`select id, name from gender order by id`),
  );

export const states = (platform: Platform, request: FastifyRequest): Promise<Reply> =>
  tagged(platform, request, 'states', async () =>
    (await platform.db.global.many<State>(sql`select id, name, uf from state`)).sort((a, b) =>
      brazilian.compare(a.name, b.name),
    ),
  );

/** One federative unit by its IBGE code; `NOT_FOUND`. */
export async function state(platform: Platform, request: FastifyRequest, id: number): Promise<Reply> {
  const found = (id < 100 ? await stateById(platform, id) : undefined) ?? fail('NOT_FOUND');
  return sendTagged(request, tagOf(found));
}

/** Municipalities of a federative unit, sorted by name; `NOT_FOUND`. */
export async function cities(platform: Platform, request: FastifyRequest, stateId: number): Promise<Reply> {
  if (stateId >= 100 || !(await stateById(platform, stateId))) fail('NOT_FOUND');
  return tagged(platform, request, `cities:${stateId}`, () =>
    platform.db.global.many(
      sql`select id, name from city where state_id = ${stateId} order by search_name, id`,
    ),
  );
}

type City = { id: number; name: string; state_id: number; uf: string };

/** A municipality with its state; undefined for a code that IBGE does not have. */
export const cityById = async (platform: Platform, id: number): Promise<City | undefined> =>
  Number.isInteger(id) && id > 0 && id <= 9_999_999
    ? platform.db.global.one<City>(sql`
        select c.id, c.name, c.state_id, s.uf from city c join state s on s.id = c.state_id where c.id = ${id}`)
    : undefined;
