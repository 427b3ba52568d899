import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, author, grader, ownText, personOf } from '../../testing/grading.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { bodyOf } from '../../testing/journey.ts';
import { type TeamLine, teamLine, ticketFor } from '../../testing/team-socket.ts';
import { until } from '../../testing/until.ts';
import { publishStaffChanged } from '../platform/team-events.ts';

/** The lead requests a second mark: pages that show the queue or review the essay are notified (spec 25.7, 25.19). */
let harness: Harness;
type Person = Awaited<ReturnType<typeof personOf>>;
let davi: Person;
let eva: Person;
let lead: Person;
let elsewhere: Person;
const TENANT = 1;
const BANCA = [{ role: 'banca' as const, institutions: ['CUA01'] }];

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  davi = await personOf(harness, 'Davi Banca', BANCA);
  eva = await personOf(harness, 'Eva Banca', BANCA);
  lead = await personOf(harness, 'Fábio Coordenação', [{ role: 'coordenacao', institutions: ['CUA01'] }]);
  elsewhere = await personOf(harness, 'Gal Banca', [{ role: 'banca', institutions: ['EPA01'] }]);
});
afterAll(() => harness?.stop());

const ask = ({ client }: Person, { essayId }: Author) =>
  client.call('POST /operations/essays/{id}/second-grade', {
    params: { id: essayId },
    body: { reason: 'Texto difícil.' },
  });

/** Counts of the three essay queues, as a person sees them. */
const counts = async (client: Client) => {
  const { queues } = bodyOf(await client.call('GET /operations/queues', {}));
  return Object.fromEntries(queues.map(({ queue, count }) => [queue, count]));
};

/** Socket of a person that records the events received from now on. */
async function listening({ client, staffId }: Person): Promise<TeamLine> {
  const line = teamLine(harness.url, await ticketFor(client));
  await line.opened;
  await until(
    async () => {
      await harness.platform.db.write(TENANT, async (tx) =>
        publishStaffChanged(tx, harness.platform, staffId),
      );
      return line.types();
    },
    (types) => types.includes('staff.changed'),
  );
  return line;
}

/** Events that a socket received about queues and about one essay. */
const receivedBy = (line: TeamLine, essayId: number) => ({
  queues: line.events.flatMap(({ type, data }) => (type === 'queue.changed' ? [data.queue] : [])),
  item: line.events.flatMap((event) =>
    event.type === 'item.claimed' && event.data.itemId === essayId ? [event.data] : [],
  ),
});

describe('a second mark requested by the lead', () => {
  it('is pushed to queues and to the review that has the essay, not to those who may not see it', async () => {
    const who = await author(harness, ownText('pedida'));
    bodyOf(await grader(davi.client).claim(who.essayId));
    const { version } = await grader(davi.client).shown(who.essayId);
    const [mine, hers, others] = [await listening(davi), await listening(eva), await listening(elsewhere)];
    const before = await counts(eva.client);

    expect((await ask(lead, who)).body).toEqual({ id: who.essayId, version: version + 1 });
    for (const line of [mine, hers]) {
      const received = await until(
        async () => receivedBy(line, who.essayId),
        ({ queues, item }) => queues.includes('essays') && item.length > 0,
      );
      expect(received.item).toEqual([
        { kind: 'essay', itemId: who.essayId, by: 'Davi Banca', until: expect.any(String) },
      ]);
    }
    expect(new Set(others.types())).toEqual(new Set(['staff.changed']));
    // It is pending where it was; after the first mark it awaits the second one.
    expect(await counts(eva.client)).toEqual(before);
    const looked = await grader(davi.client).shown(who.essayId);
    expect(looked).toMatchObject({ version: version + 1, claim: { mine: true } });
    expect((await grader(davi.client).mark(who.essayId, { score: 900 })).body.state).toBe('second-grade');
    const after = await counts(eva.client);
    expect([after.essays, after['second-grades']]).toEqual([
      Number(before.essays) - 1,
      Number(before['second-grades']) + 1,
    ]);
    for (const line of [mine, hers, others]) line.close();
  });

  it('of an unclaimed essay says that it is free, and sends nothing when requested again', async () => {
    const who = await author(harness, ownText('livre'));
    const line = await listening(eva);
    bodyOf(await ask(lead, who));
    const { item } = await until(
      async () => receivedBy(line, who.essayId),
      (received) => received.item.length > 0,
    );
    expect(item).toEqual([{ kind: 'essay', itemId: who.essayId }]);
    bodyOf(await ask(lead, who));
    // Events after it on the same socket were published after it.
    bodyOf(await grader(eva.client).claim(who.essayId));
    const decided = await until(
      async () => receivedBy(line, who.essayId).item,
      (received) => received.some(({ by }) => by !== undefined),
    );
    expect(decided.map(({ by }) => by)).toEqual([undefined, 'Eva Banca']);
    line.close();
  });

  it('is published to nobody when refused', async () => {
    const who = await author(harness, ownText('recusada'));
    const line = await listening(eva);
    expect((await ask(davi, who)).status).toBe(403);
    expect((await ask(elsewhere, who)).status).toBe(403);
    bodyOf(await grader(eva.client).claim(who.essayId));
    const decided = await until(
      async () => receivedBy(line, who.essayId).item,
      (received) => received.length > 0,
    );
    expect(decided.map(({ by }) => by)).toEqual(['Eva Banca']);
    line.close();
  });
});
