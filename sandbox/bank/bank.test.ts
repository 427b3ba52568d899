import { readBoleto, readBrCode } from '@orbita/domain/payment';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type TestSandbox, until } from '../../testing/sandbox-kit.ts';

interface Slip {
  cobranca: {
    codigoSolicitacao: string;
    seuNumero: string;
    situacao: string;
    valorNominal: number;
    valorTotalRecebido?: string;
    origemRecebimento?: string;
    dataSituacao: string;
    pagador: Record<string, string>;
  };
  boleto?: { nossoNumero: string; codigoBarras: string; linhaDigitavel: string };
  pix?: { txid: string; pixCopiaECola: string };
}
interface Page {
  totalPaginas: number;
  totalElementos: number;
  ultimaPagina: boolean;
  cobrancas: Slip[];
}

const SLIPS = '/bank/cobranca/v3/cobrancas';
const TODAY = '2026-11-23';
const ORDER = {
  seuNumero: 'B1-1',
  valorNominal: 400,
  dataVencimento: '2026-11-27',
  numDiasAgenda: 10,
  pagador: {
    ...{ cpfCnpj: '11122233396', tipoPessoa: 'FISICA', nome: 'Candidata Um', endereco: 'Rua Exemplo' },
    ...{ cidade: 'Belo Horizonte', uf: 'MG', cep: '30100001' },
  },
  desconto: { codigo: 'VALORFIXODATAINFORMADA', quantidadeDias: 0, valor: 40 },
};

let world: TestSandbox;
let auth: Record<string, string>;
beforeAll(async () => {
  world = await openTestSandbox({ slipIssueMs: 300, webhookDelays: [10, 20, 30], slowMs: 400 });
  auth = await world.slipBank('sandbox-alfa-CUA01');
});
afterAll(() => world.discard());
beforeEach(() => setDay(TODAY));
afterEach(async () => {
  await world.control('POST', '/reset');
  await world.json('DELETE', `${SLIPS}/webhook`, undefined, auth);
});

const setDay = (day: string) => world.control('PUT', '/clock', { now: `${day}T12:00:00-03:00` });
const ask = async (change: object = {}) => world.json('POST', SLIPS, { ...ORDER, ...change }, auth);
const codeOf = async (change: object = {}) =>
  ((await (await ask(change)).json()) as { codigoSolicitacao: string }).codigoSolicitacao;
const read = async (code: string) =>
  (await (await world.json('GET', `${SLIPS}/${code}`, undefined, auth)).json()) as Slip;
const registered = (code: string) =>
  until(
    () => read(code),
    ({ cobranca }) => cobranca.situacao !== 'EM_PROCESSAMENTO',
  );
const play = (code: string, order: object) => world.control('POST', `/slips/${code}`, order);
const list = async (query: Record<string, string>) =>
  (await (await world.json('GET', `${SLIPS}?${new URLSearchParams(query)}`, undefined, auth)).json()) as Page;

describe('a slip', () => {
  it('is registered a moment later, even if read meanwhile, with a real line, barcode and Pix code', async () => {
    const code = await codeOf();
    for (let n = 0; n < 2; n += 1) {
      const processing = await read(code);
      expect(processing.cobranca).toMatchObject({ situacao: 'EM_PROCESSAMENTO', valorNominal: 400 });
      expect(processing).not.toHaveProperty('boleto');
      expect(processing).not.toHaveProperty('pix');
    }
    const { cobranca, boleto, pix } = await registered(code);
    expect(cobranca).toMatchObject({ situacao: 'A_RECEBER', seuNumero: 'B1-1' });
    expect(readBoleto(boleto?.linhaDigitavel ?? '', TODAY)).toMatchObject({
      ok: true,
      barcode: boleto?.codigoBarras,
      boleto: { bank: '077', dueDate: '2026-11-27', amountCents: 40_000 },
    });
    expect(boleto?.codigoBarras.endsWith(boleto.nossoNumero)).toBe(true);
    expect(readBrCode(pix?.pixCopiaECola ?? '')).toMatchObject({ ok: true, code: { kind: 'dynamic' } });
    expect(pix?.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });
  it('requested twice is two slips with their own numbers', async () => {
    const codes = [await codeOf(), await codeOf()];
    const numbers = await Promise.all(
      codes.map(async (code) => (await registered(code)).boleto?.nossoNumero),
    );
    expect(new Set(numbers).size).toBe(2);
  });
  it('of an amount ending in 13 cents fails, and one ending in 17 stays in registration', async () => {
    const [failing, stuck] = [await codeOf({ valorNominal: 400.13 }), await codeOf({ valorNominal: 400.17 })];
    expect((await registered(failing)).cobranca.situacao).toBe('FALHA_EMISSAO');
    expect((await read(stuck)).cobranca.situacao).toBe('EM_PROCESSAMENTO');
    expect((await play(stuck, { result: 'paid' })).status).toBe(409);
  });
  it('is overdue after the next business day, expires after its period, and is paid late only by force', async () => {
    const code = await codeOf({ dataVencimento: '2026-11-28' });
    await registered(code);
    const on = async (day: string) => {
      await setDay(day);
      return (await read(code)).cobranca.situacao;
    };
    // Due on a Saturday: payment on Monday is in time.
    expect(await on('2026-11-30')).toBe('A_RECEBER');
    expect(await on('2026-12-01')).toBe('ATRASADO');
    expect(await on('2026-12-08')).toBe('ATRASADO');
    expect(await on('2026-12-09')).toBe('EXPIRADO');
    expect((await play(code, { result: 'paid' })).status).toBe(409);
    expect((await play(code, { result: 'paid', late: true })).status).toBe(202);
    expect(await read(code)).toMatchObject({
      cobranca: { situacao: 'RECEBIDO', valorTotalRecebido: '400.00', dataSituacao: '2026-12-09' },
    });
  });
  it('is refused with all its errors, and unknown to others', async () => {
    const answer = await ask({ seuNumero: 'x'.repeat(16), valorNominal: 2.49, pagador: { nome: '' } });
    expect(answer.status).toBe(400);
    const { violacoes } = (await answer.json()) as { violacoes: { propriedade: string }[] };
    expect(violacoes.map(({ propriedade }) => propriedade)).toEqual(
      expect.arrayContaining([
        ...[
          'cobranca.seuNumero',
          'cobranca.valorNominal',
          'cobranca.pagador.nome',
          'cobranca.pagador.cpfCnpj',
        ],
      ]),
    );
    expect((await ask({ dataVencimento: '2026-11-22' })).status).toBe(400);
    const code = await codeOf();
    const other = await world.slipBank('sandbox-beta-B1');
    expect((await world.json('GET', `${SLIPS}/${code}`, undefined, other)).status).toBe(404);
    expect((await world.json('GET', `${SLIPS}/${code}`)).status).toBe(401);
    const reader = await world.slipBank('sandbox-alfa-CUA01', 'boleto-cobranca.read');
    expect((await world.json('POST', SLIPS, ORDER, reader)).status).toBe(403);
  });
});

describe('outcomes of a slip', () => {
  it.each([
    [{}, { valorTotalRecebido: '360.00', origemRecebimento: 'BOLETO' }],
    [{ by: 'pix' }, { valorTotalRecebido: '360.00', origemRecebimento: 'PIX' }],
    [{ amount: 10.5 }, { valorTotalRecebido: '10.50' }],
    [{ amount: 500 }, { valorTotalRecebido: '500.00' }],
  ])('paid with %j: %j', async (order, expected) => {
    const code = await codeOf();
    await registered(code);
    expect((await play('B1-1', { result: 'paid', ...order })).status).toBe(202);
    expect((await read(code)).cobranca).toMatchObject({ situacao: 'RECEBIDO', ...expected });
    expect((await play(code, { result: 'paid' })).status).toBe(409);
  });
  it('after its due day the discount is gone', async () => {
    const code = await codeOf();
    await registered(code);
    await setDay('2026-12-01');
    await play(code, { result: 'paid' });
    expect((await read(code)).cobranca.valorTotalRecebido).toBe('400.00');
  });
  it('cancelled only while it is open', async () => {
    const code = await codeOf();
    const cancel = () =>
      world.json('POST', `${SLIPS}/${code}/cancelar`, { motivoCancelamento: 'TROCA' }, auth);
    expect((await cancel()).status).toBe(400);
    await registered(code);
    expect((await cancel()).status).toBe(202);
    expect((await read(code)).cobranca.situacao).toBe('CANCELADO');
    expect((await cancel()).status).toBe(400);
    expect((await play(code, { result: 'denied' })).status).toBe(409);
  });
  it.each([
    ['expired', 'EXPIRADO'],
    ['denied', 'CANCELADO'],
  ])('%s by the bank', async (result, situacao) => {
    const code = await codeOf();
    await registered(code);
    await play(code, { result });
    expect((await read(code)).cobranca.situacao).toBe(situacao);
  });
  it('its registration can be made to fail, and unknown orders are refused', async () => {
    const code = await codeOf();
    expect((await play(code, { result: 'error' })).status).toBe(202);
    expect((await read(code)).cobranca.situacao).toBe('FALHA_EMISSAO');
    expect((await play(code, { result: 'lost' })).status).toBe(422);
    expect((await play('B9-9', { result: 'paid' })).status).toBe(404);
    expect(await (await world.control('GET', '/slips')).json()).toMatchObject([{ seuNumero: 'B1-1' }]);
  });
});

describe('the list', () => {
  it('searches by day of issue, due day and payment, by number and page by page', async () => {
    for (const seuNumero of ['A', 'B', 'C']) await codeOf({ seuNumero });
    const code = await codeOf({ seuNumero: 'D', dataVencimento: '2026-12-30' });
    await registered(code);
    await play(code, { result: 'paid' });
    const period = (dataInicial: string, dataFinal = dataInicial) => ({ dataInicial, dataFinal });
    const numbers = async (query: Record<string, string>) =>
      (await list(query)).cobrancas.map(({ cobranca }) => cobranca.seuNumero);
    expect(await numbers(period('2026-11-27'))).toEqual(['A', 'B', 'C']);
    expect(await numbers({ ...period('2026-11-27'), seuNumero: 'B' })).toEqual(['B']);
    expect(await numbers({ ...period(TODAY), filtrarDataPor: 'EMISSAO' })).toEqual(['A', 'B', 'C', 'D']);
    expect(await numbers({ ...period(TODAY), filtrarDataPor: 'PAGAMENTO' })).toEqual(['D']);
    const paging = { 'paginacao.itensPorPagina': '2', 'paginacao.paginaAtual': '1' };
    expect(await list({ ...period('2026-11-27'), ...paging })).toMatchObject({
      ...{ totalPaginas: 2, totalElementos: 3, ultimaPagina: true },
      cobrancas: [{ cobranca: { seuNumero: 'C', valorNominal: '400.00' } }],
    });
    expect((await list(period('2026-11-27'))).cobrancas[0]?.cobranca.pagador).toEqual({
      ...{ nome: 'Candidata Um', cpfCnpj: '11122233396' },
    });
    const wrong = await world.json('GET', `${SLIPS}?dataInicial=x&dataFinal=y`, undefined, auth);
    expect(wrong.status).toBe(400);
  });
});

describe('notices', () => {
  it('report registration, payment and cancellation, retried until accepted, and can be forged', async () => {
    const receiver = await openReceiver((_request, n) => ({ status: n === 1 ? 500 : 200 }));
    const events = () =>
      receiver.received.map(({ body }) => (JSON.parse(body) as Record<string, string>[])[0] ?? {});
    const eventsUntil = (count: number) => until(events, (all) => all.length === count);
    await world.json('PUT', `${SLIPS}/webhook`, { webhookUrl: `${receiver.url}/aviso` }, auth);
    expect(await (await world.json('GET', `${SLIPS}/webhook`, undefined, auth)).json()).toMatchObject({
      webhookUrl: `${receiver.url}/aviso`,
    });
    const code = await codeOf();
    // The first attempt is refused, so the same notification is sent twice.
    await eventsUntil(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    await play(code, { result: 'forged' });
    expect((await eventsUntil(3))[2]).toMatchObject({ situacao: 'RECEBIDO', valorTotalRecebido: '400.00' });
    expect((await read(code)).cobranca.situacao).toBe('A_RECEBER');
    await play(code, { result: 'paid', duplicate: true });
    const all = await eventsUntil(5);
    expect(all.map(({ situacao }) => situacao)).toEqual([
      ...['A_RECEBER', 'A_RECEBER', 'RECEBIDO', 'RECEBIDO', 'RECEBIDO'],
    ]);
    expect(all[4]).toMatchObject({
      ...{ codigoSolicitacao: code, seuNumero: 'B1-1', valorTotalRecebido: '360.00' },
      ...{ origemRecebimento: 'BOLETO', linhaDigitavel: expect.stringMatching(/^077/) },
      dataHoraSituacao: '2026-11-23T15:00:00.000Z',
    });
    const second = await codeOf({ seuNumero: 'B1-2' });
    await registered(second);
    await world.json('POST', `${SLIPS}/${second}/cancelar`, { motivoCancelamento: '' }, auth);
    await until(events, (list) => list.some(({ situacao }) => situacao === 'CANCELADO'));
    const removed = await world.json('DELETE', `${SLIPS}/webhook`, undefined, auth);
    expect(removed.status).toBe(204);
    expect((await world.json('GET', `${SLIPS}/webhook`, undefined, auth)).status).toBe(404);
    await receiver.close();
  });
  it('report an expired slip', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    await world.json('PUT', `${SLIPS}/webhook`, { webhookUrl: receiver.url }, auth);
    await registered(await codeOf());
    await setDay('2026-12-20');
    await until(
      () => receiver.received.map(({ body }) => body).join(''),
      (text) => text.includes('"EXPIRADO"'),
    );
    await receiver.close();
    expect((await world.json('PUT', `${SLIPS}/webhook`, { webhookUrl: 'x' }, auth)).status).toBe(400);
  });
});

describe('faults', () => {
  it('a bank that is down does nothing, a slow one acts and answers late', async () => {
    const fault = (port: string, mode: string) => world.control('PUT', '/faults', { port, mode });
    await fault('slip', 'down');
    expect((await ask()).status).toBe(503);
    await fault('slip', 'slow');
    const late = ask();
    await until(
      () => world.control('GET', '/slips').then((answer) => answer.json() as Promise<unknown[]>),
      (slips) => slips.length === 1,
    );
    expect((await late).status).toBe(200);
    await fault('slip', 'ok');
    await fault('slip-fetch', 'down');
    const code = await codeOf({ seuNumero: 'B1-3' });
    expect((await world.json('GET', `${SLIPS}/${code}`, undefined, auth)).status).toBe(503);
    const period = { dataInicial: '2026-11-27', dataFinal: '2026-11-27' };
    expect((await list(period)).cobrancas).toHaveLength(2);
  });
});

it('sends unsent reports after a restart', async () => {
  const receiver = await openReceiver(() => ({ status: 200 }));
  const first = await openTestSandbox({ slipIssueMs: 400 });
  const bank = await first.slipBank('sandbox-alfa-CUA01');
  await first.control('PUT', '/clock', { now: `${TODAY}T12:00:00-03:00` });
  await first.json('PUT', `${SLIPS}/webhook`, { webhookUrl: receiver.url }, bank);
  await first.json('POST', SLIPS, ORDER, bank);
  await first.close();
  expect(receiver.received).toEqual([]);
  const next = await openTestSandbox({ dataDir: first.dataDir });
  await until(
    () => receiver.received.length,
    (count) => count === 1,
  );
  expect(receiver.received[0]?.body).toContain('A_RECEBER');
  await next.discard();
  await receiver.close();
});
