import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { inventedPerson } from '../../../testing/people.ts';
import { personAt } from '../../../testing/person-at.ts';
import { staffIn, strongStaff } from '../../../testing/staff.ts';
import { readStructure } from '../../contract/pdf-words.ts';

let harness: Harness;
let desk: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  const hana = await strongStaff(harness, 'Hana Atendimento', [
    { role: 'atendimento', institutions: ['CUA01'] },
  ]);
  desk = hana.client;
});
afterAll(() => harness?.stop());

const dossier = (client: Client, id: number) =>
  client.call('GET /operations/subscriptions/{id}/dossier', { params: { id }, query: { reason: 'court' } });
/** The text that a reader of the PDF sees. */
async function textOf(client: Client, id: number): Promise<string> {
  const response = await fetch(
    `${harness.url}/orbita/api/operations/subscriptions/${id}/dossier?reason=court`,
    {
      headers: {
        ...client.headers,
        'x-forwarded-host': 'cua.alfa.orbita.test',
        cookie: [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      },
    },
  );
  const read = await readStructure(Buffer.from(await response.arrayBuffer()));
  return read.map(({ text }) => text).join(' ');
}

describe('the dossier of an application', () => {
  it('contains facts, contract evidence, payments, documents and the history', async () => {
    const who = await personAt(harness, 'paid', { person: inventedPerson(960) });
    await desk.call('POST /operations/subscriptions/{id}/notes', {
      params: { id: who.id },
      body: { text: 'Ligou sobre o boleto <b>ontem</b>.' },
    });
    const answer = await dossier(desk, who.id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toContain(`inscricao-${who.id}.pdf`);
    const bare = await desk.call('GET /operations/subscriptions/{id}/dossier', { params: { id: who.id } });
    expect([bare.status, bare.body]).toMatchObject([422, { errors: [{ field: 'reason' }] }]);
    const { body: audit } = await harness.operations.call('GET /operations/audit', {
      query: { subject: `/orbita/api/operations/subscriptions/${who.id}/dossier` },
    });
    expect(audit.data.map(({ text }) => text)).toEqual([
      'Baixou tudo de uma inscrição. Recusado: faltou algo no pedido',
      'Baixou tudo de uma inscrição. Processo judicial ou administrativo',
    ]);
    const text = await textOf(desk, who.id);
    for (const said of [
      `Inscrição nº ${who.id}`,
      inventedPerson(960).name,
      'SHA-256 do texto:',
      'matrícula',
      'Documentos',
      'Ligou sobre o boleto <b>ontem</b>.',
      'por Hana Atendimento',
    ])
      expect(text).toContain(said);
  });

  it('needs access to the application, and a recent proof of identity', async () => {
    const who = await personAt(harness, 'payment');
    const elsewhere = await strongStaff(harness, 'De Outra', [
      { role: 'atendimento', institutions: ['EPA01'] },
    ]);
    expect((await dossier(elsewhere.client, who.id)).status).toBe(404);
    const grader = await strongStaff(harness, 'Davi Banca', [{ role: 'banca' }]);
    expect((await dossier(grader.client, who.id)).status).toBe(403);
    const late = await staffIn(harness, [{ role: 'atendimento', institutions: ['CUA01'] }]);
    harness.clock.set(new Date(harness.clock.now().getTime() + 15 * 60_000));
    expect((await dossier(late.client, who.id)).body).toMatchObject({ code: 'REAUTH_REQUIRED' });
  });
});
