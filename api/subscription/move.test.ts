import { type Facts, type HistoryRow, historyPath } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import type { Tx } from '../platform/database/types.ts';
import { AppError } from '../platform/http/errors.ts';
import { createSubscription } from './create.ts';
import { stateOf } from './facts.ts';
import { type MoveCommand, moveSubscription } from './move.ts';

let harness: Harness;
let count = 4000;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const on = () => harness.platform.db.tenant(1);
const write = <T>(work: (tx: Tx) => Promise<T>) => harness.platform.db.write(1, work);
const move = (command: MoveCommand) => write((tx) => moveSubscription(tx, harness.platform, command));
const code = (error: unknown) => (error instanceof AppError ? error.code : String(error));

const DATA: Facts = { dataComplete: true, guardianComplete: true, disciplinesComplete: true, minor: false };
const approve = (subscriptionId: number) =>
  move({
    subscriptionId,
    event: 'essay-approved',
    actor: 'operations',
    facts: { essay: { score: 720, minimum: 200, plagiarism: false } },
  });
const accept = (subscriptionId: number) =>
  move({ subscriptionId, event: 'contract-accepted', actor: 'candidate', facts: DATA });

/** An application created without HTTP, for tests with many candidates. */
async function applicant(pole = 'BH', offer = 'ADM-ESSAY', course = 'ADM') {
  const n = count++;
  const person = inventedPerson(n);
  return write(async (tx) => {
    const row = await tx.one<{ id: number }>(sql`
      insert into person (tenant_id, name, birth_date, cpf, email, cell_phone, created_at, updated_at)
      values (1, ${person.name}, ${person.birthDate}, ${person.cpf}, ${person.email}, ${person.cellPhone},
        ${harness.clock.now()}, ${harness.clock.now()}) returning id`);
    const place = await tx.one<{ o: number; c: number; p: number }>(sql`
      select o.id as o, c.id as c, p.id as p from offer o, course c, pole p
      where o.tenant_id = 1 and o.code = ${offer} and c.tenant_id = 1 and c.code = ${course}
        and p.tenant_id = 1 and p.code = ${pole}`);
    const { id } = await createSubscription(tx, harness.platform, {
      personId: row?.id ?? 0,
      offerId: place?.o ?? 0,
      courseId: place?.c ?? 0,
      poleId: place?.p ?? 0,
      schooling: { level: 'high-school' },
      actor: 'candidate',
    });
    return id;
  });
}
const taken = async (pole: string, course = 'ADM') =>
  (
    await on().one<{ taken: number; vacancies: number }>(sql`
      select ocp.taken, ocp.vacancies from offer_course_pole ocp
      join offer o on o.tenant_id = ocp.tenant_id and o.id = ocp.offer_id and o.code = 'ADM-ESSAY'
      join course c on c.tenant_id = ocp.tenant_id and c.id = ocp.course_id and c.code = ${course}
      join pole p on p.tenant_id = ocp.tenant_id and p.id = ocp.pole_id and p.code = ${pole}
      where ocp.tenant_id = 1`)
  )?.taken;
const historyOf = (id: number) =>
  on().many<HistoryRow>(sql`
    select from_status as "from", to_status as "to", event, actor from status_history
    where tenant_id = 1 and subscription_id = ${id} order by id`);

describe('a sequence of transitions', () => {
  it('goes 1 → 3 → 4 → 6 and on after the payment', async () => {
    const id = await applicant();
    const before = await taken('BH');
    expect(await approve(id)).toMatchObject({ from: 1, to: 3, version: 2 });
    const moved = await accept(id);
    expect(moved.moves.map(({ from, to, event }) => [from, to, event])).toEqual([
      [3, 4, 'contract-accepted'],
      [4, 6, 'payment-required'],
    ]);
    expect(moved.version).toBe(4);
    expect(await taken('BH')).toBe((before ?? 0) + 1);
    const state = await stateOf(on(), id);
    expect(state?.payment_deadline?.toISOString()).toBe('2026-01-20T02:59:59.999Z');
    const paid = { subscriptionId: id, event: 'payment-confirmed', actor: 'system' } as const;
    expect(await move({ ...paid, facts: { documentsOpen: true } })).toMatchObject({ from: 6, to: 5 });
    expect((await stateOf(on(), id))?.is_paid).toBe(true);
    const history = await historyOf(id);
    expect(historyPath(history, 'essay')).toBeUndefined();
    const live = await on().many<{ data: Record<string, unknown> }>(sql`
      select data from outbox_event where tenant_id = 1 and subscription_id = ${id}
        and type = 'subscription.status-changed' order by id`);
    expect(live.map(({ data }) => data.to)).toEqual(history.map(({ to }) => to));
    expect(live[2]?.data).toMatchObject({
      from: 3,
      to: 4,
      event: 'contract-accepted',
      statusName: 'Contrato aceito',
    });
    expect(live[3]?.data).toMatchObject({
      from: 4,
      to: 6,
      statusName: 'Matrícula pendente',
      page: 'payment',
    });
  });

  it('releases the place when the candidate leaves', async () => {
    const id = await applicant();
    await approve(id);
    const before = await taken('BH');
    await accept(id);
    await move({ subscriptionId: id, event: 'cancel-requested', actor: 'candidate', reason: 'gave-up' });
    expect(await taken('BH')).toBe(before);
    expect((await stateOf(on(), id))?.status).toBe(13);
  });

  it('refuses a transition outside the table and writes nothing', async () => {
    const id = await applicant();
    const refusal = await accept(id).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED', extra: { status: 1 } });
    expect(await historyOf(id)).toHaveLength(1);
  });

  it('reports missing data before it checks the vacancies', async () => {
    const id = await applicant();
    await approve(id);
    const bare = { subscriptionId: id, event: 'contract-accepted', actor: 'candidate' } as const;
    expect(await move(bare).catch(code)).toBe('DATA_INCOMPLETE');
    expect(
      await move({ ...bare, facts: { ...DATA, minor: true, guardianComplete: false } }).catch(code),
    ).toBe('GUARDIAN_REQUIRED');
  });

  it('extends the deadline after a late decision of the institution', async () => {
    const id = await applicant();
    harness.clock.set(new Date('2026-02-14T09:00:00-03:00'));
    await approve(id);
    const state = await stateOf(on(), id);
    expect([state?.extended_end, state?.last_day]).toEqual(['2026-02-17', '2026-02-17']);
    expect(await accept(id)).toMatchObject({ to: 6 });
    expect((await stateOf(on(), id))?.payment_deadline?.toISOString()).toBe('2026-02-18T02:59:59.999Z');
    harness.clock.set(new Date(T0));
  });

  it('forbids a new application in the intake after plagiarism', async () => {
    const client = harness.visitor();
    client.headers = { 'x-forwarded-for': '10.77.0.1' };
    await signUp(client, inventedPerson(count++));
    const { id } = await apply(client);
    await move({
      subscriptionId: id,
      event: 'essay-rejected',
      actor: 'operations',
      facts: { essay: { score: 0, minimum: 200, plagiarism: true } },
    });
    await expect(apply(client)).rejects.toThrow('SUBSCRIPTION_EXISTS');
    const answer = await client.call('PUT /candidate/subscriptions/{id}/status', {
      params: { id },
      body: { status: 1 },
    });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'TRANSITION_NOT_ALLOWED' }]);
  });
});

describe('concurrent transitions', () => {
  it('lets exactly one of two concurrent transitions succeed', async () => {
    const id = await applicant();
    const results = await Promise.allSettled([approve(id), approve(id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await historyOf(id)).filter(({ event }) => event === 'essay-approved')).toHaveLength(1);
  });

  it('gives the last place of Contagem to one of two candidates', async () => {
    const ids = [await applicant('CT'), await applicant('CT')];
    for (const id of ids) await approve(id);
    const results = await Promise.allSettled(ids.map(accept));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lost = results.find(({ status }) => status === 'rejected');
    expect(lost && 'reason' in lost && code(lost.reason)).toBe('NO_VACANCIES');
    expect(await taken('CT')).toBe(1);
  });
});
