import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Waiting } from '../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { grade, writeEssay } from '../../testing/journey.ts';
import { inventedPerson, type Traveller } from '../../testing/people.ts';
import { personAt, type Step } from '../../testing/person-at.ts';
import { type Walker, walking } from '../../testing/walker.ts';

/**
 * Late decisions of the institution add days (spec 7.1). Messages, portal, tracking, the page of the
 * application and the payment must all name the same last day. The intake ends on 13/02/2026.
 */
let harness: Harness;
let on: ReturnType<typeof walking>;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  on = walking(harness);
});
afterAll(() => harness?.stop());
beforeEach(() => on.travel('2026-02-10T09:00:00-03:00'));

const HOST = 'cua.alfa.orbita.test';
let count = 0;
const traveller = (): Traveller => {
  const person = inventedPerson(7100 + count++);
  return { ...person, documentType: 'cpf', document: person.cpf };
};
const applicant = async (): Promise<Walker> => {
  const who = await on.arrive(traveller(), HOST);
  await on.enter(who, 1, 'Administração', { level: 'high-school' }, 'Belo Horizonte');
  return who;
};
const set = (who: Walker, name: string, value: unknown) =>
  harness.platform.db.tenant(who.tenantId).many(sql`
    insert into parameter (tenant_id, level, owner_id, internal_value, value)
    values (${who.tenantId}, 'institution', (select institution_id from subscription
      where tenant_id = ${who.tenantId} and id = ${who.id}), ${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (tenant_id, level, owner_id, internal_value) do update set value = excluded.value returning value`);

/** An applicant moved to a later status by fixtures, with another deadline. */
async function placed(
  { step = 'payment', ...where }: Waiting & { step?: Step },
  to: { status: number; deadline: string },
): Promise<Walker> {
  const who = await personAt(harness, step, where);
  await harness.platform.db.tenant(who.tenantId).many(sql`
    update subscription set status = ${to.status}, payment_deadline = ${to.deadline}::timestamptz
    where tenant_id = ${who.tenantId} and id = ${who.id} returning id`);
  const { uuid } = (await who.client.call('GET /candidate/users/check/')).body.payloadToken;
  return { ...who, uuid, person: traveller(), host: HOST, operations: harness.operationsOf('alfa') };
}

/** Every last day shown for an application, by where it is shown. */
async function days(who: Walker) {
  const { client, uuid } = who;
  const list = await client.call('GET /candidate/users/{uuid}/subscriptions', { params: { uuid } });
  const card = list.body.find(({ id }) => id === who.id);
  const page = await on.shown(who);
  const status = await on.stateOf(who);
  const day = (at: string | null | undefined) => at?.slice(0, 10) ?? null;
  return {
    intake: [card?.intake.endDate, page.intake.endDate],
    payment: [
      day(card?.deadlines.payment),
      day(card?.paymentDeadline),
      day(page.paymentDeadline),
      day(status.deadlines.payment),
    ],
  };
}
const ends = (day: string | null) => [day, day, day, day];
const sentTo = async (who: Walker, template: string) =>
  (await on.sent(who, template)).map(({ text }) => /\d\d\/\d\d\/\d{4}/.exec(text)?.[0]);

describe('a grade that comes after the end', () => {
  it('adds one day in portal, tracking, page, payment, N-09 and N-22', async () => {
    const who = await applicant();
    const essay = await writeEssay(who.client, who.id);
    expect((await days(who)).intake).toEqual(['2026-02-13', '2026-02-13']);
    await on.travel('2026-02-15T09:00:00-03:00', who);
    await grade(who.operations, essay);
    expect(await sentTo(who, 'N-09')).toEqual(['18/02/2026', '18/02/2026']);
    expect(await days(who)).toEqual({ intake: ['2026-02-18', '2026-02-18'], payment: ends(null) });

    await on.fill(who, 'school');
    await on.accept(who);
    expect(await days(who)).toEqual({
      intake: ['2026-02-18', '2026-02-18'],
      payment: ends('2026-02-18'),
    });
    expect((await on.optionsOf(who, 'enrollment')).deadline).toBe('2026-02-18T23:59:59-03:00');
    await on.travel('2026-02-16T09:00:00-03:00', who);
    await on.travel('2026-02-17T09:00:00-03:00', who);
    expect(await sentTo(who, 'N-22')).toEqual(Array(4).fill('18/02/2026'));

    // One more late decision adds one more day everywhere.
    await set(who, 'ManualPaymentEnabled', true);
    const asked = await who.operations.call('POST /operations/subscriptions/{id}/manual-payments', {
      params: { id: who.id },
      body: { purpose: 'enrollment', amount: 440, reason: 'Paga em dinheiro' },
    });
    await on.travel('2026-02-19T09:00:00-03:00', who);
    await who.operations.call('POST /operations/manual-payments/{id}/decision', {
      params: { id: asked.body.id },
      body: { decision: 'refused', reason: 'Sem comprovante' },
    });
    expect(await days(who)).toEqual({
      intake: ['2026-02-22', '2026-02-22'],
      payment: ends('2026-02-22'),
    });
    await on.travel('2026-02-20T09:00:00-03:00', who);
    expect((await sentTo(who, 'N-22')).toSorted().at(-1)).toBe('22/02/2026');
    await on.travel('2026-02-22T22:00:00-03:00', who);
    expect((await on.stateOf(who)).status).toBe(6);
    await on.travel('2026-02-23T00:30:00-03:00', who);
    expect((await on.stateOf(who)).status).toBe(13);
  });

  it('adds days for another essay to those who failed; N-10 gives no date', async () => {
    const who = await applicant();
    const essay = await writeEssay(who.client, who.id);
    await on.travel('2026-02-15T09:00:00-03:00', who);
    await grade(who.operations, essay, 17);
    expect(await sentTo(who, 'N-10')).toEqual([undefined]);
    expect(await days(who)).toEqual({ intake: ['2026-02-18', '2026-02-18'], payment: ends(null) });
    const again = { params: { id: who.id }, body: { status: 1 } } as const;
    expect((await who.client.call('PUT /candidate/subscriptions/{id}/status', again)).status).toBe(204);
    expect((await days(who)).intake).toEqual(['2026-02-18', '2026-02-18']);
  });
});

describe('other deadlines', () => {
  it('restarts the payment period after a late review of documents', async () => {
    const where = { offer: 'ADM-ENEM', type: 'graduation', step: 'documents' } as const;
    const who = await placed(where, { status: 5, deadline: '2026-02-13T23:59:59-03:00' });
    await set(who, 'DocumentStage', 'before-payment');
    await on.travel('2026-02-15T09:00:00-03:00');
    expect((await on.approveDocuments(who)).statuses).toEqual([6]);
    // Seven days from the review, but not beyond the new last day.
    expect((await on.stateOf(who)).deadlines.payment).toBe('2026-02-18T23:59:59-03:00');
    for (const day of [16, 17, 18]) await on.travel(`2026-02-${day}T08:00:00-03:00`, who);
    expect((await on.stateOf(who)).status).toBe(6);
  });

  it("shows the fee's due date to nobody who passed", async () => {
    const fee = { offer: 'SAUDE-TAX', course: 'GSA', pole: 'SP', type: 'tax', step: 'fee' } as const;
    const who = await placed(fee, { status: 3, deadline: '2026-02-11T23:59:59-03:00' });
    expect(await on.shown(who)).toMatchObject({ intake: { endDate: '2026-03-06' }, paymentDeadline: null });
  });
});
