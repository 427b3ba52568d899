import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { alfa } from '../../testing/applicant.ts';
import type { Enrolling } from '../../testing/enrolling.ts';
import { type Client, type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { personAt } from '../../testing/person-at.ts';
import { startEssay } from '../../testing/requests.ts';
import { strongStaff } from '../../testing/staff.ts';
import { moveSubscription } from '../subscription/move.ts';

let harness: Harness;
let tenantId: number;
let lead: Client;
const logged: string[] = [];
const CUA = { institutions: ['CUA01'] };

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000, writeLog: (line) => void logged.push(line) });
  tenantId = await alfa(harness);
  ({ client: lead } = await strongStaff(harness, 'Coordenação Teste', [{ role: 'coordenacao', ...CUA }]));
});
afterAll(() => harness.stop());
afterEach(() => harness.clock.set(new Date(T0)));

const WORDS = 'Tenho dislexia e leio devagar.';
const ask = ({ client, id }: Enrolling, given: Partial<{ kinds: string[]; notes: string | null }> = {}) =>
  client.call('PUT /candidate/subscriptions/{id}/accommodation-request', {
    params: { id },
    body: { kinds: ['extra-time'], notes: WORDS, reportLater: true, ...given },
  });
const read = async ({ client, id }: Enrolling) =>
  (await client.call('GET /candidate/subscriptions/{id}/accommodation-request', { params: { id } })).body;
const version = async (id: number) =>
  (
    await harness.platform.db
      .tenant(tenantId)
      .one<{ version: number }>(
        sql`select version from subscription where tenant_id = ${tenantId} and id = ${id}`,
      )
  )?.version;
const refuse = async ({ id }: Enrolling, reason: string, as = lead) =>
  as.call('POST /operations/subscriptions/{id}/accommodation-refusal', {
    params: { id },
    body: { reason, version: await version(id) },
  });
const grant = async ({ id }: Enrolling, minutes: number, message: string | null, as = lead) =>
  as.call('PUT /operations/subscriptions/{id}/accommodations', {
    params: { id },
    body: { essayExtraMinutes: minutes, message, version: await version(id) },
  });
/** Messages sent about the response, by channel. */
const told = async ({ client, id }: Enrolling) => {
  const who = await harness.platform.db
    .tenant(tenantId)
    .one<{ uuid: string }>(sql`select p.uuid from person p join subscription s on s.person_id = p.id
      and s.tenant_id = p.tenant_id where s.tenant_id = ${tenantId} and s.id = ${id}`);
  await harness.platform.jobs.run('outbox');
  const { body } = await client.call('GET /candidate/users/{uuid}/messages', {
    params: { uuid: who?.uuid ?? '' },
  });
  return body.data
    .filter(({ title }) => title === 'Seu pedido foi respondido')
    .map(({ channel, paragraphs }) => ({ channel, paragraphs }));
};
const waiting = async (as = lead) => {
  const { body } = await as.call('GET /operations/queues/{queue}', {
    params: { queue: 'accommodation-requests' },
  });
  return body.data.map(({ itemId }) => itemId);
};

it('is made, waits for the team, is granted, and notifies the candidate', async () => {
  const who = await personAt(harness, 'applied');
  expect(await read(who)).toEqual({ mayAsk: true, request: null });
  expect((await ask(who)).body.request).toMatchObject({ state: 'asked', notes: WORDS, reportLater: true });
  expect((await ask(who, { notes: 'Leio devagar.' })).body.request, 'said better').toMatchObject({
    notes: 'Leio devagar.',
  });
  expect((await waiting()).filter((id) => id === who.id)).toHaveLength(1);
  const { body } = await lead.call('GET /operations/subscriptions/{id}/accommodations', {
    params: { id: who.id },
  });
  expect(body.request).toMatchObject({ state: 'asked', kinds: ['extra-time'], notes: 'Leio devagar.' });
  expect((await grant(who, 30, 'São 30 minutos a mais.')).status).toBe(200);
  expect((await read(who)).request).toMatchObject({ state: 'granted', message: 'São 30 minutos a mais.' });
  expect(await waiting()).not.toContain(who.id);
  expect(await told(who)).toEqual(
    expect.arrayContaining([
      { channel: 'sms', paragraphs: ['Seu pedido foi respondido.'] },
      {
        channel: 'email',
        paragraphs: [
          'Seu pedido de mais tempo ou de outra condição foi aceito.',
          'A equipe respondeu: São 30 minutos a mais.',
        ],
      },
    ]),
  );
  const overview = await who.client.call('GET /candidate/subscriptions/{id}/essays', {
    params: { id: who.id },
  });
  expect(overview.body.rules.minutes).toBe(90);
});

it('can be refused with a reason shown to the candidate, and made again', async () => {
  const who = await personAt(harness, 'applied');
  await ask(who);
  expect((await refuse(who, '  ')).status).toBe(422);
  expect((await refuse(who, 'Falta o laudo.')).status).toBe(200);
  expect((await read(who)).request).toMatchObject({ state: 'refused', message: 'Falta o laudo.' });
  expect((await refuse(who, 'Outra vez.')).body).toMatchObject({ code: 'STATE_CONFLICT' });
  expect((await told(who)).filter(({ channel }) => channel === 'email')).toEqual([
    {
      channel: 'email',
      paragraphs: [
        'Seu pedido de mais tempo ou de outra condição não foi aceito.',
        'A equipe respondeu: Falta o laudo.',
        'Você pode fazer outro pedido.',
      ],
    },
  ]);
  expect((await ask(who)).body.request).toMatchObject({ state: 'asked', message: null });
  expect(await waiting()).toContain(who.id);
});

it('must request something, for an essay or test that is still ahead', async () => {
  const who = await personAt(harness, 'applied');
  expect((await ask(who, { kinds: [], notes: '  ' })).status).toBe(422);
  expect((await ask(who, { kinds: ['unknown'] })).status).toBe(422);
  const past = await personAt(harness, 'approved');
  expect((await ask(past)).body).toMatchObject({ code: 'STATE_CONFLICT' });
  expect((await read(past)).mayAsk).toBe(false);
});

it('does not block starting without an answer, and applies to the running essay when granted', async () => {
  const who = await personAt(harness, 'applied');
  await ask(who);
  const { body: essay } = await startEssay(who.client, who.id);
  expect((await grant(who, 20, null)).status).toBe(200);
  const { body } = await who.client.call('GET /candidate/subscriptions/essays/{essayId}', {
    params: { essayId: essay.id },
  });
  expect(Date.parse(body.deadline ?? '') - Date.parse(essay.deadline ?? '')).toBe(20 * 60_000);
});

it('leaves the queue once the application has moved on', async () => {
  const who = await personAt(harness, 'applied');
  await ask(who);
  await harness.platform.db.write(tenantId, (tx) =>
    moveSubscription(tx, harness.platform, {
      subscriptionId: who.id,
      event: 'cancel-requested',
      actor: 'candidate',
    }),
  );
  expect(await waiting()).not.toContain(who.id);
});

it('is visible only to those who decide, and its text is in no log', async () => {
  const who = await personAt(harness, 'applied');
  await ask(who);
  const { client: office } = await strongStaff(harness, 'Secretaria Teste', [{ role: 'secretaria', ...CUA }]);
  const params = { id: who.id };
  expect((await office.call('GET /operations/subscriptions/{id}/accommodations', { params })).status).toBe(
    403,
  );
  expect((await refuse(who, 'Não.', office)).status).toBe(403);
  expect(
    (await office.call('GET /operations/queues/{queue}', { params: { queue: 'accommodation-requests' } }))
      .status,
  ).toBe(404);
  const application = await office.call('GET /operations/subscriptions/{id}', { params });
  expect(JSON.stringify(application.body)).not.toContain('dislexia');
  expect(logged.join('\n')).not.toContain('dislexia');
});
