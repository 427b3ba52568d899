import { type ActionName, allStatuses, STATUS, type Status } from '@orbita/domain/subscription';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../../testing/harness.ts';
import { bodyOf } from '../../../../testing/journey.ts';
import { personAt } from '../../../../testing/person-at.ts';
import { staffIn } from '../../../../testing/staff.ts';
import { saveSection } from '../../../admission/questionnaire.ts';
import { changeCourse } from '../../../commands/change-course.ts';
import { grantAccommodations } from '../../../essay/accommodation.ts';
import { grantAttempts } from '../../../essay/grant-attempts.ts';
import { requestManual } from '../../../payment/manual.ts';
import type { Tx } from '../../../platform/database/types.ts';
import type { Service, Tenant } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { bookTest } from '../../../selection/schedule/book.ts';
import { tenantByAlias } from '../../../tenancy/hosts.ts';
import { type SubscriptionState, stateOf } from '../../facts.ts';
import { moveSubscription } from '../../move.ts';
import { setStudentNumber } from '../../student-number.ts';
import { analyse } from '../decisions.ts';
import { reinstate } from '../leaving/routes.ts';
import { actionsOf } from './show.ts';

const CALL = 'GET /operations/subscriptions/{id}/actions';
let harness: Harness;
let tenant: Tenant;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenant = (await tenantByAlias(harness.platform, 'alfa')) as Tenant;
});
afterAll(() => harness?.stop());

const ALL: Service = {
  tokenName: 'Secretaria',
  scopes: [],
  institutions: null,
  operator: null,
  development: true,
  tenantId: null,
  tokenId: null,
};

class Undone extends Error {}
/** Returns the result of a piece of work and undoes its effects. */
async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  let answer: { value: T } | undefined;
  await tx
    .savepoint(async () => {
      answer = { value: await work() };
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return (answer as { value: T }).value;
}

const PLACES = [
  { type: 'essay', offer: 'ADM-ESSAY', course: 'ADM', pole: 'BH' },
  { type: 'graduation', offer: 'ADM-ENEM', course: 'ADM', pole: 'BH' },
  { type: 'graduation', offer: 'ENF-TEST', course: 'ENF', pole: 'CENTRO' },
  { type: 'graduation', offer: 'PSI-TRANSF', course: 'PSI', pole: 'CENTRO' },
  { type: 'postgraduate', offer: 'MBA-GESTAO', course: 'MBA-GES', pole: 'SP' },
  { type: 'extension', offer: 'EXT-EXCEL', course: 'EXC', pole: 'BH' },
  { type: 'tax', offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP' },
] as const;

/** The real act behind an action, as performed by its call; those on people and lists have their own tests. */
const acts = (tx: Tx, id: number, row: SubscriptionState, slot: number) => {
  const { platform } = harness;
  const move = (event: 'disqualified' | 'selection-documents-approved' | 'analysis-rejected') => () =>
    moveSubscription(tx, platform, { subscriptionId: id, event, actor: 'operations', reason: 'Motivo' });
  const found = { favourable: false, accepted: [], term: null, by: 'Secretaria' };
  return {
    reinstate: () => reinstate(tx, platform, id, 'Pagou no prazo'),
    disqualify: move('disqualified'),
    'change-course': () =>
      changeCourse(
        tx,
        platform,
        { subscriptionId: id, courseId: row.course_id, poleId: row.pole_id },
        { service: ALL, reason: 'Motivo', seen: null },
      ),
    'approve-selection': move('selection-documents-approved'),
    'reject-selection': move('analysis-rejected'),
    'book-test': () => bookTest(tx, platform, { subscriptionId: id, hourId: slot, actor: 'operations' }),
    'answer-questionnaire': () => {
      const session = { personId: row.person_id, scope: { subscriptionId: id } };
      const caller = { platform, tenant, session, header: () => undefined };
      return saveSection(caller, id, 'graduate', () => ({ rows: [] }), tx);
    },
    'analyse-disciplines': () => analyse(tx, platform, id, found, { by: 'Secretaria' }),
    'grant-attempt': () => grantAttempts(tx, platform, id, 1, 'Secretaria'),
    'grant-accommodations': () =>
      grantAccommodations(
        tx,
        platform,
        id,
        { essayExtraMinutes: 30, notes: null, message: null },
        { by: 'Secretaria', keptAs: 'Secretaria' },
      ),
    'receive-payment': async () => {
      const state = await stateOf(tx, id);
      const purpose = state?.status === STATUS.PendingTax ? 'tax' : 'enrollment';
      const wanted = { purpose, amountCents: 36_000, reason: 'Paga em dinheiro' } as const;
      return requestManual(tx, platform, id, 'Secretaria', wanted);
    },
    'student-number': async () => {
      const state = await stateOf(tx, id);
      if (state) await setStudentNumber(tx, platform, state, `N-${id}`);
    },
  };
};
const outcomeOf = (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

type Situation = { status: Status; expired: boolean };
const SITUATIONS: Situation[] = [
  ...allStatuses.map((status) => ({ status, expired: false })),
  { status: STATUS.Canceled, expired: true },
];

describe.each(PLACES)('an application of type $type for $offer', (place) => {
  it('predicts for every action, in every status, what its call answers', { timeout: 300_000 }, async () => {
    const who = await personAt(harness, 'payment', { ...place, emailConfirmed: true });
    const wrong: unknown[] = [];
    let compared = 0;
    await harness.platform.db.write(who.tenantId, async (tx) => {
      const slot = await tx.one<{ id: number }>(sql`
        select h.id from schedule_slot h join subscription s on s.tenant_id = h.tenant_id
          and s.offer_id = h.offer_id and s.pole_id = h.pole_id
        where s.tenant_id = ${tx.tenantId} and s.id = ${who.id} order by h.id limit 1`);
      for (const { status, expired } of SITUATIONS)
        await undone(tx, async () => {
          await tx.one(sql`
            update subscription set status = ${status}::int where tenant_id = ${tx.tenantId} and id = ${who.id}
            returning id`);
          if (expired)
            await tx.one(sql`
              insert into status_history (tenant_id, subscription_id, from_status, to_status, event, transition,
                actor, at)
              values (${tx.tenantId}, ${who.id}, 3, 13, 'intake-expired', 'TR-86', 'system',
                ${harness.clock.now()}::timestamptz) returning id`);
          const row = await stateOf(tx, who.id);
          if (!row) throw new Error('no application');
          const answered = await actionsOf(tx, harness.platform, ALL, row);
          for (const [action, work] of Object.entries<() => Promise<unknown>>(
            acts(tx, who.id, row, slot?.id ?? 0),
          )) {
            const shown = answered.find((one) => one.action === (action as ActionName));
            if (!shown) continue;
            const real = await undone(tx, () => outcomeOf(() => tx.savepoint<unknown>(work)));
            compared += 1;
            const said = shown.allowed ? 'done' : shown.reason?.code;
            if (said !== real) wrong.push([action, status, expired, said, real]);
            if (!shown.allowed) expect(shown.reason?.text).toMatch(/\.$/);
          }
        });
    });
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(SITUATIONS.length * 3);
  });
});

describe('an action is refused', () => {
  const show = async (client: Client, id: number) => {
    const list = bodyOf(await client.call(CALL, { params: { id } }));
    return (action: ActionName) => list.find((one) => one.action === action);
  };

  it('to a role without its scope, naming the roles that have it', async () => {
    const { client } = await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const of = await show(client, who.id);
    expect(of('refund')).toMatchObject({
      allowed: false,
      reason: { code: 'FORBIDDEN', text: 'Sua função não permite. Quem pode: Financeiro.' },
    });
    expect(of('reinstate')?.reason).toEqual({
      code: 'FORBIDDEN',
      text: 'Sua função não permite. Quem pode: Secretaria.',
    });
    expect(of('write-note')).toMatchObject({ allowed: true, reason: null });
  });

  it('in a status where it does not exist, and to staff of one institution where it needs all', async () => {
    const { client } = await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }]);
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const of = await show(client, who.id);
    expect(of('reinstate')?.reason).toEqual({
      code: 'TRANSITION_NOT_ALLOWED',
      text: 'Não disponível na situação "Matrícula pendente".',
    });
    expect(of('block')?.reason).toEqual({
      code: 'FORBIDDEN',
      text: 'Só quem atende todas as instituições pode.',
    });
    expect(of('disqualify')).toMatchObject({ allowed: true, transition: 'TR-96' });
    expect(of('unblock')).toBeUndefined();
  });

  it('by a role held elsewhere: a scope counts for its own institution only', async () => {
    const { client } = await staffIn(harness, [
      { role: 'atendimento', institutions: ['CUA01'] },
      { role: 'financeiro', institutions: ['EPA01'] },
    ]);
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    expect((await show(client, who.id))('refund')?.reason?.code).toBe('FORBIDDEN');
  });
});

describe('an act of a team member', () => {
  it('requires the version seen, and is refused when it changed meanwhile', async () => {
    const { client } = await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }]);
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const params = { id: who.id };
    const { version } = bodyOf(await client.call('GET /operations/subscriptions/{id}', { params }));
    const act = (seen?: number) =>
      client.call('POST /operations/subscriptions/{id}/events', {
        params,
        body: { event: 'disqualified', reason: 'Documento falso', ...(seen ? { version: seen } : {}) },
      });
    expect([(await act()).status, (await act()).body]).toMatchObject([400, { code: 'VERSION_REQUIRED' }]);
    const old = await act(version + 1);
    expect([old.status, old.body]).toMatchObject([409, { code: 'VERSION_CONFLICT', version }]);
    expect((await act(version)).status).toBe(200);
    expect((await act(version)).body).toMatchObject({ code: 'VERSION_CONFLICT' });
  });
});

describe('the copy-link action', () => {
  it('is offered where the institution lets the team copy links', async () => {
    const { client } = await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
    const who = await personAt(harness, 'payment', { emailConfirmed: true });
    const names = async () =>
      bodyOf(await client.call(CALL, { params: { id: who.id } })).map(({ action }) => action);
    expect(await names()).toContain('view-as-candidate');
    expect(await names()).not.toContain('copy-link');
    await harness.platform.db.tenant(tenant.id).one(sql`
      insert into parameter (tenant_id, level, owner_id, internal_value, value)
      select tenant_id, 'institution', institution_id, 'StaffMayCopyAccessLinks', 'true'::jsonb
      from subscription where tenant_id = ${tenant.id} and id = ${who.id} returning internal_value`);
    expect(await names()).toContain('copy-link');
  });
});
