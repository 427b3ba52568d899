import { shownLine } from '@orbita/domain/subscription';
import type { Answer } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../../testing/harness.ts';
import {
  acceptContract,
  apply,
  bodyOf,
  fillData,
  grade,
  signUp,
  writeEssay,
} from '../../../../testing/journey.ts';
import { inventedPerson } from '../../../../testing/people.ts';
import { staffIn } from '../../../../testing/staff.ts';

const TIMELINE = 'GET /operations/subscriptions/{id}/timeline';
type Entry = Answer<typeof TIMELINE>['data'][number];

let harness: Harness;
let candidate: Client;
let secretaria: Client;
let lead: Client;
let uuid = '';
let essayId = 0;
let id = 0;

const timeline = async (client: Client, query: object = {}): Promise<Entry[]> => {
  const all: Entry[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { status, body } = await client.call(TIMELINE, {
      params: { id },
      query: { ...query, ...(cursor ? { cursor } : {}) } as never,
    });
    expect([status, body]).toMatchObject([200, {}]);
    all.push(...body.data);
    cursor = body.nextCursor;
  }
  return all;
};

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  secretaria = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
  lead = (await staffIn(harness, [{ role: 'coordenacao', institutions: ['CUA01'] }])).client;
  candidate = harness.visitor('cua.alfa.orbita.test');
  ({ uuid } = await signUp(candidate, inventedPerson(7)));
  const { id: made, personId } = await apply(candidate);
  id = made;
  essayId = await writeEssay(candidate, id);
  await grade(harness.operations, essayId, 720);
  await fillData(candidate, personId, id, inventedPerson(7));
  await acceptContract(candidate, id);
  const params = { id };
  const { version } = bodyOf(await secretaria.call('GET /operations/subscriptions/{id}', { params }));
  bodyOf(
    await secretaria.call('POST /operations/subscriptions/{id}/events', {
      params,
      body: { event: 'disqualified', reason: 'Documento de outra pessoa', version },
    }),
  );
  bodyOf(
    await secretaria.call('POST /operations/subscriptions/{id}/notes', {
      params,
      body: { text: '  Ligou hoje.\nVai mandar o RG.  ' },
    }),
  );
  await harness.platform.jobs.run('outbox');
});
afterAll(() => harness?.stop());

describe('the timeline', () => {
  it("holds every sentence of the candidate's own page, word for word and in its order", async () => {
    const own = bodyOf(await candidate.call('GET /candidate/subscriptions/{id}/status', { params: { id } }));
    const said = own.history.flatMap((line) => shownLine(line) ?? []);
    expect(said.length).toBeGreaterThan(4);
    const seen = (await timeline(secretaria, { only: 'visible' })).filter(({ kind }) => kind === 'move');
    expect(seen.map(({ text, status }) => ({ text, status })).reverse()).toEqual(said);
    expect(seen.every(({ visible }) => visible)).toBe(true);
  });

  it('holds the messages the candidate sees, in the same words and without their codes', async () => {
    const own = bodyOf(
      await candidate.call('GET /candidate/users/{uuid}/messages', {
        params: { uuid },
        query: { pageSize: 100 },
      }),
    ).data.filter(({ subscriptionId }) => subscriptionId === id);
    expect(own.length).toBeGreaterThan(1);
    const seen = (await timeline(secretaria, { only: 'visible' })).filter(({ kind }) => kind === 'message');
    const words = (title: string, paragraphs: string) => `${title}\n${paragraphs}`;
    expect(seen.map(({ text, detail }) => words(text, detail ?? '')).sort()).toEqual(
      own.map(({ title, paragraphs }) => words(title, paragraphs.join('\n'))).sort(),
    );
  });

  it('names the team member who moved it, and nobody for transitions of the system', async () => {
    const moves = (await timeline(secretaria)).filter(({ kind }) => kind === 'move');
    const by = (event: string) => moves.find(({ refs }) => refs.event === event);
    expect(by('disqualified')).toMatchObject({
      actor: 'staff',
      by: 'Pessoa da Equipe',
      detail: 'Documento de outra pessoa',
    });
    expect(by('contract-accepted')).toMatchObject({ actor: 'candidate', by: null });
    for (const move of moves.filter(({ actor }) => actor === 'system')) expect(move.by).toBeNull();
  });

  it('shows grades and graders only to the lead', async () => {
    const graded = async (client: Client) =>
      (await timeline(client)).find(({ text }) => text.includes('corrigida'));
    expect(await graded(secretaria)).toMatchObject({ text: 'Redação, tentativa 1: corrigida', by: null });
    expect(await graded(lead)).toMatchObject({
      text: 'Redação, tentativa 1: corrigida, nota 720',
      by: expect.any(String),
      refs: { essayId },
    });
    expect(JSON.stringify(await timeline(secretaria))).not.toMatch(/\b720\b/);
  });

  it('is divided into what the person sees and the rest, and pages lose and repeat nothing', async () => {
    const all = await timeline(secretaria);
    const [visible, staff] = [
      await timeline(secretaria, { only: 'visible' }),
      await timeline(secretaria, { only: 'staff' }),
    ];
    expect(new Set(all.map((entry) => entry.id)).size).toBe(all.length);
    expect([...visible, ...staff].map((entry) => entry.id).sort()).toEqual(
      all.map((entry) => entry.id).sort(),
    );
    expect(staff.find(({ kind }) => kind === 'note')).toMatchObject({
      text: 'Ligou hoje.\nVai mandar o RG.',
      by: 'Pessoa da Equipe',
      actor: 'staff',
    });
    expect(all.find(({ kind }) => kind === 'acceptance')?.text).toMatch(/^Contrato aceito: /);
    const times = all.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  it('continues after fifty entries', async () => {
    for (let n = 0; n < 60; n += 1)
      bodyOf(
        await secretaria.call('POST /operations/subscriptions/{id}/notes', {
          params: { id },
          body: { text: `Observação ${n}` },
        }),
      );
    const first = bodyOf(await secretaria.call(TIMELINE, { params: { id } }));
    expect(first.data).toHaveLength(50);
    const all = await timeline(secretaria);
    expect(all.filter(({ text }) => text.startsWith('Observação ')).map(({ text }) => text)).toEqual(
      Array.from({ length: 60 }, (_, n) => `Observação ${59 - n}`),
    );
    expect(new Set(all.map((entry) => entry.id)).size).toBe(all.length);
    for (const cursor of ['x', Buffer.from('[1,"a"]').toString('base64url')])
      expect((await secretaria.call(TIMELINE, { params: { id }, query: { cursor } })).status).toBe(422);
  });
});
