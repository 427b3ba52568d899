import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { setTenantParameters } from '../../testing/parameters.ts';
import { CANDIDATE_01 } from '../../testing/people.ts';
import { type Grants, newInvite, staffIn } from '../../testing/staff.ts';
import type { OtherCount } from '../work/count.ts';

let harness: Harness;
let tenantId: number;
let of: FullPerson;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = await tenantIdOf(harness, 'alfa');
  // One of her documents is waiting at CUA01, since the morning of Monday 12 January.
  of = await fullPerson(harness, CANDIDATE_01);
  // Nothing else of hers is.
  await on().many(sql`
    update document_case set state = 'kept', decided_at = opened_at where tenant_id = ${tenantId} returning id`);
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(tenantId);
const run = () => harness.platform.jobs.run('staff-digest');
const at = (time: string) => harness.clock.set(new Date(`${time}-03:00`));
const CUA: Grants = [{ role: 'secretaria', institutions: ['CUA01'] }];
const member = async (grants: Grants = CUA) => staffIn(harness, grants);

/** The daily messages sent to an e-mail address, oldest first. */
async function mailsTo(email: string) {
  await harness.platform.jobs.run('outbox');
  const { body } = await harness.operations.call('GET /operations/simulator/outbox', {
    query: { to: email },
  });
  return body.filter(({ template }) => template === 'NE-04').reverse();
}
const times = async (email: string) => (await mailsTo(email)).length;
const waits = (state: 'sent' | 'approved') =>
  on().many(sql`
    update required_document set state = ${state}::text where tenant_id = ${tenantId} and id = ${of.documentId} returning id`);

describe('the content of a digest', () => {
  it("is the counts of one's queues with links to their lists, and nothing about anybody", async () => {
    const { email } = await member();
    at('2026-01-13T07:00:00');
    await run();
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ channel: 'email', subject: 'Hoje: Grupo Alfa Exemplo' });
    const lines = mail?.text.split('\n') ?? [];
    expect(lines).toContain('1 item espera a equipe.');
    expect(lines).toContain('Documentos da matrícula: 1 espera');
    const list = lines[lines.indexOf('Documentos da matrícula: 1 espera') + 1];
    expect(list).toMatch(/^http:\/\/[^/]+\/orbita\/equipe\/documentos\?fila=enrolment-documents$/);
    expect(lines.at(-5)).toBe(`Comece por aqui: ${list?.replace(/documentos.*/, '')}`);
    expect(mail?.text).not.toContain('Documentos da inscrição');
    for (const known of [
      CANDIDATE_01.name,
      CANDIDATE_01.cpf,
      String(of.subscriptionId),
      String(of.documentId),
    ])
      expect(JSON.stringify(mail)).not.toContain(known);
  });

  it('is what is due soon and overdue by the day of the digest', async () => {
    const { email } = await member();
    // Messages waiting at the same time are sent in parallel, so each day's is read before the next.
    const newest = async () =>
      /Documentos da matrícula: (.*)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
    at('2026-01-14T07:30:00');
    await run();
    expect(await newest()).toBe('1 espera, 1 perto do prazo');
    at('2026-01-15T07:30:00');
    await run();
    expect(await newest()).toBe('1 espera, 1 fora do prazo');
  });

  it('counts as that person: their own requests are not theirs to approve', async () => {
    const [asker, second] = [
      await member([{ role: 'financeiro' }]),
      await member([{ role: 'financeiro', institutions: ['CUA01'] }]),
    ];
    at('2026-01-16T07:30:00');
    const now = harness.clock.now();
    await on().many(sql`
      insert into approval (tenant_id, kind, subject_kind, subject_id, subject_key, institutions, summary, hash, command,
        requested_by, requested_at, expires_at, state)
      values (${tenantId}, 'refund', 'payment', 1, 'payment 1', '["CUA01"]', 'Devolver', 'mark', 'x', ${asker.staffId},
        ${now}::timestamptz, ${now}::timestamptz + interval '72 hours', 'waiting') returning id`);
    await run();
    // Money that waits for both of them is reported to both.
    expect((await mailsTo(asker.email)).map(({ text }) => text).join()).not.toContain(
      'Esperando sua aprovação',
    );
    expect((await mailsTo(second.email))[0]?.text).toMatch(
      /Esperando sua aprovação: 1 espera\nhttp:\/\/.+\/equipe\/aprovacoes\n/,
    );
  });
});

describe('the recipients of a digest', () => {
  it('are active members with a queue where something waits, who want it, signed in or not', async () => {
    at('2026-01-16T09:00:00');
    const [kept, out, off, disabled] = [await member(), await member(), await member(), await member()];
    const elsewhere = await member([{ role: 'secretaria', institutions: ['EPA01'] }]);
    const noQueue = await member([{ role: 'atendimento' }]);
    const noRole = await member();
    const invited = await newInvite(harness, CUA);
    await out.client.call('DELETE /operations/staff/me/session');
    await off.client.call('PUT /operations/staff/me/preferences', { body: { digest: 'off' } });
    await harness.operations.call('POST /operations/staff/{staffId}/state', {
      params: { staffId: disabled.staffId },
      body: { state: 'disabled', reason: 'Saiu' },
    });
    await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
      params: { staffId: noRole.staffId },
      body: { grants: [] },
    });
    at('2026-01-19T07:30:00');
    await run();
    const timesSent = async (people: readonly { email: string }[]) =>
      Promise.all(people.map(({ email }) => times(email)));
    expect(await timesSent([kept, out])).toEqual([1, 1]);
    expect(await timesSent([off, disabled, elsewhere, noQueue, noRole, invited])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are none on weekends, on a holiday of the tenant, or at another hour than the tenant’s', async () => {
    const { email } = await member();
    for (const time of ['2026-01-24T07:30:00', '2026-01-25T07:30:00']) {
      at(time);
      await run();
    }
    await on().many(sql`update tenant set holidays = '["2026-01-26"]' where id = ${tenantId} returning id`);
    at('2026-01-26T07:30:00');
    await run();
    await setTenantParameters(harness, tenantId, { StaffDigestHour: 14 });
    at('2026-01-27T07:30:00');
    await run();
    expect(await times(email)).toBe(0);
    at('2026-01-27T14:00:00');
    await run();
    expect(await times(email)).toBe(1);
    await setTenantParameters(harness, tenantId, { StaffDigestHour: null });
    await on().many(sql`update tenant set holidays = '[]' where id = ${tenantId} returning id`);
  });
});

describe('once a day', () => {
  it('however often it runs, even if the hour was changed meanwhile', async () => {
    const { email } = await member();
    at('2026-01-28T07:00:00');
    await run();
    expect(await run()).toBe(0);
    await setTenantParameters(harness, tenantId, { StaffDigestHour: 9 });
    at('2026-01-28T09:30:00');
    expect(await run()).toBe(0);
    await setTenantParameters(harness, tenantId, { StaffDigestHour: null });
    expect(await times(email)).toBe(1);
  });

  it('late after a restart, but not in the evening', async () => {
    const { email } = await member();
    at('2026-01-29T09:59:00');
    await run();
    expect(await times(email)).toBe(1);
    at('2026-01-30T10:00:00');
    await run();
    at('2026-01-30T23:00:00');
    await run();
    expect(await times(email)).toBe(1);
  });

  it('nothing comes later that day for those with nothing waiting, or who did not want it', async () => {
    const [none, off] = [await member(), await member()];
    const want = (digest: 'daily' | 'off') =>
      off.client.call('PUT /operations/staff/me/preferences', { body: { digest } });
    at('2026-01-30T11:00:00');
    const again = await member();
    expect((await want('off')).status).toBe(200);
    await waits('approved');
    at('2026-02-02T07:00:00');
    await run();
    await waits('sent');
    await on().many(sql`
      update staff set preferences = '{}' where tenant_id = ${tenantId} and id = ${off.staffId} returning id`);
    at('2026-02-02T08:00:00');
    await run();
    expect(await Promise.all([none, off, again].map(({ email }) => times(email)))).toEqual([0, 0, 0]);
    at('2026-02-03T07:00:00');
    await run();
    expect(await Promise.all([none, off, again].map(({ email }) => times(email)))).toEqual([1, 1, 1]);
  });
});

it('a failure for one person delays nobody else, and they get theirs as soon as it can be counted', async () => {
  // All that could be waiting for them is counted outside the queues.
  const broken = await member([{ role: 'administracao' }]);
  // Of this one, some queues are counted, and nothing waits in them.
  const partly = await member([{ role: 'administracao' }, { role: 'secretaria', institutions: ['EPA01'] }]);
  const unknown = [broken, partly];
  const { email } = await member();
  const others = harness.platform.otherCounts as OtherCount[];
  const kept = [...others];
  const count = (countOf: (one: OtherCount) => OtherCount['countOf']) =>
    others.splice(0, kept.length, ...kept.map((one) => ({ ...one, countOf: countOf(one) })));
  const settled = async () =>
    (
      await on().many<{ id: number }>(sql`
        select id from staff where tenant_id = ${tenantId} and digest_on = '2026-02-04'
          and id in (${broken.staffId}, ${partly.staffId})`)
    ).length;
  const told = () => Promise.all(unknown.map((one) => times(one.email)));
  count(() => () => Promise.reject(new Error('no answer')));
  for (const minute of ['00', '01']) {
    at(`2026-02-04T07:${minute}:00`);
    await run();
    // That nothing waits for them is not known, so their day is not settled (decision 0012).
    expect([await times(email), await told(), await settled()]).toEqual([1, [0, 0], 0]);
  }
  count(({ countOf }) => async (...asked) => {
    const found = await countOf(...asked);
    return found && { ...found, count: 2 };
  });
  at('2026-02-04T07:05:00');
  await run();
  others.splice(0, kept.length, ...kept);
  expect([await times(email), await told(), await settled()]).toEqual([1, [1, 1], 2]);
  for (const one of unknown) expect((await mailsTo(one.email))[0]?.text).toMatch(/: 2 esperam\n/);
});

it('the simulator runs it by its name', async () => {
  const { email } = await member();
  at('2026-02-05T07:00:00');
  const { status } = await harness.operations.call('POST /operations/simulator/jobs/{job}/run', {
    params: { job: 'staff-digest' },
  });
  expect([status, await times(email)]).toEqual([200, 1]);
});
