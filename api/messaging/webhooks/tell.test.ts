import { LIVE_EVENTS } from '@orbita/domain/messaging';
import { type WebhookKind, webhookEvent, webhookKind } from '@orbita/protocol/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Enrolling } from '../../../testing/enrolling.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import {
  acceptContract,
  apply,
  approveDocuments,
  fillData,
  grade,
  payByPix,
  signUp,
  untilPaid,
  writeEssay,
} from '../../../testing/journey.ts';
import { CANDIDATE_01 } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { effects } from '../../contract/effects.ts';
import { emit } from '../../platform/events.ts';
import type { RunEffect } from '../../subscription/effect.ts';

let harness: Harness;
let who: Enrolling;
beforeAll(async () => {
  harness = await startHarness();
  who = await personAt(harness, 'payment');
});
afterAll(() => harness?.stop());

const listen = async (institution: string, kinds: WebhookKind[] | null) =>
  (
    await harness.operations.call('POST /operations/webhook-endpoints', {
      body: { institution, url: 'https://sistema.exemplo.test/avisos', kinds },
    })
  ).body;
const bodiesOf = async (endpoint: number, subscriptionId: number) =>
  (
    await harness.platform.db.tenant(who.tenantId).many<{ body: string }>(sql`
      select body from webhook_delivery where tenant_id = ${who.tenantId} and endpoint_id = ${endpoint}
        and subscription_id = ${subscriptionId} order by id`)
  ).map(({ body }) => webhookEvent.parse(JSON.parse(body)));

describe("an institution's systems", () => {
  it('are notified of a whole enrolment in order, with the kinds each asked for', async () => {
    const all = await listen('CUA01', null);
    expect(all.kinds.toSorted()).toEqual([...webhookKind.options].sort());
    const some = await listen('CUA01', ['payment.confirmed', 'document.reviewed']);
    const elsewhere = await listen('EPA01', null);
    const client = harness.visitor();
    const me = await signUp(client, CANDIDATE_01);
    const { id } = await apply(client);
    const essayId = await writeEssay(client, id);
    await grade(harness.operations, essayId);
    await fillData(client, me.personId, id, CANDIDATE_01);
    const { acceptanceId } = await acceptContract(client, id);
    const payment = await payByPix(client, id);
    await harness.operations.call('POST /operations/simulator/payments/{paymentId}', {
      params: { paymentId: payment.paymentId },
      body: { result: 'paid' },
    });
    await untilPaid(client, payment.paymentId);
    await approveDocuments(client, harness.operations, id, () => harness.platform.jobs.run('scan'));
    const heard = await bodiesOf(all.id, id);
    const files = Array.from({ length: 7 }, () => ['document.received', 'document.reviewed']).flat();
    const kinds = heard.map(({ type }) => type).filter((type) => type !== 'subscription.status-changed');
    expect(kinds).toEqual([
      ...['essay.finished', 'essay.graded', 'contract.accepted', 'payment.confirmed'],
      ...files,
      'enrollment.completed',
    ]);
    const dataOf = (kind: WebhookKind) => heard.find(({ type }) => type === kind)?.data;
    expect(dataOf('essay.graded')).toMatchObject({
      subscriptionId: id,
      essayId,
      approved: true,
      score: expect.any(Number),
    });
    expect(dataOf('contract.accepted')).toMatchObject({ acceptanceId, institution: 'CUA01' });
    expect(dataOf('payment.confirmed')).toMatchObject({
      paymentId: payment.paymentId,
      amount: 360,
      state: 'paid',
    });
    expect(dataOf('document.received')).toMatchObject({ state: 'sent' });
    expect(dataOf('document.reviewed')).toMatchObject({ state: 'approved', reason: null });
    // No personal data is sent except in the one kind that needs it.
    for (const { type, data } of heard)
      if (type !== 'enrollment.completed')
        expect(JSON.stringify(data)).not.toMatch(/Candidata|um@exemplo|31900000001|11122233396/);
    expect((await bodiesOf(some.id, id)).map(({ type }) => type)).toEqual([
      'payment.confirmed',
      ...Array.from({ length: 7 }, () => 'document.reviewed'),
    ]);
    expect(await bodiesOf(elsewhere.id, id)).toEqual([]);
  });

  it('are notified of monthly charges, refunds and contract endings, and of nothing that was undone', async () => {
    const all = await listen('CUA01', null);
    const paid = { paymentId: 8001, purpose: 'enrollment', method: 'manual', amount: 12.34, state: 'paid' };
    const month = { number: 2, dueDay: '2026-03-10', amount: 890 };
    const told: [string, Record<string, unknown>, WebhookKind | null][] = [
      ['payment.manual-decided', { ...paid, decision: 'settled' }, 'payment.confirmed'],
      ['payment.manual-decided', { ...paid, state: 'cancelled', decision: 'refused' }, null],
      ['payment.late', paid, 'payment.late'],
      ['payment.refunded', { ...paid, amount: 2.34 }, 'payment.refunded'],
      ['recurrence.charged', month, 'recurrence.charged'],
      ['recurrence.failed', month, 'recurrence.failed'],
      ['recurrence.refunded', month, 'recurrence.refunded'],
      ['essay.timed-out', { essayId: 6001, delivered: true }, 'essay.finished'],
      ['essay.timed-out', { essayId: 6001, delivered: false }, null],
      [
        'document.reviewed',
        { documentId: 7001, name: 'RG', state: 'pending', reason: 'infected' },
        'document.reviewed',
      ],
      ['payment.created', paid, null],
    ];
    const { platform } = harness;
    await platform.db.write(who.tenantId, async (tx) => {
      for (const [type, data] of told)
        await emit(tx, platform, {
          stream: LIVE_EVENTS[type as keyof typeof LIVE_EVENTS],
          type,
          subscriptionId: who.id,
          data,
        });
      const row = { id: who.id } as Parameters<RunEffect>[0]['row'];
      await effects.voidAcceptance({ tx, platform, row } as Parameters<RunEffect>[0]);
    });
    await platform.db
      .write(who.tenantId, async (tx) => {
        await emit(tx, platform, {
          stream: 'financial',
          type: 'payment.late',
          subscriptionId: who.id,
          data: paid,
        });
        throw new Error('undone');
      })
      .catch(() => undefined);
    const heard = await bodiesOf(all.id, who.id);
    expect(heard.map(({ type }) => type)).toEqual([
      ...told.flatMap(([, , kind]) => (kind ? [kind] : [])),
      'contract.voided',
    ]);
    expect(heard[0]?.data).toMatchObject({ amount: 12.34, method: 'manual', institution: 'CUA01' });
    expect(heard.find(({ type }) => type === 'payment.refunded')?.data).toMatchObject({ amount: 2.34 });
  });
});
