import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import type { Tx } from '../platform/database/types.ts';
import type { Service } from '../platform/http/context.ts';
import { AppError } from '../platform/http/errors.ts';
import { actsOf, behalfReason, recordAct } from './acts.ts';
import { createSubscription } from './create.ts';
import { stateOf } from './facts.ts';
import { type MoveCommand, moveSubscription } from './move.ts';
import { takeStudentNumber } from './student-number-answer.ts';

/** Changes made by the institution and its systems, as recorded on an application. */
let harness: Harness;
let count = 4600;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const on = () => harness.platform.db.tenant(1);
const write = <T>(work: (tx: Tx) => Promise<T>) => harness.platform.db.write(1, work);
const move = (command: MoveCommand) => write((tx) => moveSubscription(tx, harness.platform, command));
const code = (error: unknown) => (error instanceof AppError ? error.code : String(error));

async function applicant(): Promise<number> {
  const client = harness.visitor();
  await signUp(client, inventedPerson(count++));
  return (await apply(client)).id;
}
const approve = (subscriptionId: number) =>
  move({
    ...{ subscriptionId, event: 'essay-approved', actor: 'operations' },
    facts: { essay: { score: 720, minimum: 200, plagiarism: false } },
  });
/** Accepts the contract of a free course that requires no documents. */
const acceptFree = (subscriptionId: number) =>
  move({
    ...{ subscriptionId, event: 'contract-accepted', actor: 'candidate' },
    facts: {
      ...{ dataComplete: true, guardianComplete: true, disciplinesComplete: true, minor: false },
      ...{ amountDue: 0, documentsOpen: false },
    },
  });
const taken = async (id: number) =>
  (
    await on().one<{ taken: number }>(sql`
      select ocp.taken from offer_course_pole ocp
      join subscription s on s.tenant_id = ocp.tenant_id and s.offer_id = ocp.offer_id
        and s.course_id = ocp.course_id and s.pole_id = ocp.pole_id
      where s.tenant_id = 1 and s.id = ${id}`)
  )?.taken ?? -1;

it('payment and document facts given by the caller also hold for the transitions that follow', async () => {
  const id = await applicant();
  await approve(id);
  const { moves } = await acceptFree(id);
  expect(moves.map(({ event }) => event)).toContain('payment-waived');
  expect((await stateOf(on(), id))?.status).toBe(7);
});

it('an application that holds its place takes no second one', async () => {
  const id = await applicant();
  await approve(id);
  await on().one(
    sql`update subscription set holds_place = true where tenant_id = 1 and id = ${id} returning id`,
  );
  const before = await taken(id);
  await acceptFree(id);
  expect(await taken(id)).toBe(before);
});

it('an application for something that does not exist is refused', async () => {
  const person = await on().one<{ id: number }>(sql`select max(id) as id from person where tenant_id = 1`);
  const wanted = { personId: person?.id ?? 0, offerId: -1, courseId: -1, poleId: -1 };
  const asked = { ...wanted, schooling: { level: 'high-school' }, actor: 'candidate' } as const;
  expect(await write((tx) => createSubscription(tx, harness.platform, asked)).catch(code)).toBe('NOT_FOUND');
});

describe("the student number in a system's answer (spec 17.5)", () => {
  const answer = (subscriptionId: number, text: string, kind = 'enrollment.completed') =>
    takeStudentNumber(harness.platform, 1, { kind, subscriptionId, text } as Parameters<
      typeof takeStudentNumber
    >[2]);

  it('is written on the application of an enrolled student, and a repeat changes nothing', async () => {
    const id = await applicant();
    await approve(id);
    await acceptFree(id);
    for (let times = 0; times < 2; times++) {
      expect(await answer(id, '{"studentLyceumId":"RA-4600"}')).toBeNull();
      expect((await stateOf(on(), id))?.student_lyceum_id).toBe('RA-4600');
    }
    const other = await applicant();
    await approve(other);
    await acceptFree(other);
    expect(await answer(other, '{"studentLyceumId":"RA-4600"}')).toBe('student number: STUDENT_NUMBER_TAKEN');
  });

  it('is recorded as refused before the enrolment, and other answers are ignored', async () => {
    const id = await applicant();
    expect(await answer(id, '{"studentLyceumId":"RA-4601"}')).toBe('student number: STATE_CONFLICT');
    for (const text of ['', ' ', 'ok', '{', '[]', '{"studentLyceumId":7}'])
      expect(await answer(id, text)).toBeNull();
    expect(await answer(id, '{"studentLyceumId":"RA-4601"}', 'application.created')).toBeNull();
    expect((await stateOf(on(), id))?.student_lyceum_id).toBeNull();
  });
});

describe('an act on behalf of a candidate', () => {
  const token: Service = {
    ...{ tokenName: 'academico', scopes: [], institutions: null, operator: null },
    ...{ development: false, tenantId: 1, tokenId: null },
  };
  const staff = { id: 1 } as Service['staff'];

  it('requires a reason from a team member, but not from a system (spec 25.6.2)', () => {
    expect(behalfReason(token, undefined)).toBeNull();
    expect(behalfReason(token, '  ')).toBeNull();
    expect(behalfReason({ ...token, staff }, ' pediu por telefone ')).toBe('pediu por telefone');
    for (const reason of [undefined, null, ' '])
      expect(() => behalfReason({ ...token, staff }, reason)).toThrow(AppError);
  });

  it('is recorded with its author, oldest first', async () => {
    const id = await applicant();
    const act = (service: Service, subject: string) =>
      write((tx) =>
        recordAct(tx, harness.platform, service, {
          ...{ subscriptionId: id, act: 'document-sent', subject, reason: null },
        }),
      );
    await act(token, 'RG');
    await act({ ...token, operator: 'secretaria' }, 'CPF');
    expect((await actsOf(on(), id)).map(({ act, subject }) => [act, subject])).toEqual([
      ['document-sent', 'RG'],
      ['document-sent', 'CPF'],
    ]);
    const made = await on().many<{ made_by: string; staff_id: number | null }>(sql`
      select made_by, staff_id from act_on_behalf where tenant_id = 1 and subscription_id = ${id} order by id`);
    expect(made).toEqual([
      { made_by: 'academico', staff_id: null },
      { made_by: 'academico / secretaria', staff_id: null },
    ]);
  });
});
