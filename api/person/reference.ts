import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { remember } from '../tenancy/index.ts';

type State = { id: number; name: string; uf: string };

/** Reference lists change with the law, not with the day. */
const CACHE = 'public, max-age=86400';

/** Answers a list of all tenants with a tag, so that a browser that has it is not sent it again. */
async function tagged(
  house: House,
  request: FastifyRequest,
  key: string,
  load: () => Promise<unknown>,
): Promise<Reply> {
  const { body, etag } = await remember(house, `reference:${key}`, async () => {
    const body = await load();
    return {
      body,
      etag: `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`,
    };
  });
  const headers = { 'cache-control': CACHE, etag };
  if (request.headers['if-none-match'] === etag) return reply(304, undefined, { headers });
  return reply(200, body, { headers });
}

const stateById = (house: House, id: number) =>
  house.db.global.one<State>(sql`select id, name, uf from state where id = ${id}`);

export const genders = (house: House, request: FastifyRequest): Promise<Reply> =>
  tagged(house, request, 'genders', () => house.db.global.many(sql`select id, name from gender order by id`));

export const states = (house: House, request: FastifyRequest): Promise<Reply> =>
  tagged(house, request, 'states', () =>
    house.db.global.many(sql`select id, name, uf from state order by name`),
  );

/** One federative unit by its IBGE code; `NOT_FOUND`. */
export const state = async (house: House, id: number): Promise<Reply> =>
  reply(200, (id < 100 ? await stateById(house, id) : undefined) ?? fail('NOT_FOUND'));

/** Municipalities of a federative unit by name; `NOT_FOUND`. */
export async function cities(house: House, request: FastifyRequest, stateId: number): Promise<Reply> {
  if (stateId >= 100 || !(await stateById(house, stateId))) fail('NOT_FOUND');
  return tagged(house, request, `cities:${stateId}`, () =>
    house.db.global.many(sql`select id, name from city where state_id = ${stateId} order by search_name, id`),
  );
}

type City = { id: number; name: string; state_id: number; uf: string };

/** A municipality with its state; undefined for a code IBGE does not have. */
export const cityById = async (house: House, id: number): Promise<City | undefined> =>
  Number.isInteger(id) && id > 0 && id <= 9_999_999
    ? house.db.global.one<City>(sql`
        select c.id, c.name, c.state_id, s.uf from city c join state s on s.id = c.state_id where c.id = ${id}`)
    : undefined;
