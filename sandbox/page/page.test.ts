import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openReceiver,
  openTestSandbox,
  type Received,
  type TestSandbox,
  until,
} from '../../testing/sandbox-kit.ts';
import { consoleAddress } from './console-section.ts';

const line = (places: [number, string][]) =>
  places.reduce((written, [from, text]) => written.padEnd(from - 1) + text, '').padEnd(240);
/** A remittance with one slip of R$ 400,00. */
const FILE = [
  line([
    [1, '00100000'],
    [143, '1'],
  ]),
  line([[1, '00100011R01']]),
  line([
    [1, '0010001300001P'],
    [16, '01'],
    [86, '000000000040000'],
    [142, '0'],
  ]),
]
  .map((one) => `${one}\r\n`)
  .join('');

const LISTS: Record<string, unknown> = {
  '/schedules': {
    data: [
      { id: 31, offerCode: 'ENF-TEST', place: 'Bloco A', at: '2026-01-20T14:00:00-03:00', taken: 2 },
      { id: 32, offerCode: 'ENF-TEST', place: 'Bloco B', at: '2026-01-21T14:00:00-03:00', taken: 0 },
    ],
  },
  '/schedules/31/roll': [
    { subscriptionId: 5002, name: 'Candidata <Dois>', state: 'booked' },
    { subscriptionId: 5003, name: 'Candidato Três', state: 'missed' },
  ],
  '/exam-scores?state=analysing': {
    data: [{ id: 41, subscriptionId: 5004, registration: '251000000005', year: 2025, state: 'analysing' }],
  },
  '/questionnaires?state=submitted': {
    data: [{ id: 51, subscriptionId: 5006, sections: [{ label: 'Graduação', rows: [{}] }] }],
  },
  '/interviews?state=requested': {
    data: [{ id: 61, subscriptionId: 5006, state: 'requested', appointment: null }],
  },
  '/interviews?state=held': { data: [{ id: 62, subscriptionId: 5007, state: 'held', appointment: null }] },
  '/payments?method=manual&state=pending': {
    data: [{ id: 71, subscriptionId: 5008, purpose: 'tax', amount: 120 }],
  },
  '/cancellations?state=open': { data: [{ id: 81, subscriptionId: 5009, paidTotal: 400, refund: 360 }] },
  '/slip-remittances?pageSize=10': {
    data: [
      { id: 91, institution: 'FBX01', sequence: 4, entries: 2, writeOffs: 0, total: 800, hasFile: true },
      { id: 92, institution: 'FBX01', sequence: 3, entries: 9, writeOffs: 0, total: 1, hasFile: false },
    ],
  },
  '/slip-remittances/91/file': { content: FILE },
  '/slip-returns': { lines: [{ line: 3, message: 'Pago: R$ 200,00.' }] },
};
const BASE = '/orbita/api/operations';

let product: Awaited<ReturnType<typeof openReceiver>>;
let world: TestSandbox;
beforeAll(async () => {
  const answer = ({ path }: Received) =>
    path.includes('/questionnaires/52/')
      ? { status: 409, body: { code: 'WRONG_STATE', message: 'Estado inválido.' } }
      : { status: 200, body: LISTS[path.slice(BASE.length)] ?? {} };
  product = await openReceiver(answer);
  world = await openTestSandbox({ apiUrl: product.url, operationsToken: 'svc_teste', slipIssueMs: 50 });
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
    for (const title of [
      'Pagamentos Pix',
      'Boletos',
      'E-mails',
      'SMS',
      'Órbita Equipe',
      'Provas agendadas',
      'Falhas',
    ])
      expect(markup).toContain(title);
    expect(markup).toContain('Candidata &lt;Dois&gt;');
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

  it('pays a slip, by its Pix part, too little or late, and says why it cannot', async () => {
    const clientId = 'sandbox-beta-FBX01';
    const bank = await world.slipBank(clientId);
    const pagador = {
      ...{ cpfCnpj: '11122233396', tipoPessoa: 'FISICA', nome: 'Candidata <Um>', endereco: 'Rua Exemplo' },
      ...{ cidade: 'Belo Horizonte', uf: 'MG', cep: '30100001' },
    };
    const terms = { seuNumero: 'B7', valorNominal: 777.5, dataVencimento: '2099-01-05', numDiasAgenda: 5 };
    const path = '/bank/cobranca/v3/cobrancas';
    const ask = async () => {
      const answer = await world.json('POST', path, { ...terms, pagador }, bank);
      return ((await answer.json()) as { codigoSolicitacao: string }).codigoSolicitacao;
    };
    const press = async (code: string, result: string) =>
      new URL((await submit(`/slips/${code}`, { clientId, result })).headers.get('location') ?? '', world.url)
        .searchParams;
    const received = async (code: string) => {
      const answer = await world.json('GET', `${path}/${code}`, undefined, bank);
      const { cobranca } = (await answer.json()) as { cobranca: Record<string, string> };
      return [cobranca.situacao, cobranca.valorTotalRecebido, cobranca.origemRecebimento];
    };
    const code = await ask();
    await until(
      () => page('?tenant=beta'),
      (markup) => markup.includes('Pode ser pago'),
    );
    expect(await page('?tenant=beta')).toContain('Candidata &lt;Um&gt;');
    expect(await page('?tenant=alfa')).not.toContain('R$ 777,50');
    expect((await press(code, 'paid')).get('ok')).toBe('Boleto pago.');
    expect(await received(code)).toEqual(['RECEBIDO', '777.50', 'BOLETO']);
    expect((await press(code, 'paid')).get('erro')).toBe('O boleto já foi pago.');
    const others = [await ask(), await ask(), await ask(), await ask()];
    expect((await press(others[3] ?? '', 'error')).get('ok')).toBe('Registro do boleto recusado.');
    await until(
      () => Promise.all(others.map(received)),
      (all) => all.every(([situation]) => situation !== 'EM_PROCESSAMENTO'),
    );
    await press(others[0] ?? '', 'pix');
    await press(others[1] ?? '', 'lower');
    await press(others[2] ?? '', 'expired');
    expect(await page('?tenant=beta')).toContain('Pagar em atraso');
    await press(others[2] ?? '', 'late');
    expect(await Promise.all(others.map(received))).toEqual([
      ['RECEBIDO', '777.50', 'PIX'],
      ['RECEBIDO', '388.75', 'BOLETO'],
      ['RECEBIDO', '777.50', 'BOLETO'],
      ['FALHA_EMISSAO', undefined, undefined],
    ]);
    expect((await press('nothing', 'paid')).get('erro')).toBe('Boleto não encontrado.');
  });

  it('makes a remittance and lets the bank answer it', async () => {
    const markup = await page('?tenant=beta');
    expect(markup).toContain('Remessa 4');
    expect(markup).not.toContain('Remessa 3');
    await submit('/bank-files', { institution: 'FBX01' });
    expect(lastWrite()).toMatchObject({ path: `${BASE}/slip-remittances` });
    const answer = await submit('/bank-files/91', { institution: 'FBX01', event: 'pay-wrong', place: '1' });
    const passed = new URL(answer.headers.get('location') ?? '', world.url).searchParams;
    expect(passed.get('ok')).toBe('Linha 3: Pago: R$ 200,00.');
    const sent = JSON.parse(lastWrite()?.body ?? '{}') as { institution: string; file: string };
    expect(lastWrite()?.path).toBe(`${BASE}/slip-returns`);
    expect(sent.file.split('\r\n')[3]?.slice(77, 92)).toBe('000000000020000');
    const odd = await submit('/bank-files/91', { institution: 'FBX01', event: 'other' });
    expect(odd.headers.get('location')).toContain('erro=');
  });

  it('shows what the institution has to decide, and nobody whose result is there', async () => {
    const markup = await page('?tenant=beta');
    for (const text of ['Candidata &lt;Dois&gt;', 'nº 251000000005', 'R$ 120,00', 'R$ 360,00'])
      expect(markup).toContain(text);
    expect(markup).not.toContain('Candidato Três');
    expect(product.received.some(({ path }) => path.includes('/schedules/32/'))).toBe(false);
  });

  const yes = { decision: 'approved' };
  const no = { decision: 'rejected', reason: 'Não atende.' };
  const each = (score: number, essay = score) => ({
    languages: score,
    humanities: score,
    sciences: score,
    mathematics: score,
    essay,
  });
  it.each<[string, Record<string, string>, string, unknown]>([
    [
      '/schedules/31/5002',
      yes,
      'POST /schedules/31/results',
      [{ subscriptionId: 5002, present: true, score: 700, essayScore: 700 }],
    ],
    [
      '/schedules/31/5002',
      { decision: 'missed' },
      'POST /schedules/31/results',
      [{ subscriptionId: 5002, present: false }],
    ],
    [
      '/schedules/31/5002',
      { decision: 'score', score: '512.5', essayScore: '400' },
      'POST /schedules/31/results',
      [{ subscriptionId: 5002, present: true, score: 512.5, essayScore: 400 }],
    ],
    ['/exam-scores/41', { decision: 'not-found' }, 'POST /exam-scores/41/result', { state: 'not-found' }],
    [
      '/exam-scores/41',
      { decision: '620' },
      'POST /exam-scores/41/result',
      { state: 'approved', scores: each(620) },
    ],
    [
      '/exam-scores/41',
      { decision: 'average', average: '455' },
      'POST /exam-scores/41/result',
      { state: 'approved', scores: each(455) },
    ],
    ['/questionnaires/51', yes, 'POST /questionnaires/51/decision', { decision: 'approved' }],
    [
      '/questionnaires/51',
      { decision: 'returned', reason: 'Falta o ano.' },
      'POST /questionnaires/51/decision',
      { decision: 'returned', comment: 'Falta o ano.' },
    ],
    ['/interviews/61', { decision: 'held' }, 'POST /interviews/61/outcome', { held: true }],
    ['/interviews/62', yes, 'POST /interviews/62/decision', { decision: 'approved' }],
    ['/interviews/62', no, 'POST /interviews/62/decision', no],
    [
      '/manual-payments/71',
      { decision: 'settled' },
      'POST /manual-payments/71/decision',
      { decision: 'settled' },
    ],
    [
      '/cancellations/81',
      { decision: 'confirmed', refund: '360' },
      'POST /cancellations/81/decision',
      { decision: 'confirmed', refund: 360 },
    ],
  ])('%s with %j is %s', async (path, fields, call, body) => {
    expect((await submit(path, fields)).status).toBe(303);
    const { method, path: address, body: sent } = lastWrite()!;
    expect(`${method} ${address.slice(BASE.length)}`).toBe(call);
    expect(JSON.parse(sent)).toEqual(body);
  });

  it('appoints an interview for tomorrow by the clock of the play', async () => {
    await world.control('PUT', '/clock', { now: '2026-01-12T10:00:00-03:00' });
    await submit('/interviews/61', { decision: 'appoint' });
    expect(lastWrite()).toMatchObject({ method: 'PUT', path: `${BASE}/interviews/61/appointment` });
    expect(JSON.parse(lastWrite()!.body)).toEqual({ at: '2026-01-13T13:00:00.000Z', place: 'Coordenação' });
  });

  it('says plainly what the product refused', async () => {
    const answer = await submit('/questionnaires/52', yes);
    const location = answer.headers.get('location')!;
    const shown = await page(location.slice('/sandbox'.length).split('#')[0]);
    expect(shown).toContain('O produto respondeu 409 (WRONG_STATE: Estado inválido.).');
  });

  it('leaves to the console what that one does, and leads there', async () => {
    const asked = product.received.length;
    const markup = await page('?tenant=beta');
    const paths = product.received.slice(asked).map(({ path }) => path.slice(BASE.length));
    expect(paths.filter((path) => /^\/(essays|documents|subscriptions)/.test(path))).toEqual([]);
    for (const path of [
      '',
      'redacoes',
      'documentos',
      'inscricoes?fila=discipline-analyses',
      'inscricoes?fila=accommodation-requests',
      'inscricoes?situacao=10',
      'inscricoes?fila=manual-payments',
      'inscricoes?fila=student-numbers',
    ])
      expect(markup).toContain(`href="${product.url}/orbita/equipe/${path}"`);
    for (const gone of [
      '/essays/7001/grade',
      '/documents/approve-all',
      '/documents/6001/review',
      '/selections/5005',
      '/subscriptions/5001/student',
    ])
      expect((await submit(gone, yes)).status).toBe(404);
    expect((await world.call('/sandbox/document-files/1')).status).toBe(404);
  });

  it.each([
    ['http://localhost:8080', 'alfa', 'http://localhost:8080/orbita/equipe/'],
    ['http://localhost:8080', 'beta', 'http://beta.localhost:8080/orbita/equipe/'],
    ['http://localhost:8080', 'nova_1', 'http://localhost:8080/orbita/equipe/'],
    ['http://127.0.0.1:8080', 'beta', 'http://127.0.0.1:8080/orbita/equipe/'],
  ])('at %s the console of %s is %s', (apiUrl, tenant, address) => {
    expect(consoleAddress({ apiUrl }, tenant)).toBe(address);
  });

  it('switches strange sides', async () => {
    await submit('/strange/pix-wrong-code', { on: '1' });
    expect(await (await world.control('GET', '/strange')).json()).toMatchObject({ 'pix-wrong-code': true });
    const page = await (await world.call('/sandbox?tenant=alfa')).text();
    expect(page).toMatch(/strange\/pix-wrong-code[\s\S]{0,400}value="1" aria-pressed="true"/);
    await submit('/strange/pix-wrong-code', { on: '0' });
    await submit('/strange/moon', { on: '1' });
    const sides = (await (await world.control('GET', '/strange')).json()) as Record<string, boolean>;
    expect(Object.values(sides).some(Boolean)).toBe(false);
  });

  it('switches faults and refuses forms of other sites', async () => {
    await submit('/faults/sms', { mode: 'down' });
    expect(await (await world.control('GET', '/faults')).json()).toMatchObject({ sms: 'down' });
    const foreign = await submit('/faults/sms', { mode: 'ok' }, { origin: 'https://outro.test' });
    expect(foreign.status).toBe(403);
  });
});
