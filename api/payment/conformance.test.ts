import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objections, openListener, readDocument } from '../../testing/conformance.ts';
import { type Schema, schemaJudge } from '../../testing/json-schema.ts';
import { openTestSandbox } from '../../testing/sandbox-kit.ts';
import type { PixGateway } from '../platform/ports.ts';
import { createPix } from './pix.ts';

/** The document's own example of a registered webhook contains the key, but its schema does not. */
const FORGOTTEN = ['GET webhook answer $.chave: not in the document'];

const KEY = 'financeiro@alfa.test';
const wanted = (txid: string) => ({
  txid,
  amountCents: 36_005,
  expiresInSeconds: 3600,
  pixKey: KEY,
  note: 'Matrícula, primeira parcela: Administração – EaD',
  payer: { cpf: '11122233396', name: 'Candidata Um' },
});
const txidOf = (n: number) => `CONFORMANCE${String(n).padStart(21, '0')}`;

let world: Awaited<ReturnType<typeof openTestSandbox>>;
let listener: Awaited<ReturnType<typeof openListener>>;

async function until(done: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !done(); n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  if (!done()) throw new Error('What was expected did not happen');
}

/** Makes every request the adapter ever sends to a bank, and triggers every answer of the sandbox. */
async function converse(gateway: PixGateway): Promise<void> {
  await gateway.ensureWebhook(KEY, `${listener.url}/notices/segredo`);
  const { payer: _payer, ...unnamed } = wanted(txidOf(2));
  await gateway.create(wanted(txidOf(1)));
  await gateway.create(unnamed);
  await gateway.find(txidOf(1));
  await gateway.find(txidOf(9));
  await world.control('POST', `/pix/${txidOf(1)}`, { result: 'paid' });
  await until(() => listener.notices.length > 0);
  await gateway.find(txidOf(1));
  await gateway.remove(txidOf(2));
  await gateway.find(txidOf(2));
  await gateway.remove(txidOf(9));
  // Refusals: an existing txid, a paid charge, a zero amount.
  await gateway.create(wanted(txidOf(1))).catch(() => undefined);
  await gateway.remove(txidOf(1));
  await gateway.create({ ...wanted(txidOf(3)), amountCents: 0 }).catch(() => undefined);
  // Refunds: a normal one, a repeated one, one above the remaining amount, one for an unknown Pix.
  const paid = await gateway.find(txidOf(1));
  const endToEndId = paid?.received[0]?.endToEndId ?? '';
  const back = { endToEndId, id: 'DEV1', amountCents: 10_013, note: 'Devolução da inscrição 5001' };
  await gateway.giveBack(back);
  await gateway.giveBack({ ...back, id: 'DEV2', amountCents: 10_000 });
  await gateway.giveBack(back);
  await gateway.giveBack({ ...back, id: 'DEV3', amountCents: 40_000 });
  await gateway.giveBack({ ...back, endToEndId: 'E99999999202601121300AAAAAAAAAAA' });
  await until(() => listener.notices.length > 2);
  await gateway.findReturn(endToEndId, 'DEV1');
  await gateway.findReturn(endToEndId, 'DEV2');
  await gateway.find(txidOf(1));
  const period = [new Date('2020-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')] as const;
  await gateway.list(...period);
  await gateway.received(...period);
  // A second gateway does not know about the registration and has to find it.
  await open().ensureWebhook(KEY, `${listener.url}/notices/segredo`);
  await open().ensureWebhook(KEY, `${listener.url}/notices/outro`);
  await world.control('PUT', '/faults', { port: 'pix', mode: 'down' });
  await gateway.find(txidOf(1)).catch(() => undefined);
  await world.control('PUT', '/faults', { port: 'pix', mode: 'ok' });
}

function open(): PixGateway {
  const account = {
    baseUrl: listener.url,
    tokenUrl: `${world.url}/psp/oauth/token`,
    clientId: 'sandbox-alfa-CUA01',
    clientSecret: 'sandbox-secret',
  };
  const gateway = createPix({ pixAccounts: { 'alfa/CUA01': account } }).account('alfa', 'CUA01');
  if (!gateway) throw new Error('No gateway');
  return gateway;
}

beforeAll(async () => {
  world = await openTestSandbox({ webhookDelays: [10, 20] });
  listener = await openListener(`${world.url}/psp`);
});
afterAll(async () => {
  listener.close();
  await world.discard();
});

describe('API Pix', () => {
  it('is implemented by the adapter and the sandbox as the Central Bank describes it', async () => {
    const document = readDocument();
    if (!document) return;
    const tools = schemaJudge(document);
    await converse(open());

    const lines = listener.exchanges.map((one) => `${one.method} ${one.path.split(/[/?]/)[1]} ${one.status}`);
    expect(new Set(lines)).toEqual(
      new Set([
        'GET webhook 404',
        'PUT webhook 200',
        'GET webhook 200',
        'PUT cob 201',
        'PUT cob 400',
        'GET cob 200',
        'GET cob 404',
        'GET cob 503',
        'PATCH cob 200',
        'PATCH cob 400',
        'PATCH cob 404',
        'PUT pix 201',
        'PUT pix 400',
        'PUT pix 404',
        'GET pix 200',
        'GET pix 404',
      ]),
    );
    const wrong = listener.exchanges.flatMap((one) =>
      objections(document, tools, one).map((text) => `${one.method} ${one.path.split(/[/?]/)[1]} ${text}`),
    );
    expect([...new Set(wrong)]).toEqual(FORGOTTEN);

    const notice = tools.resolved({ $ref: '#/components/requestBodies/WebhookPixBody' });
    const schema = (notice.content as Record<string, Schema>)['application/json']?.schema;
    expect(new Set(listener.notices.map(({ path }) => path))).toEqual(new Set(['/notices/segredo/pix']));
    expect(listener.notices.flatMap(({ body }) => tools.judge(schema, body))).toEqual([]);
  });
});

describe('the conformance check itself', () => {
  const { judge } = schemaJudge({
    components: {
      schemas: {
        Amount: { type: 'string', pattern: '\\d{1,10}\\.\\d{2}' },
        Cpf: { type: 'string', pattern: '/^\\d{11}$/' },
      },
    },
  });
  const schema = {
    type: 'object',
    required: ['amount', 'key'],
    allOf: [
      { properties: { amount: { $ref: '#/components/schemas/Amount' } } },
      { type: 'object', properties: { key: { type: 'string', maxLength: 3 }, at: { format: 'date-time' } } },
      {
        properties: {
          who: {
            oneOf: [
              { required: ['cpf'], properties: { cpf: { $ref: '#/components/schemas/Cpf' } } },
              { required: ['cnpj'] },
            ],
          },
        },
      },
      {
        properties: {
          state: { enum: ['A', 'B'] },
          list: { type: 'array', maxItems: 1, items: { minimum: 2 } },
        },
      },
    ],
  };
  it('accepts valid messages', () => {
    const value = {
      amount: '360.05',
      key: 'abc',
      at: '2026-01-12T13:00:00Z',
      who: { cpf: '11122233396' },
      state: 'B',
      list: [2],
    };
    expect(judge(schema, value)).toEqual([]);
  });
  it.each([
    ['a part that is missing', { amount: '1.00' }, '$.key: missing'],
    ['another type', { amount: 1, key: 'a' }, '$.amount: no string'],
    [
      'a value that only contains the pattern',
      { amount: 'R$ 1.00', key: 'a' },
      '$.amount: not as \\d{1,10}\\.\\d{2}',
    ],
    ['too long a text', { amount: '1.00', key: 'abcd' }, '$.key: above 3'],
    ['no instant', { amount: '1.00', key: 'a', at: '12/01/2026' }, '$.at: no date-time'],
    ['none of the choices', { amount: '1.00', key: 'a', who: {} }, '$.who: fits 0 of oneOf'],
    ['no value of the list', { amount: '1.00', key: 'a', state: 'C' }, '$.state: not of the list'],
    ['an entry out of bounds', { amount: '1.00', key: 'a', list: [1] }, '$.list[0]: below 2'],
    [
      'a name the document does not know',
      { amount: '1.00', key: 'a', more: 1 },
      '$.more: not in the document',
    ],
  ])('refuses %s', (_what, value, objection) => {
    expect(judge(schema, value)).toContain(objection);
  });
});
