import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson } from '../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../testing/harness.ts';
import { CANDIDATE_01 } from '../testing/people.ts';
import { staffIn } from '../testing/staff.ts';

let harness: Harness;
let of: FullPerson;
let bia: Client;
let caio: Client;
const CUA = { institutions: ['CUA01'] };

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  of = await fullPerson(harness, CANDIDATE_01);
  bia = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
  caio = (await staffIn(harness, [{ role: 'secretaria', ...CUA }])).client;
});
afterAll(() => harness?.stop());

const claim = (
  client: Client,
  body: { kind?: 'document' | 'essay'; itemId?: number; takeOver?: boolean } = {},
) => client.call('POST /operations/claims', { body: { kind: 'document', itemId: of.documentId, ...body } });

describe('queues', () => {
  it('count what waits, and show it', async () => {
    const { status, body } = await bia.call('GET /operations/queues', {});
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.queues.map(({ queue, count }) => [queue, count])).toEqual([
      ['selection-documents', 0],
      ['enrolment-documents', 1],
    ]);
    const list = await bia.call('GET /operations/queues/{queue}', {
      params: { queue: 'enrolment-documents' },
    });
    expect(list.body.data.map(({ itemId, risk, claim: held }) => [itemId, risk, held])).toEqual([
      [of.documentId, 'none', null],
    ]);
  });
});

describe('a claim', () => {
  it('is one person’s until it runs out, is given back or taken over', async () => {
    const first = await claim(bia);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const refused = await claim(caio);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'CLAIMED_BY_OTHER', by: 'Pessoa da Equipe' });
    const taken = await claim(caio, { takeOver: true });
    expect(taken.status).toBe(201);
    const kept = await bia.call('PUT /operations/claims/{id}', { params: { id: first.body.id } });
    expect([kept.status, kept.body]).toMatchObject([409, { code: 'CLAIMED_BY_OTHER' }]);
    const given = await caio.call('DELETE /operations/claims/{id}', { params: { id: taken.body.id } });
    expect(given.status).toBe(204);
  });

  it('comes with the next item, which a skip withholds for a day', async () => {
    const next = (client: Client) =>
      client.call('POST /operations/queues/{queue}/next', {
        params: { queue: 'enrolment-documents' },
        body: {},
      });
    const mine = await next(bia);
    expect(mine.status, JSON.stringify(mine.body)).toBe(200);
    expect(mine.body).toMatchObject({ itemId: of.documentId, claim: { mine: true } });
    expect((await next(caio)).status).toBe(204);
    const skipped = await bia.call('POST /operations/queues/{queue}/skips', {
      params: { queue: 'enrolment-documents' },
      body: { itemId: of.documentId },
    });
    expect(skipped.status).toBe(204);
    expect((await next(bia)).status).toBe(204);
    expect((await next(caio)).body).toMatchObject({ itemId: of.documentId });
  });
});
