import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { House } from '../platform/house.ts';
import type { Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { remember } from '../tenancy/index.ts';
import { sendTagged, tagOf } from './tag.ts';

type State = { id: number; name: string; uf: string };

/** Answers a list of all tenants with a tag, so that a browser that has it is not sent it again. */
const tagged = async (
  house: House,
  request: FastifyRequest,
  key: string,
  load: () => Promise<unknown>,
): Promise<Reply> =>
  sendTagged(request, await remember(house, `reference:${key}`, async () => tagOf(await load())));

const stateById = (house: House, id: number) =>
  house.db.global.one<State>(sql`select id, name, uf from state where id = ${id}`);

export const genders = (house: House, request: FastifyRequest): Promise<Reply> =>
  tagged(house, request, 'genders', () => house.db.global.many(sql`select id, name from gender order by id`));

export const states = (house: House, request: FastifyRequest): Promise<Reply> =>
  tagged(house, request, 'states', () =>
    house.db.global.many(sql`select id, name, uf from state order by name`),
  );

/** One federative unit by its IBGE code; `NOT_FOUND`. */
export async function state(house: House, request: FastifyRequest, id: number): Promise<Reply> {
  const found = (id < 100 ? await stateById(house, id) : undefined) ?? fail('NOT_FOUND');
  return sendTagged(request, tagOf(found));
}

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
