import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type Received, type TestSandbox } from '../test-kit.ts';

const LISTS: Record<string, unknown> = {
  '/essays?state=finished': {
    data: [
      {
        id: 7001,
        subscriptionId: 5001,
        course: 'Administração',
        attempt: 1,
        theme: { title: 'Cidades' },
        title: 'Meu <título>',
        essay: 'Texto',
        wordCount: 180,
      },
    ],
  },
  '/documents?state=sent': {
    data: [6001, 6002].map((id) => ({
      id,
      subscriptionId: 5001,
      name: 'CPF',
      files: [{ fileId: 1, name: 'a.pdf' }],
    })),
  },
  '/subscriptions?state=7': { data: [{ id: 5001, personName: 'Candidata Um', courseName: 'Administração' }] },
};
const BASE = '/orbita/api/operations';

let product: Awaited<ReturnType<typeof openReceiver>>;
let world: TestSandbox;
beforeAll(async () => {
  const answer = ({ path }: Received) =>
    path.includes('/subscriptions/')
      ? { status: 409, body: { code: 'WRONG_STATE', message: 'Estado inválido.' } }
      : { status: 200, body: LISTS[path.slice(BASE.length)] ?? {} };
  product = await openReceiver(answer);
  world = await openTestSandbox({ apiUrl: product.url, operationsToken: 'svc_teste' });
});
afterAll(async () => {
  await world.discard();
  await product.close();
});

const page = async (query = '') => (await world.call(`/sandbox${query}`)).text();
const submit = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  world.call(`/sandbox${path}?tenant=beta`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
const lastWrite = () => product.received.filter(({ method }) => method !== 'GET').at(-1);

describe('page', () => {
  it('shows every section with escaped content', async () => {
    const markup = await page('?tenant=beta');
    for (const title of ['Pagamentos Pix', 'E-mails', 'SMS', 'Redações para corrigir', 'Falhas'])
      expect(markup).toContain(title);
    expect(markup).toContain('Meu &lt;título&gt;');
    expect(markup).toContain('name="studentLyceumId" value="20265001"');
    const asked = product.received.at(-1)!;
    expect(asked.headers).toMatchObject({ authorization: 'Bearer svc_teste', 'x-tenant-alias': 'beta' });
  });

  it('pays an open charge', async () => {
    const bank = await world.bank('sandbox-beta-FBX01');
    const txid = 'PAGE0000000000000000000000000001';
    const body = { calendario: {}, valor: { original: '1234.50' }, chave: 'um@beta.test' };
    await world.json('PUT', `/psp/cob/${txid}`, body, bank);
    expect(await page('?tenant=beta')).toContain('R$ 1.234,50');
    expect(await page('?tenant=alfa')).not.toContain('R$ 1.234,50');
    const answer = await submit(`/pix/${txid}`, { clientId: 'sandbox-beta-FBX01', result: 'paid' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/sandbox?tenant=beta&secao=pix&ok=Pix+pago.#pix');
    const cob = await world.json('GET', `/psp/cob/${txid}`, undefined, bank);
    expect(await cob.json()).toMatchObject({ status: 'CONCLUIDA' });
  });

  it('grades an essay and approves every document through the product', async () => {
    await submit('/essays/7001/grade', { score: '720', feedback: 'Bom texto.' });
    expect(lastWrite()).toMatchObject({ method: 'POST', path: `${BASE}/essays/7001/grade` });
    expect(JSON.parse(lastWrite()!.body)).toEqual({
      score: 720,
      hasPlagiarism: false,
      feedback: 'Bom texto.',
    });
    const answer = await submit('/documents/approve-all');
    expect(answer.headers.get('location')).toContain('aprovados');
    expect(lastWrite()).toMatchObject({ path: `${BASE}/documents/6002/review` });
    await submit('/documents/6001/review', { decision: 'rejected', reason: 'unreadable', note: '' });
    expect(JSON.parse(lastWrite()!.body)).toEqual({ decision: 'rejected', reason: 'unreadable' });
  });

  it('says plainly what the product refused', async () => {
    const answer = await submit('/subscriptions/5001/student', { studentLyceumId: '1' });
    const location = answer.headers.get('location')!;
    const shown = await page(location.slice('/sandbox'.length).split('#')[0]);
    expect(shown).toContain('O produto respondeu 409 (WRONG_STATE: Estado inválido.).');
  });

  it('switches faults and refuses forms of other sites', async () => {
    await submit('/faults/sms', { mode: 'down' });
    expect(await (await world.control('GET', '/faults')).json()).toMatchObject({ sms: 'down' });
    const foreign = await submit('/faults/sms', { mode: 'ok' }, { origin: 'https://outro.test' });
    expect(foreign.status).toBe(403);
  });
});
