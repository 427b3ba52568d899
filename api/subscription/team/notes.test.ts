import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { personAt, type Standing } from '../../../testing/person-at.ts';
import { staffIn } from '../../../testing/staff.ts';
import { personalTables } from '../../privacy/tables.ts';

const MINUTE_MS = 60_000;
let harness: Harness;
let hana: Client;
let bia: Client;
let who: Standing;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  hana = (await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }])).client;
  bia = (await staffIn(harness, [{ role: 'secretaria' }])).client;
  who = await personAt(harness, 'payment');
});
afterAll(() => harness?.stop());

const pass = (minutes: number) =>
  harness.clock.set(new Date(harness.clock.now().getTime() + minutes * MINUTE_MS));

const write = async (text: string, client = hana) =>
  bodyOf(
    await client.call('POST /operations/subscriptions/{id}/notes', {
      params: { id: who.id },
      body: { text },
    }),
  );
const list = async (client = hana) =>
  bodyOf(await client.call('GET /operations/subscriptions/{id}/notes', { params: { id: who.id } })).data;
const edit = (id: number, text: string, client = hana) =>
  client.call('PUT /operations/notes/{id}', { params: { id }, body: { text } });
const remove = (id: number, client = hana) =>
  client.call('DELETE /operations/notes/{id}', { params: { id } });

describe('a note', () => {
  it('can be edited and deleted only by its author', async () => {
    const { id, by, changeableUntil } = await write('Ligou hoje.');
    expect(by).toBe('Pessoa da Equipe');
    expect(Date.parse(changeableUntil ?? '')).toBe(harness.clock.now().getTime() + 15 * MINUTE_MS);
    expect((await list(bia)).find((one) => one.id === id)?.changeableUntil).toBeNull();
    expect([(await edit(id, 'x', bia)).status, (await remove(id, bia)).status]).toEqual([403, 403]);
    expect((await edit(id, 'Ligou ontem.')).body).toMatchObject({ text: 'Ligou ontem.' });
    expect((await list())[0]).toMatchObject({ id, text: 'Ligou ontem.' });
    expect((await remove(id)).status).toBe(204);
    expect((await list()).map((one) => one.id)).not.toContain(id);
    expect([(await edit(id, 'x')).status, (await remove(id)).status]).toEqual([404, 404]);
  });

  it('can no longer be changed after fifteen minutes', async () => {
    const { id } = await write('Ficou.');
    pass(15);
    expect((await edit(id, 'Ficou mesmo.')).status).toBe(200);
    pass(1);
    for (const answer of [await edit(id, 'Não.'), await remove(id)])
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: 'NOTE_LOCKED', message: 'Observações não mudam depois de 15 minutos. Escreva outra.' },
      ]);
  });

  it('has a text of at most 2000 characters', async () => {
    const params = { id: who.id };
    const call = 'POST /operations/subscriptions/{id}/notes';
    const status = async (text: string) => (await hana.call(call, { params, body: { text } })).status;
    expect([await status('  \n'), await status('x'.repeat(2001)), await status('x'.repeat(2000))]).toEqual([
      422, 422, 201,
    ]);
  });

  it("is in the copy of the person's data without the author's name, and is erased with them", async () => {
    const table = personalTables.find((one) => one.table === 'note');
    expect(table).toMatchObject({ section: 'observacoes_da_instituicao', erase: 'delete' });
    expect(table?.columns).toContain('text');
    expect(table?.columns).not.toContain('written_by');
    const mine = table?.mine({ tenantId: who.tenantId, personId: who.personId });
    const kept = await harness.platform.db
      .tenant(who.tenantId)
      .many(sql`select id from note where ${mine ?? sql`false`}`);
    expect(kept.length).toBeGreaterThan(2);
  });
});
