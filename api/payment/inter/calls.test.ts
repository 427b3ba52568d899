import { afterEach, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type Received } from '../../../testing/sandbox-kit.ts';
import { ProviderUnavailable, ProviderUnknown, type SlipOrder } from '../../platform/ports.ts';
import { createInter } from './calls.ts';

const CODE = '5c2e8a41-7d3b-4f6e-9a1c-2b4d6f8e0a13';
const SLIPS = '/cobranca/v3/cobrancas';
const ORDER: SlipOrder = {
  ...{ reference: 'A-1', amountCents: 40_005, dueDate: '2026-11-27', daysPayableAfterDue: 10 },
  payer: {
    ...{ name: 'Candidata Um', document: '11122233396', street: 'Rua Exemplo', number: '10' },
    ...{ complement: 'Casa 2', district: 'Centro', city: 'Belo Horizonte', state: 'MG', zipCode: '30100001' },
  },
  note: 'Matrícula em Administração',
};
const BARCODE = '07791100200000002000001112123456700000043218';
const BOLETO = {
  nossoNumero: '00000043218',
  codigoBarras: BARCODE,
  linhaDigitavel: '07790001161212345670400000432187110020000000200',
};
const COBRANCA = {
  ...{ codigoSolicitacao: CODE, seuNumero: 'A-1', situacao: 'A_RECEBER', dataSituacao: '2026-11-23' },
  ...{ dataVencimento: '2026-11-27', valorNominal: 400.05 },
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A gateway to a bank that answers with `answer`. */
async function bankWith(answer: (request: Received) => { status: number; body?: unknown }, account = {}) {
  const receiver = await openReceiver((request) =>
    request.path === '/oauth/v2/token' ? { status: 200, body: { access_token: 't' } } : answer(request),
  );
  closers.push(receiver.close);
  const gateway = createInter({
    slipAccounts: {
      'alfa/CUA01': {
        ...{ baseUrl: `${receiver.url}/`, tokenUrl: `${receiver.url}/oauth/v2/token` },
        ...{ clientId: 'client', clientSecret: 'secret', ...account },
      },
    },
  }).account('alfa', 'CUA01');
  if (!gateway) throw new Error('No gateway');
  const lines = () => receiver.received.slice(1).map(({ method, path }) => `${method} ${path}`);
  return { gateway, lines, received: receiver.received };
}
const slip = (change: object = {}, parts: object = {}) => ({
  status: 200,
  body: { cobranca: { ...COBRANCA, ...change }, ...parts },
});

describe('a request to the bank', () => {
  it('is an order in reais with payer, discount and note, under a token of our credentials', async () => {
    const { gateway, received } = await bankWith(() => ({ status: 200, body: { codigoSolicitacao: CODE } }), {
      accountNumber: '123456',
    });
    const discount = { cents: 4_000, until: '2026-11-25' };
    expect(await gateway.create({ ...ORDER, discount })).toEqual({
      ...{ reference: 'A-1', requestCode: CODE, status: 'PROCESSING', amountCents: 40_005 },
      ...{ dueDate: '2026-11-27', ourNumber: null, digitableLine: null, barcode: null },
      ...{ pixCopyPaste: null, pixTxid: null, received: [] },
    });
    expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
      ...{ grant_type: 'client_credentials', client_id: 'client', client_secret: 'secret' },
      scope: 'boleto-cobranca.read boleto-cobranca.write',
    });
    expect(received[1]).toMatchObject({ method: 'POST', path: SLIPS });
    expect(received[1]?.headers).toMatchObject({ authorization: 'Bearer t', 'x-conta-corrente': '123456' });
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({
      ...{ seuNumero: 'A-1', valorNominal: 400.05, dataVencimento: '2026-11-27', numDiasAgenda: 10 },
      pagador: {
        ...{ cpfCnpj: '11122233396', tipoPessoa: 'FISICA', nome: 'Candidata Um', endereco: 'Rua Exemplo' },
        ...{ numero: '10', complemento: 'Casa 2', bairro: 'Centro', cidade: 'Belo Horizonte', uf: 'MG' },
        cep: '30100001',
      },
      desconto: { codigo: 'VALORFIXODATAINFORMADA', quantidadeDias: 2, valor: 40 },
      mensagem: { linha1: 'Matrícula em Administração' },
      formasRecebimento: ['BOLETO', 'PIX'],
    });
  });
  it('is cut to the length of its fields; a company pays by CNPJ', async () => {
    const { gateway, received } = await bankWith(() => ({ status: 200, body: { codigoSolicitacao: CODE } }));
    const long = 'x'.repeat(200);
    const payer = { ...ORDER.payer, name: long, number: long, city: long, document: '12ABC34501DE35' };
    const note = Array.from({ length: 200 }, () => 'palavra').join(' ');
    await gateway.create({ ...ORDER, payer, note });
    const { pagador, mensagem } = JSON.parse(received[1]?.body ?? '');
    expect([pagador.nome, pagador.numero, pagador.cidade].map((text) => text.length)).toEqual([100, 10, 60]);
    expect(pagador).toMatchObject({ cpfCnpj: '12ABC34501DE35', tipoPessoa: 'JURIDICA' });
    expect(Object.keys(mensagem)).toEqual(['linha1', 'linha2', 'linha3', 'linha4', 'linha5']);
    expect(
      Object.values<string>(mensagem).every((line) => line.length <= 78 && line.endsWith('palavra')),
    ).toBe(true);
    expect(received[1]?.headers).not.toHaveProperty('x-conta-corrente');
  });
  it.each<[string, Partial<SlipOrder>]>([
    ['a reference of 16', { reference: 'x'.repeat(16) }],
    ['a reference with a blank', { reference: 'A 1' }],
    ['no amount', { amountCents: 0 }],
    ['half a cent', { amountCents: 1.5 }],
    ['a day that is none', { dueDate: '2026-02-30' }],
    ['too many days', { daysPayableAfterDue: 61 }],
    ['a discount after the due date', { discount: { cents: 1, until: '2026-11-28' } }],
    ['a discount of everything', { discount: { cents: 40_005, until: '2026-11-27' } }],
    ['a payer without street', { payer: { ...ORDER.payer, street: ' ' } }],
    ['a wrong document', { payer: { ...ORDER.payer, document: '11122233397' } }],
    ['a wrong zip code', { payer: { ...ORDER.payer, zipCode: '3010000' } }],
    ['a wrong state', { payer: { ...ORDER.payer, state: 'Minas' } }],
  ])('never has %s', async (_what, change) => {
    const { gateway, received } = await bankWith(() => ({ status: 200 }));
    await expect(gateway.create({ ...ORDER, ...change })).rejects.toBeInstanceOf(RangeError);
    expect(received).toEqual([]);
  });
  it('never names an unknown slip or an invalid period', async () => {
    const { gateway, received } = await bankWith(() => ({ status: 200 }));
    for (const code of ['', '../x', `${CODE}/pdf`])
      await expect(gateway.remove(code, 'x')).rejects.toBeInstanceOf(RangeError);
    await expect(
      gateway.find({ reference: 'A&B', requestCode: null, dueDate: '2026-11-27' }),
    ).rejects.toBeInstanceOf(RangeError);
    await expect(gateway.list({ from: 'x', to: '2026-11-27', by: 'due' })).rejects.toBeInstanceOf(RangeError);
    expect(received).toEqual([]);
  });
});

const asked = { reference: 'A-1', requestCode: CODE, dueDate: '2026-11-27' };

describe('an answer of the bank', () => {
  it('is a slip with its line, barcode and Pix code', async () => {
    const pix = { txid: 'a'.repeat(32), pixCopiaECola: '000201' };
    const { gateway, lines } = await bankWith(() => slip({}, { boleto: BOLETO, pix, novo: {} }));
    expect(await gateway.find(asked)).toEqual({
      ...{ reference: 'A-1', requestCode: CODE, status: 'OPEN', amountCents: 40_005, dueDate: '2026-11-27' },
      ...{ ourNumber: '00000043218', barcode: BARCODE, digitableLine: BOLETO.linhaDigitavel },
      ...{ pixCopyPaste: '000201', pixTxid: pix.txid, received: [] },
    });
    expect(lines()).toEqual([`GET ${SLIPS}/${CODE}`]);
  });
  it.each([
    ['EM_PROCESSAMENTO', 'PROCESSING'],
    ['ATRASADO', 'OPEN'],
    ['PROTESTO', 'OPEN'],
    ['CANCELADO', 'CANCELLED'],
    ['EXPIRADO', 'EXPIRED'],
    ['FALHA_EMISSAO', 'FAILED'],
    ['SUSPENSO', 'UNKNOWN'],
    [7, 'UNKNOWN'],
    // A paid slip without an amount cannot be booked.
    ['RECEBIDO', 'UNKNOWN'],
  ])('%s is %s', async (situacao, status) => {
    const { gateway } = await bankWith(() => slip({ situacao }));
    expect(await gateway.find(asked)).toMatchObject({ status, received: [] });
  });
  it.each([
    [{ valorTotalRecebido: '360.05', origemRecebimento: 'BOLETO' }, 36_005, 'slip'],
    [{ valorTotalRecebido: 0.29, origemRecebimento: 'PIX' }, 29, 'pix'],
    [{ valorTotalRecebido: '400', origemRecebimento: 'OUTRA' }, 40_000, null],
    [{ situacao: 'MARCADO_RECEBIDO' }, 40_005, null],
  ])('paid with %j is %d cents by %s', async (change, amountCents, by) => {
    const { gateway } = await bankWith(() => slip({ situacao: 'RECEBIDO', ...change }));
    expect(await gateway.find(asked)).toMatchObject({
      status: 'PAID',
      received: [{ reference: CODE, amountCents, at: '2026-11-23', by }],
    });
  });
  it.each([
    ['nothing', {}],
    ['an amount with three decimals', slip({ valorNominal: '1.000' }).body],
    ['a negative amount', slip({ valorNominal: -1 }).body],
    ['a short line', slip({}, { boleto: { ...BOLETO, linhaDigitavel: '1'.repeat(46) } }).body],
    [
      'a line of another slip',
      slip({}, { boleto: { ...BOLETO, codigoBarras: BARCODE.replace('7', '8') } }).body,
    ],
    ['an endless Pix code', slip({}, { pix: { txid: 'a', pixCopiaECola: 'x'.repeat(513) } }).body],
  ])('is unknown when it is %s', async (_what, body) => {
    const { gateway } = await bankWith(() => ({ status: 200, body }));
    await expect(gateway.find(asked)).rejects.toBeInstanceOf(ProviderUnknown);
  });
  it("is a refusal in the bank's own words, or nothing", async () => {
    const body = {
      title: 'Requisição inválida',
      detail: 'Valor baixo',
      violacoes: [{ valor: '11122233396' }],
    };
    const { gateway } = await bankWith(({ method }) =>
      method === 'POST' ? { status: 400, body } : { status: 200, body: { cobrancas: [] } },
    );
    const refusal = await gateway.create(ORDER).catch((error: Error) => error);
    expect(refusal).toEqual(
      new ProviderUnavailable('The provider answered 400 Requisição inválida Valor baixo'),
    );
    const gone = await bankWith(() => ({ status: 404 }));
    expect(await gone.gateway.find(asked)).toBeUndefined();
    expect(await gone.gateway.remove(CODE, 'x')).toBeUndefined();
    const broken = await bankWith(() => ({ status: 500 }));
    await expect(broken.gateway.create(ORDER)).rejects.toBeInstanceOf(ProviderUnknown);
    const codeless = await bankWith(() => ({ status: 200, body: { codigoSolicitacao: '../x' } }));
    await expect(codeless.gateway.create(ORDER)).rejects.toBeInstanceOf(ProviderUnknown);
    const busy = await bankWith(() => ({ status: 429 }));
    await expect(busy.gateway.create(ORDER)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
  it('for an existing reference is the slip that counts, and nobody else’s', async () => {
    const cobrancas = [
      slip({ situacao: 'CANCELADO', valorNominal: '400.05' }).body,
      slip({ situacao: 'RECEBIDO', valorTotalRecebido: '400.05' }).body,
      slip({ situacao: 'A_RECEBER' }).body,
      slip({ seuNumero: 'A-10', situacao: 'RECEBIDO', valorTotalRecebido: '1.00' }).body,
    ];
    const { gateway, lines } = await bankWith(({ method }) =>
      method === 'POST' ? { status: 409 } : { status: 200, body: { totalPaginas: 1, cobrancas } },
    );
    expect(await gateway.create(ORDER)).toMatchObject({ status: 'PAID', amountCents: 40_005 });
    const query = new URLSearchParams(lines()[1]?.split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      ...{
        dataInicial: '2026-11-27',
        dataFinal: '2026-11-27',
        filtrarDataPor: 'VENCIMENTO',
        seuNumero: 'A-1',
      },
      ...{ 'paginacao.itensPorPagina': '100', 'paginacao.paginaAtual': '0' },
    });
  });
  it('of many pages is read to the end, but not endlessly', async () => {
    const period = { from: '2026-11-20', to: '2026-11-23', by: 'payment' } as const;
    const three = await bankWith(() => ({
      status: 200,
      body: { totalPaginas: 3, cobrancas: [slip({ codigoSolicitacao: null }).body] },
    }));
    expect((await three.gateway.list(period)).items.map(({ requestCode }) => requestCode)).toEqual([
      null,
      null,
      null,
    ]);
    expect(three.lines().map((line) => new URLSearchParams(line).get('paginacao.paginaAtual'))).toEqual([
      ...['0', '1', '2'],
    ]);
    expect(three.lines()[0]).toContain('filtrarDataPor=PAGAMENTO');
    const empty = await bankWith(() => ({ status: 200, body: { totalPaginas: 9, cobrancas: [] } }));
    expect(await empty.gateway.list(period)).toEqual({ items: [], unread: 0 });
    expect(empty.lines()).toHaveLength(1);
    const endless = await bankWith(() => ({
      status: 200,
      body: { totalPaginas: 1_000_000, cobrancas: [slip().body] },
    }));
    await expect(endless.gateway.list(period)).rejects.toThrow('too long');
    expect(endless.lines()).toHaveLength(200);
    const strange = await bankWith(() => ({ status: 200, body: [] }));
    await expect(strange.gateway.list(period)).rejects.toBeInstanceOf(ProviderUnknown);
  });
  it('about the notice address is requested once', async () => {
    const { gateway, lines, received } = await bankWith(({ method }) =>
      method === 'GET' ? { status: 200, body: { webhookUrl: 'https://old.test' } } : { status: 204 },
    );
    await gateway.ensureWebhook('https://new.test');
    await gateway.ensureWebhook('https://new.test');
    expect(lines()).toEqual([`GET ${SLIPS}/webhook`, `PUT ${SLIPS}/webhook`]);
    expect(received.at(-1)?.body).toBe('{"webhookUrl":"https://new.test"}');
    const refusing = await bankWith(({ method }) => ({ status: method === 'GET' ? 404 : 403 }));
    await expect(refusing.gateway.ensureWebhook('x')).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

describe('against the sandbox', () => {
  const open = async (options = {}) => {
    const world = await openTestSandbox({ slipIssueMs: 100, webhookDelays: [10], ...options });
    closers.push(world.discard);
    await world.control('PUT', '/clock', { now: '2026-11-23T12:00:00-03:00' });
    const gateway = createInter({
      slipAccounts: {
        '*': {
          ...{ baseUrl: `${world.url}/bank`, tokenUrl: `${world.url}/bank/oauth/v2/token` },
          ...{ clientId: 'sandbox-*', clientSecret: 'sandbox-secret' },
        },
      },
    }).account('alfa', 'CUA01');
    if (!gateway) throw new Error('No gateway');
    return { world, gateway };
  };
  const found = async (gateway: Awaited<ReturnType<typeof open>>['gateway'], status: string) => {
    for (let n = 0; n < 200; n += 1) {
      const known = await gateway.find({ ...asked, requestCode: null });
      if (known?.status === status) return known;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`The slip never became ${status}`);
  };

  it('a slip is requested, registered, paid by its Pix part and found in the list of payments', async () => {
    const { world, gateway } = await open();
    const made = await gateway.create({ ...ORDER, discount: { cents: 4_000, until: '2026-11-27' } });
    expect(made.status).toBe('PROCESSING');
    const registered = await found(gateway, 'OPEN');
    expect(registered).toMatchObject({ requestCode: made.requestCode, amountCents: 40_005, received: [] });
    expect(registered.digitableLine).toMatch(/^077[0-9]{44}$/);
    await world.control('POST', '/slips/A-1', { result: 'paid', by: 'pix' });
    const payment = { reference: made.requestCode, amountCents: 36_005, at: '2026-11-23', by: 'pix' };
    expect(await gateway.find({ ...asked, requestCode: made.requestCode })).toMatchObject({
      ...{ status: 'PAID', received: [payment], digitableLine: registered.digitableLine },
    });
    const days = { from: '2026-11-20', to: '2026-11-23' };
    expect(await gateway.list({ ...days, by: 'payment' })).toMatchObject({
      items: [{ received: [payment] }],
      unread: 0,
    });
    expect(await gateway.list({ ...days, by: 'due' })).toEqual({ items: [], unread: 0 });
    // A paid slip can no longer be cancelled: its state is the answer.
    expect(await gateway.remove(made.requestCode ?? '', 'Outra forma')).toMatchObject({ status: 'PAID' });
  });
  it('a slip is cancelled, and its notices go to the address that was set', async () => {
    const { gateway } = await open();
    const notices = await openReceiver(() => ({ status: 200 }));
    closers.push(notices.close);
    await gateway.ensureWebhook(`${notices.url}/secret`);
    const { requestCode } = await gateway.create(ORDER);
    await found(gateway, 'OPEN');
    expect(await gateway.remove(requestCode ?? '', 'r'.repeat(60))).toMatchObject({ status: 'CANCELLED' });
    await expect
      .poll(() => notices.received.map(({ path, body }) => [path, JSON.parse(body)[0].situacao]))
      .toEqual([
        ['/secret', 'A_RECEBER'],
        ['/secret', 'CANCELADO'],
      ]);
  });
  it('after a time-out the slip is found by its reference instead of being created again', async () => {
    const { world, gateway } = await open({ slowMs: 9_000 });
    await gateway.find({ ...asked, requestCode: null });
    await world.control('PUT', '/faults', { port: 'slip', mode: 'slow' });
    await expect(gateway.create(ORDER)).rejects.toBeInstanceOf(ProviderUnknown);
    await world.control('PUT', '/faults', { port: 'slip', mode: 'down' });
    await expect(gateway.create(ORDER)).rejects.toBeInstanceOf(ProviderUnavailable);
    await world.control('PUT', '/faults', { port: 'slip', mode: 'ok' });
    expect(await found(gateway, 'OPEN')).toMatchObject({ amountCents: 40_005 });
    expect(await (await world.control('GET', '/slips')).json()).toHaveLength(1);
  }, 30_000);
});
