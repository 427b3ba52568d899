import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { DEVICE } from './bodies.ts';
import { accepted, applications, approved, crowd, type Node, type OneOfMany, type Place } from './crowd.ts';
import type { Client, Harness } from './harness.ts';

/** Where most races are run, and the course in the same offer that only one more may enter. */
export const HERE: Place = { offer: 'ADM-ESSAY', course: 'ADM', pole: 'BH', type: 'essay' };
export const LAST: Place = { ...HERE, course: 'CCO', pole: 'CT' };

/** Somebody of a crowd with an application. */
export type Who = OneOfMany & { id: number };
export type Answer = { status: number; body: { code?: string; status?: number; id?: number } };

/** How many answers have one of the codes, or without a code one of the statuses. */
export const count = (answers: readonly Answer[], ...wanted: (string | number)[]): number =>
  answers.filter(({ status, body }) => wanted.includes(body.code ?? status)).length;

/** Both movers at the same moment, on two nodes; every other time the second one is a little ahead. */
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

/** What those who race do, at either of two nodes of the demo tenant. */
export function racing(harness: Harness, node: Node) {
  const on = () => harness.house.db.tenant(1);
  const idOf = async (query: ReturnType<typeof sql>) => (await on().one<{ id: number }>(query))?.id ?? 0;
  return {
    on,
    idOf,
    /** Somebody's browser at one of the two nodes. */
    at: (who: OneOfMany, n: number): Client => (n % 2 ? node.client(who) : who.client),
    choice: async ({ offer, course, pole }: Place) => ({
      offerId: await idOf(sql`select id from offer where tenant_id = 1 and code = ${offer}`),
      courseId: await idOf(sql`select id from course where tenant_id = 1 and code = ${course}`),
      poleId: await idOf(sql`select id from pole where tenant_id = 1 and code = ${pole}`),
      schooling: { level: 'high-school' as const },
    }),
    create: (
      client: Client,
      body: { offerId: number; courseId: number; poleId: number; schooling: { level: 'high-school' } },
    ) =>
      client.call('POST /candidate/subscriptions', {
        body,
        headers: { ...client.headers, 'x-institution-code': 'CUA01' },
      }),
    /** People at 1, 3 or 6 of an application. */
    async people(size: number, status: 1 | 3 | 6, place: Place = HERE): Promise<Who[]> {
      const found = await crowd(harness, size);
      const ids = await applications(harness, found, place);
      if (status > 1) await approved(harness, 1, ids);
      if (status > 3) await accepted(harness, 1, ids);
      return found.map((one, n) => ({ ...one, id: ids[n] ?? 0 }));
    },
    /** The contract as shown to somebody: pressing the button is a call of its own. */
    async readyToAccept(who: Who, client: Client): Promise<() => Promise<Answer>> {
      const params = { id: who.id };
      const { body } = await client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
        params,
      });
      const { FormatedContract, Contract } = body.contract;
      return () =>
        client.call('POST /candidate/subscriptions/{id}/contract', {
          params,
          headers: { 'idempotency-key': randomUUID() },
          body: { FormatedContract, Contract, ...DEVICE },
        });
    },
    /** Places taken as the catalogue counts them and as applications hold them. */
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
