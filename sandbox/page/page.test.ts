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
  '/slip-remittances?pageSize=10': {
    data: [
      { id: 91, institution: 'FBX01', sequence: 4, entries: 2, writeOffs: 0, total: 800, hasFile: true },
      { id: 92, institution: 'FBX01', sequence: 3, entries: 9, writeOffs: 0, total: 1, hasFile: false },
    ],
  },
  '/slip-remittances/91/file': { content: FILE },
};
const BASE = '/orbita/api/operations';

let product: Awaited<ReturnType<typeof openReceiver>>;
let world: TestSandbox;
beforeAll(async () => {
  const answer = ({ path }: Received) =>
    path.includes('/slip-remittances/92/')
      ? { status: 404, body: { code: 'NOT_FOUND', message: 'Não encontrado.' } }
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

describe('page', () => {
  it('shows every section with escaped content', async () => {
    const markup = await page('?tenant=beta');
    for (const title of ['Pagamentos Pix', 'Boletos', 'E-mails', 'SMS', 'Quem decide é a equipe', 'Falhas'])
      expect(markup).toContain(title);
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

  it('pays a slip, also by its Pix part, too little or late, and says why it cannot', async () => {
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

  it("returns the bank's answer to a remittance, as a file for the console", async () => {
    const markup = await page('?tenant=beta');
    expect(markup).toContain('Remessa 4');
    expect(markup).not.toContain('Remessa 3');
    const answer = await submit('/bank-files/91', { event: 'pay-wrong', place: '1' });
    expect(answer.headers.get('content-disposition')).toContain('retorno-91-pay-wrong.ret');
    expect((await answer.text()).split('\r\n')[3]?.slice(77, 92)).toBe('000000000020000');
    for (const wrong of [
      { path: '/bank-files/91', fields: { event: 'other' }, said: 'Resposta desconhecida.' },
      {
        path: '/bank-files/92',
        fields: { event: 'pay' },
        said: 'O produto respondeu 404 (NOT_FOUND: Não encontrado.).',
      },
    ]) {
      const location = (await submit(wrong.path, wrong.fields)).headers.get('location') ?? '';
      expect(await page(location.slice('/sandbox'.length).split('#')[0])).toContain(wrong.said);
    }
  });

  it('decides nothing for the institution, and links to where its team does', async () => {
    const markup = await page('?tenant=beta');
    const screens = [
      ...['', 'redacoes', 'documentos', 'provas', 'enem', 'questionarios', 'entrevistas', 'inscricoes'],
      ...['inscricoes?fila=manual-payments', 'pagamentos', 'pagamentos/devolucoes', 'pagamentos/arquivos'],
      'cancelamentos',
    ];
    for (const path of screens) expect(markup).toContain(`href="${product.url}/orbita/equipe/${path}"`);
    // Every form of the page belongs to a simulated external system.
    const forms = new Set([...markup.matchAll(/action="\/sandbox\/([a-z-]+)/g)].map(([, first]) => first));
    const outside = [
      'academic',
      'bank-files',
      'cards',
      'faults',
      'pix',
      'recurrences',
      'slips',
      'staff-idp',
      'strange',
      'whatsapp',
    ];
    expect([...forms].filter((first) => !outside.includes(first ?? ''))).toEqual([]);
    for (const gone of [
      ...['/essays/7001/grade', '/documents/6001/review', '/selections/5005', '/subscriptions/5001/student'],
      ...['/schedules/31/5002', '/exam-scores/41', '/questionnaires/51', '/interviews/61'],
      ...['/manual-payments/71', '/cancellations/81', '/bank-files'],
    ])
      expect((await submit(gone, { decision: 'approved' })).status).toBe(404);
    expect(product.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each([
    ['http://localhost:8080', 'alfa', 'http://localhost:8080/orbita/equipe/'],
    ['http://localhost:8080', 'beta', 'http://beta.localhost:8080/orbita/equipe/'],
    ['http://localhost:8080', 'nova_1', 'http://localhost:8080/orbita/equipe/'],
    ['http://127.0.0.1:8080', 'beta', 'http://127.0.0.1:8080/orbita/equipe/'],
  ])('at %s the console of %s is %s', (apiUrl, tenant, address) => {
    expect(consoleAddress({ apiUrl }, tenant)).toBe(address);
  });

  it('switches quirks', async () => {
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
