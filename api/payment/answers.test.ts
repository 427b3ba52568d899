// Longer than other files: each call to a provider stands beside its good answer.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHARGE, TXID, wanted } from '../../testing/bank.ts';
import { saleWith } from '../../testing/cards.ts';
import { EVERYTHING } from '../../testing/sample.ts';
import { ProviderUnavailable, ProviderUnknown, type SlipOrder } from '../platform/ports.ts';
import { createAcquirers } from './acquirers.ts';
import { cardReport } from './instruments/card.ts';
import { pixReport } from './instruments/pix.ts';
import { slipReport } from './instruments/slip.ts';
import { createInter } from './inter/calls.ts';
import { createPix } from './pix.ts';
import type { ChargeReport } from './report.ts';

/**
 * No answer of a bank or acquirer, however it is damaged, ends in an error of ours: either it is understood, and then the
 * database can store it, or it is a failure of the provider, after which the charge is looked up again.
 */

type Answer = { path: RegExp; status: number; body: unknown };

/** Stands for a number too large for JavaScript, which JSON can express. */
const TOO_LARGE = '@number@';
const written = (body: unknown) =>
  body === undefined ? '' : JSON.stringify(body).replaceAll(`"${TOO_LARGE}"`, '1e400');

let server: Server;
let url = '';
let answers: readonly Answer[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    const found = answers.find(({ path }) => path.test(line)) ?? { status: 404, body: {} };
    request.resume().on('end', () => {
      response.writeHead(found.status, { 'content-type': 'application/json' });
      response.end(written(found.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What a damaged field may contain. */
const ODD: readonly unknown[] = [
  ...[null, true, '', ' ', 'x', '\n', '\0', '\ud800', 'é', '../1', '%00', 'NaN', 'Infinity', '1e400'],
  ...[0, -1, 0.001, 1e-7, 1.5, 2 ** 31, 2 ** 53, 1e21, 1e300, TOO_LARGE, '0', '-1', '1,00', '1.005', '1e3'],
  ...['2026-02-30', '2026-13-45', '0000-01-01', '9999-12-31', '+275760-09-13', '2026-99-99 99:99:99'],
  ...['2026-02-30T25:61:61Z', '9'.repeat(400), 'A'.repeat(600), '9'.repeat(48), '__proto__', 'toString'],
  ...[[], [[]], [null], {}, { toString: 1 }, { valueOf: 1 }, { length: 5 }],
];

const pathsOf = (value: unknown, path: readonly (string | number)[] = []): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? [
        [...path],
        ...Object.entries(value).flatMap(([name, inner]) =>
          pathsOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
        ),
      ]
    : [[...path]];

function changed(value: unknown, [name, ...rest]: readonly (string | number)[], odd: unknown): unknown {
  if (name === undefined) return odd;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const inner = (value as Record<string | number, unknown>)[name];
  Object.assign(copy, { [name]: changed(inner, rest, odd) });
  return copy;
}

const ID_REC = 'RR9999999920260220abcdefghijk';
const REQUEST = '5c2e8a41-7d3b-4f6e-9a1c-2b4d6f8e0a13';
const PAYMENT = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
const SALE = saleWith('12345678-token');
const PERIOD = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')] as const;
const PAID = {
  ...{ endToEndId: 'E1', txid: TXID, valor: '360.00', horario: '2026-01-12T13:00:00Z' },
  devolucoes: [{ id: 'd1', rtrId: 'D1', valor: '0.40', status: 'DEVOLVIDO' }],
};
const COB = { ...CHARGE, location: 'pix.test/1', status: 'CONCLUIDA', pix: [PAID] };
const COBV = {
  ...COB,
  calendario: { dataDeVencimento: '2026-03-05', validadeAposVencimento: 30 },
};
const REC = {
  ...{ idRec: ID_REC, status: 'CANCELADA', vinculo: { contrato: '5001-7' } },
  ativacao: { tipoJornada: 'JORNADA_3', dadosJornada: { txid: TXID } },
  dadosQR: { pixCopiaECola: '000201' },
  encerramento: { cancelamento: { solicitante: 'USUARIO_PAGADOR', codigo: 'CPR' } },
};
const COBR = {
  ...{ idRec: ID_REC, txid: TXID, status: 'CONCLUIDA', calendario: { dataDeVencimento: '2026-03-05' } },
  ...{ valor: { original: '360.05' }, pix: [PAID] },
  tentativas: [
    ...[{ dataLiquidacao: '2026-03-05', tipo: 'NTAG', status: 'PAGA', endToEndId: 'E1' }],
    { dataLiquidacao: '2026-03-06', tipo: 'AGND', status: 'REJEITADA', rejeicao: { codigo: 'AM04' } },
  ],
};
const listOf = (key: string, one: unknown) => ({
  parametros: { paginacao: { quantidadeDePaginas: 1 } },
  [key]: [one, one],
});
const BARCODE = '07791100200000002000001112123456700000043218';
const SLIP = {
  cobranca: {
    ...{ codigoSolicitacao: REQUEST, seuNumero: 'A-1', situacao: 'RECEBIDO', dataSituacao: '2026-11-23' },
    ...{ dataVencimento: '2026-11-27', valorNominal: 400.05, valorTotalRecebido: '400.05' },
    origemRecebimento: 'PIX',
  },
  boleto: {
    ...{ nossoNumero: '00000043218', codigoBarras: BARCODE },
    linhaDigitavel: '07790001161212345670400000432187110020000000200',
  },
  pix: { txid: TXID, pixCopiaECola: '000201' },
};
const ORDER: SlipOrder = {
  ...{ reference: 'A-1', amountCents: 40_005, dueDate: '2026-11-27', daysPayableAfterDue: 10 },
  payer: {
    ...{ name: 'Candidata Um', document: '11122233396', street: 'Rua Exemplo', number: '10' },
    ...{ complement: '', district: 'Centro', city: 'Belo Horizonte', state: 'MG', zipCode: '30100001' },
  },
  note: 'Matrícula',
};
const CIELO = {
  MerchantOrderId: SALE.orderId,
  Payment: {
    ...{ PaymentId: PAYMENT, Status: 2, Amount: 36_000, CapturedAmount: 36_000, VoidedAmount: 0 },
    ...{ ReturnCode: '00', MerchantAdviceCode: '03', IssuerTransactionId: '1', Chargebacks: [] },
    ReceivedDate: '2026-01-12 10:00:00',
    CreditCard: { CardNumber: '400000******0010', Brand: 'Visa', CardToken: REQUEST },
  },
};
const PAGARME_CHARGE = {
  ...{ id: 'ch_12345678', code: SALE.orderId, status: 'paid', amount: 36_000, paid_amount: 36_000 },
  ...{ canceled_amount: 0, created_at: '2026-01-12T13:00:00Z', order: { code: SALE.orderId } },
  last_transaction: {
    ...{ acquirer_return_code: '00', brand_id: '1', retry_info: { brand_failure_return_code: '03' } },
    card: { id: 'card_1', last_four_digits: '0010', brand: 'visa' },
  },
};
const PAGARME = { id: 'or_12345678', code: SALE.orderId, status: 'paid', charges: [PAGARME_CHARGE] };

const account = () => ({
  ...{ baseUrl: url, tokenUrl: `${url}/token`, clientId: 'client', clientSecret: 'secret' },
});
const TOKEN: Answer = {
  path: /^POST \/token$/,
  status: 200,
  body: { access_token: 't', token_type: 'Bearer', expires_in: 3600, scope: 'cob.read' },
};
const pixPort = () =>
  createPix({
    pixAccounts: {
      'alfa/CUA01': {
        ...account(),
        receiver: { conta: '123', tipoConta: 'CORRENTE' },
        merchant: { name: 'Universidade Alfa', city: 'Belo Horizonte' },
      },
    },
  });
const there = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('No account');
  return found;
};
const pix = () => there(pixPort().account('alfa', 'CUA01'));
const due = () => there(pixPort().due('alfa', 'CUA01'));
const recurrences = () => there(pixPort().recurrences('alfa', 'CUA01'));
const inter = () =>
  there(createInter({ slipAccounts: { 'alfa/CUA01': account() } }).account('alfa', 'CUA01'));
const acquirer = (provider: 'cielo' | 'pagarme') =>
  there(
    createAcquirers({
      acquirerAccounts: {
        'alfa/CUA01': {
          cielo: {
            ...{ apiUrl: url, queryUrl: url, answerSeconds: 8, merchantId: 'm', merchantKey: 'k' },
            silentOrderPost: {
              ...{ tokenUrl: `${url}/token`, keyUrl: `${url}/key`, scriptUrl: `${url}/script.js` },
              ...{ clientId: 'c', clientSecret: 's', environment: 'sandbox' as const },
            },
          },
          pagarme: { url, secretKey: 'sk', publicKey: 'pk' },
        },
      },
    }).account('alfa', 'CUA01', provider),
  );
const now = new Date('2026-01-12T13:00:00Z');
const reported = (found: Parameters<typeof cardReport>[0] | undefined) => found && cardReport(found, now);
const cardFields = (of: 'cielo') => acquirer(of).cardFields('off');
const GIVE_BACK = { endToEndId: 'E1', id: 'd1', amountCents: 40, note: 'n' };
const REFUND = { orderId: SALE.orderId, amountCents: 100, refundedBeforeCents: 0 };
const CYCLE = { txid: TXID, idRec: ID_REC, dueDay: '2026-03-05', amountCents: 36_005, note: 'n' };
const RECURRENCE = {
  ...{ contract: '5001-7', object: 'o', payer: { cpf: '11122233396', name: 'N' }, firstTxid: TXID },
  ...{ firstDay: '2026-03-05', lastDay: '2026-07-05' },
  authorisation: { kind: 'fixed' as const, cents: 36_005 },
};

/** Each call with the good answers to it; the one named first is damaged. */
type Case = readonly [
  string,
  readonly [path: RegExp, body: unknown, status?: number][],
  () => Promise<unknown>,
];
const ANY = /./;
const CASES: readonly Case[] = [
  ['Pix: create', [[ANY, COB, 201]], async () => pixReport(await pix().create(wanted))],
  [
    'Pix: refused, then found',
    [
      [/^GET/, COB],
      [/^PUT/, {}, 409],
    ],
    () => pix().create(wanted),
  ],
  [
    'Pix: a refusal',
    [[/^PUT/, { type: 'https://x/y', title: 'T', detail: 'D', erros: [{ codigo: '1' }] }, 422]],
    () => pix().create(wanted),
  ],
  ['Pix: find', [[ANY, COB]], async () => pixReport(there(await pix().find(TXID)))],
  ['Pix: remove', [[ANY, COB]], () => pix().remove(TXID)],
  ['Pix: list', [[ANY, listOf('cobs', COB)]], () => pix().list(...PERIOD)],
  ['Pix: received', [[ANY, listOf('pix', PAID)]], () => pix().received(...PERIOD)],
  [
    'Pix: return',
    [[ANY, { id: 'd1', valor: '0.40', status: 'DEVOLVIDO', motivo: 'm' }, 201]],
    () => pix().giveBack(GIVE_BACK),
  ],
  ['Pix: webhook', [[ANY, { webhookUrl: 'x' }]], () => pix().ensureWebhook('k', `${url}/n`)],
  [
    'Pix with a due date: create',
    [[ANY, COBV, 201]],
    () => due().create({ ...wanted, dueDay: '2026-03-05', validDaysAfterDue: 30, payer: RECURRENCE.payer }),
  ],
  ['Pix with a due date: find', [[ANY, COBV]], () => due().find(TXID)],
  [
    'authorisation: location',
    [
      [/locrec/, { id: 12 }, 201],
      [ANY, REC, 201],
    ],
    () => recurrences().create(RECURRENCE),
  ],
  [
    'authorisation: create',
    [
      [/POST \/rec/, REC, 201],
      [ANY, { id: 12 }, 201],
    ],
    () => recurrences().create(RECURRENCE),
  ],
  ['authorisation: find', [[ANY, REC]], () => recurrences().find(ID_REC, TXID)],
  [
    'authorisation: list',
    [[ANY, listOf('recs', REC)]],
    () => recurrences().findByContract('5001-7', '11122233396', ...PERIOD),
  ],
  ['month: create', [[ANY, COBR, 201]], () => recurrences().createCharge(CYCLE)],
  ['month: retry', [[ANY, COBR, 201]], () => recurrences().retryCharge(TXID, '2026-03-06')],
  ['month: list', [[ANY, listOf('cobsr', COBR)]], () => recurrences().listCharges(...PERIOD)],
  [
    'slip: create',
    [[ANY, { codigoSolicitacao: REQUEST }]],
    async () => slipReport(await inter().create(ORDER)),
  ],
  [
    'slip: find',
    [[ANY, SLIP]],
    async () =>
      slipReport(
        there(await inter().find({ reference: 'A-1', requestCode: REQUEST, dueDate: '2026-11-27' })),
      ),
  ],
  [
    'slip: find by number, then ask',
    [[ANY, { totalPaginas: 1, cobrancas: [SLIP] }]],
    async () => {
      const found = await inter().find({ reference: 'A-1', requestCode: null, dueDate: '2026-11-27' });
      return (
        found?.requestCode &&
        inter().find({ reference: 'A-1', requestCode: found.requestCode, dueDate: '2026-11-27' })
      );
    },
  ],
  ['slip: remove', [[ANY, SLIP]], async () => (await inter().remove(REQUEST, 'x'))?.received],
  ['slip: webhook', [[ANY, { webhookUrl: 'x' }]], () => inter().ensureWebhook(`${url}/n`)],
  [
    'Cielo: sale',
    [[ANY, CIELO, 201]],
    async () => reported(await acquirer('cielo').authoriseAndCapture(SALE)),
  ],
  [
    'Cielo: authorised only',
    [
      [/^POST/, { ...CIELO, Payment: { ...CIELO.Payment, Status: 1 } }, 201],
      [ANY, CIELO],
    ],
    async () => reported(await acquirer('cielo').authoriseAndCapture(SALE)),
  ],
  [
    'Cielo: payments of an order',
    [
      [/merchantOrderId/, { Payments: [{ PaymentId: PAYMENT }] }],
      [ANY, CIELO],
    ],
    async () => reported(await acquirer('cielo').find(SALE.orderId)),
  ],
  [
    'Cielo: find',
    [
      [/GET \/1\/sales\/\w/, CIELO],
      [ANY, { Payments: [{ PaymentId: PAYMENT }] }],
    ],
    async () => reported(await acquirer('cielo').find(SALE.orderId)),
  ],
  [
    'Cielo: refund',
    [
      [/^PUT/, { ReturnCode: '0', ReturnMessage: 'm' }],
      [/GET \/1\/sales\/\w/, CIELO],
      [ANY, { Payments: [{ PaymentId: PAYMENT }] }],
    ],
    () => acquirer('cielo').refund(REFUND),
  ],
  [
    'Cielo: a refusal',
    [[/^POST/, [{ Code: 1, Message: 'm' }], 400]],
    () => acquirer('cielo').authoriseAndCapture(SALE),
  ],
  [
    'Cielo: token of the fields',
    [
      [/token/, TOKEN.body],
      [/key/, { AccessToken: 'k' }, 201],
    ],
    () => cardFields('cielo'),
  ],
  [
    'Cielo: key of the fields',
    [
      [/key/, { AccessToken: 'k' }, 201],
      [/token/, TOKEN.body],
    ],
    () => cardFields('cielo'),
  ],
  [
    'Pagar.me: sale',
    [[ANY, PAGARME]],
    async () => reported(await acquirer('pagarme').authoriseAndCapture(SALE)),
  ],
  [
    'Pagar.me: orders',
    [
      [/orders\?/, { data: [PAGARME] }],
      [ANY, PAGARME],
    ],
    async () => reported(await acquirer('pagarme').find(SALE.orderId)),
  ],
  [
    'Pagar.me: find',
    [
      [/orders\/\w/, PAGARME],
      [ANY, { data: [PAGARME] }],
    ],
    async () => reported(await acquirer('pagarme').find(SALE.orderId)),
  ],
  [
    'Pagar.me: refund',
    [
      [/^DELETE/, PAGARME_CHARGE],
      [/orders\/\w/, PAGARME],
      [ANY, { data: [PAGARME] }],
    ],
    () => acquirer('pagarme').refund(REFUND),
  ],
  [
    'Pagar.me: list',
    [[ANY, { data: [PAGARME] }]],
    async () => (await acquirer('pagarme').list?.(...PERIOD))?.items.map(reported),
  ],
  [
    'Pagar.me: a refusal',
    [[/^POST/, { message: 'm' }, 422]],
    () => acquirer('pagarme').authoriseAndCapture(SALE),
  ],
  [
    'a token',
    [
      [TOKEN.path, TOKEN.body],
      [ANY, COB],
    ],
    () => pix().find(TXID),
  ],
  [
    'no token',
    [
      [TOKEN.path, { error: 'e', error_description: 'd' }, 400],
      [ANY, COB],
    ],
    () => pix().find(TXID),
  ],
];

/** The longest text that an index of the database takes, and that is shown to people. */
const MOST_TEXT = 512;

/** What the database could not store, or what would be shown as another charge. */
function problemsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return [`${name} is ${value}`];
  if (typeof value === 'string' && name !== 'copyPaste' && name !== 'accessToken' && value.length > MOST_TEXT)
    return [`${name} is long`];
  if (name === 'at' && typeof value === 'string' && Number.isNaN(Date.parse(value))) return [`at ${value}`];
  if (name === 'last4' && typeof value === 'string' && !/^\d{4}$/.test(value)) return [`last4 ${value}`];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => problemsOf(inner, key))
    : [];
}

/** Whether the report is about another charge than the one that was asked about. */
const isOther = (found: unknown): boolean => {
  const reference = (found as Partial<ChargeReport> | undefined)?.reference;
  return reference !== undefined && ![TXID, 'A-1', SALE.orderId].includes(reference);
};

describe('a damaged answer', () => {
  it.each(CASES)('%s', async (_what, given, run) => {
    const good = given.map(([path, body, status = 200]) => ({ path, status, body }));
    const [first] = good;
    if (!first) throw new Error('No answer');
    const outcome = async (body: unknown) => {
      answers = [...(first.path === TOKEN.path ? [] : [TOKEN]), { ...first, body }, ...good.slice(1)];
      return run().then(
        (found) => [...problemsOf(found), ...(isOther(found) ? ['another charge'] : [])],
        (error: unknown) =>
          error instanceof ProviderUnknown || error instanceof ProviderUnavailable ? [] : [String(error)],
      );
    };
    const places = pathsOf(first.body);
    const pairs = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...ODD));
    await fc.assert(
      fc.asyncProperty(fc.array(pairs, { minLength: 1, maxLength: 2 }), async (changes) => {
        let body: unknown = first.body;
        for (const [path, odd] of changes.toSorted(([one], [other]) => other.length - one.length))
          body = changed(body, path, odd);
        expect(await outcome(body)).toEqual([]);
      }),
      { numRuns: EVERYTHING ? 1_000 : 60 },
    );
  });
});
