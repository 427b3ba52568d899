import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson } from '../../testing/people.ts';
import { personAt } from '../../testing/person-at.ts';
import { register, requestPlace, signIn } from '../../testing/requests.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

/** Does something while 20 calls are in progress and statements wait for `waitMs`. */
async function inCrowd<T>(waitMs: number, work: () => Promise<T>): Promise<T> {
  const { crowd, db } = harness.platform;
  const before = db.wait;
  const ends = Array.from({ length: 20 }, () => crowd.enter(0, 'inside'));
  db.wait = () => waitMs;
  try {
    return await work();
  } finally {
    for (const end of ends) end();
    if (before) db.wait = before;
    else delete db.wait;
  }
}

type Answer = Awaited<ReturnType<Client['send']>>;
const said = ({ status, body, headers }: Answer) => ({
  status,
  code: (body as { code?: string }).code,
  soon: [3, 4, 5, 6, 7, 8].includes(Number(headers.get('retry-after'))),
});
const BUSY = { status: 503, code: 'BUSY', soon: true };

describe('S47: more calls than can be answered', () => {
  it('newcomers learn when to come back, in words for people, while people already inside continue', async () => {
    const { client, subscriptionId: id } = await personAt(harness, 'applied');
    const person = inventedPerson(1);
    const read = () => client.call('GET /candidate/subscriptions/status/{id}', { params: { id } });
    await inCrowd(600, async () => {
      const refused = await register(harness.visitor(), person);
      expect(said(refused)).toEqual(BUSY);
      expect(refused.body).toEqual({
        code: 'BUSY',
        message: expect.stringContaining('O que você já enviou está guardado.'),
        traceId: expect.any(String),
      });
      expect(said(await signIn(harness.visitor(), person))).toEqual(BUSY);
      expect((await read()).status).toBe(200);
      // A public call counts as part of a session's work when its caller has a session.
      const look = (who: Client) => who.call('GET /candidate/offers', { query: { type: 1 } });
      expect((await look(client)).status).toBe(200);
      expect(said(await look(harness.visitor()))).toEqual(BUSY);
    });
    await inCrowd(5_000, async () => {
      expect(said(await read())).toEqual(BUSY);
      expect((await harness.visitor().send('GET', '/health/ready')).status).toBe(200);
    });
    expect((await read()).status).toBe(200);
    expect((await register(harness.visitor(), person)).status).toBe(201);
  });

  it('a refused command has not started: with the same key it is done once, after the crowd', async () => {
    const { client, personId } = await personAt(harness, 'account');
    const headers = { 'idempotency-key': 'crowd-0001-0001' };
    const offers = await client.call('GET /candidate/offers', {
      query: { type: 1, ingress: 'online-essay', q: 'administra' },
    });
    const [offer] = offers.body.data;
    const courseId = offer?.courses[0]?.id ?? 0;
    const poles = await client.call('GET /candidate/offers/{offerId}/poles', {
      params: { offerId: offer?.id ?? 0 },
      query: { c: courseId },
    });
    const choice = {
      institutionCode: offer?.institutionCode ?? '',
      ...{ offerId: offer?.id ?? 0, courseId, poleId: poles.body[0]?.id ?? 0 },
    };
    client.headers = { ...client.headers, ...headers };
    expect(said(await inCrowd(5_000, () => requestPlace(client, choice)))).toEqual(BUSY);
    const first = await requestPlace(client, choice);
    const second = await requestPlace(client, choice);
    expect([first.status, second.body]).toEqual([201, first.body]);
    expect(personId).toBeGreaterThan(0);
  });

  it('machine calls wait with the newcomers, provider notices are accepted', async () => {
    await inCrowd(600, async () => {
      expect(said(await harness.operations.call('GET /operations/documents'))).toEqual(BUSY);
      const notice = await harness
        .visitor()
        .send('POST', '/orbita/api/operations/webhooks/payments/pix/alfa/unknown/pix', { body: { pix: [] } });
      expect(notice.body).not.toMatchObject({ code: 'BUSY' });
    });
  });
});
