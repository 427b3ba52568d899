import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Client, Harness } from './harness.ts';
import { bodyOf } from './journey.ts';
import {
  accepted,
  applications,
  approved,
  createPeople,
  type Node,
  type OneOfMany,
  type Place,
} from './many-people.ts';
import { type Choice, readContract, requestPlace, sendAcceptance } from './requests.ts';

/** Where most races take place, and a course in the same offer with one free place. */
export const HERE: Place = { offer: 'ADM-ESSAY', course: 'ADM', pole: 'BH', type: 'essay' };
export const LAST: Place = { ...HERE, course: 'CCO', pole: 'CT' };

/** A person with an application. */
export type Who = OneOfMany & { id: number };
export type Answer = { status: number; body: { code?: string; status?: number; id?: number } };

/** Number of answers with one of the codes or statuses. */
export const count = (answers: readonly Answer[], ...wanted: (string | number)[]): number =>
  answers.filter(({ status, body }) => wanted.includes(body.code ?? status)).length;

/** Sends a call again as long as too many others arrive (503 `BUSY`, by which nothing was done), as the pages do. */
async function whileBusy<A extends Answer>(send: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await send();
    if (answer.body.code !== 'BUSY') return answer;
    await pause(250);
  }
}

/** Makes both calls simultaneously, on two nodes; every other time the second one starts a little earlier. */
export async function race<A, B>(
  many: readonly Who[],
  one: (who: Who) => () => Promise<A>,
  other: (who: Who) => () => Promise<B>,
): Promise<[A, B][]> {
  return Promise.all(
    many.map(async (who, n) => {
      const [first, second] = [one(who), other(who)];
      if (n % 2) {
        const ahead = second();
        return [await first(), await ahead] as [A, B];
      }
      return Promise.all([first(), second()]);
    }),
  );
}

/** Helpers for races on either of two nodes of the demo tenant. */
export function racing(harness: Harness, node: Node) {
  const on = () => harness.platform.db.tenant(1);
  const idOf = async (query: ReturnType<typeof sql>) => (await on().one<{ id: number }>(query))?.id ?? 0;
  return {
    on,
    idOf,
    /** A person's browser at one of the two nodes. */
    at: (who: OneOfMany, n: number): Client => (n % 2 ? node.client(who) : who.client),
    choice: async ({ offer, course, pole }: Place): Promise<Choice> => ({
      institutionCode: 'CUA01',
      offerId: await idOf(sql`select id from offer where tenant_id = 1 and code = ${offer}`),
      courseId: await idOf(sql`select id from course where tenant_id = 1 and code = ${course}`),
      poleId: await idOf(sql`select id from pole where tenant_id = 1 and code = ${pole}`),
    }),
    create: (client: Client, wish: Choice) => whileBusy(() => requestPlace(client, wish)),
    /** People with an application in 1, 3 or 6. */
    async people(size: number, status: 1 | 3 | 6, place: Place = HERE): Promise<Who[]> {
      const found = await createPeople(harness, size);
      const ids = await applications(harness, found, place);
      if (status > 1) await approved(harness, 1, ids);
      if (status > 3) await accepted(harness, 1, ids);
      return found.map((one, n) => ({ ...one, id: ids[n] ?? 0 }));
    },
    /** Reads the contract and returns the call that accepts it. */
    async readyToAccept(who: Who, client: Client): Promise<() => Promise<Answer>> {
      const { contract } = bodyOf(await readContract(client, who.id));
      return () => whileBusy(() => sendAcceptance(client, who.id, contract));
    },
    /** Places taken, according to the catalogue's counter and to the applications. */
    placeOf: ({ offer, course, pole }: Place) =>
      on().one<{ taken: number; living: number }>(sql`
        select p.taken, (select count(*)::int from subscription s where s.tenant_id = 1 and s.offer_id = p.offer_id
          and s.course_id = p.course_id and s.pole_id = p.pole_id and s.holds_place) as living
        from offer_course_pole p
        where p.tenant_id = 1 and p.offer_id = (select id from offer where tenant_id = 1 and code = ${offer})
          and p.course_id = (select id from course where tenant_id = 1 and code = ${course})
          and p.pole_id = (select id from pole where tenant_id = 1 and code = ${pole})`),
    /** The first plan of the enrolment that an application may choose. */
    priceOf: (subscriptionId: number) =>
      idOf(sql`
        select p.id from price p join price_list l on l.tenant_id = p.tenant_id and l.id = p.price_list_id
        join subscription s on s.tenant_id = l.tenant_id and s.course_id = l.course_id and s.intake_id = l.intake_id
        where s.tenant_id = 1 and s.id = ${subscriptionId} and p.kind in ('enrollment', 'total')
        order by p.id limit 1`),
  };
}
