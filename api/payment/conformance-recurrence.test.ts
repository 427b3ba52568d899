import { addDays, dayInZone } from '@orbita/domain/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objections, openListener, readDocument } from '../../testing/conformance.ts';
import { type Schema, schemaJudge } from '../../testing/json-schema.ts';
import { openTestSandbox } from '../../testing/sandbox-kit.ts';
import type { PixDueGateway, PixRecurrenceGateway } from '../platform/pix-recurrence-port.ts';
import type { PixGateway } from '../platform/ports.ts';
import { createPix } from './pix.ts';

const NOW = '2026-02-20T12:00:00-03:00';
const TODAY = dayInZone(NOW, 'America/Sao_Paulo');
const KEY = 'financeiro@alfa.test';
const payer = { cpf: '11122233396', name: 'Candidata Um' };
const txidOf = (n: number) => `RECURRENCE${String(n).padStart(22, '0')}`;
const period = [new Date('2026-02-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')] as const;

let world: Awaited<ReturnType<typeof openTestSandbox>>;
let listener: Awaited<ReturnType<typeof openListener>>;
beforeAll(async () => {
  world = await openTestSandbox({ webhookDelays: [10, 20] });
  listener = await openListener(`${world.url}/psp`);
  await world.control('PUT', '/clock', { now: NOW });
});
afterAll(async () => {
  listener.close();
  await world.discard();
});

async function until(done: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !done(); n += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  if (!done()) throw new Error('What was expected did not happen');
}
const play = (path: string, result: string, more: object = {}) =>
  world.control('POST', path, { result, ...more });

function open(): { pix: PixGateway; recurrences: PixRecurrenceGateway; due: PixDueGateway } {
  const port = createPix({
    pixAccounts: {
      'alfa/CUA01': {
        baseUrl: listener.url,
        tokenUrl: `${world.url}/psp/oauth/token`,
        clientId: 'sandbox-alfa-CUA01',
        clientSecret: 'sandbox-secret',
        receiver: { agencia: '0001', conta: '123456', tipoConta: 'CORRENTE' },
      },
    },
  });
  const [pix, recurrences, due] = [
    port.account('alfa', 'CUA01'),
    port.recurrences('alfa', 'CUA01'),
    port.due('alfa', 'CUA01'),
  ];
  if (!pix || !recurrences || !due) throw new Error('No gateway');
  return { pix, recurrences, due };
}

const wanted = (n: number) => ({
  contract: `5001-${n}`,
  object: 'Mensalidade de Administração – EaD, turma da noite',
  payer,
  firstDay: '2026-03-05',
  lastDay: '2026-07-05',
  authorisation: { kind: n === 1 ? ('fixed' as const) : ('variable' as const), cents: 36_000 },
  firstTxid: txidOf(n),
});
const cycle = (n: number, idRec: string, dueDay = '2026-03-05') => ({
  ...{ txid: txidOf(100 + n), idRec, dueDay, amountCents: 36_000 },
  note: 'Mensalidade 2 da inscrição 5001',
});

/** Makes every request about recurrences that the adapter ever sends to a bank. */
async function converse(): Promise<void> {
  const { pix, recurrences, due } = open();
  await recurrences.ensureWebhooks(`${listener.url}/notices/segredo`);
  await open().recurrences.ensureWebhooks(`${listener.url}/notices/segredo`);
  const charge = { amountCents: 40_000, expiresInSeconds: 3600, pixKey: KEY, note: 'Matrícula' };
  for (const n of [1, 2, 3]) await pix.create({ ...charge, txid: txidOf(n) });
  const first = await recurrences.create(wanted(1));
  const second = await recurrences.create(wanted(2));
  const third = await recurrences.create(wanted(3));
  await recurrences.find(first.idRec, txidOf(1));
  await recurrences.find(third.idRec);
  await play(`/pix/${txidOf(1)}`, 'paid');
  await play(`/pix/${txidOf(2)}`, 'paid', { recurrence: 'rejected' });
  await recurrences.find(first.idRec);
  await recurrences.find(second.idRec);
  await recurrences.find(`RR${'x'.repeat(27)}`);
  await recurrences.cancel(second.idRec);
  await recurrences.cancel(third.idRec);
  await recurrences.cancel(`RR${'x'.repeat(27)}`);
  await recurrences.create({ ...wanted(4), lastDay: '2026-03-04' }).catch(() => undefined);
  await recurrences.findByContract('5001-1', payer.cpf, ...period);

  await recurrences.createCharge(cycle(1, first.idRec));
  await recurrences.createCharge({ ...cycle(1, first.idRec), amountCents: 1 });
  await recurrences.findCharge(txidOf(101));
  await recurrences.findCharge(txidOf(999));
  await play(`/cobrs/${txidOf(101)}`, 'failed', { code: 'AM02' });
  await recurrences.retryCharge(txidOf(101), TODAY);
  await recurrences.retryCharge(txidOf(999), addDays(TODAY, 1));
  await recurrences.retryCharge(txidOf(101), '2026-03-06');
  await play(`/cobrs/${txidOf(101)}`, 'paid');
  await recurrences.findCharge(txidOf(101));
  await recurrences.cancelCharge(txidOf(101));
  await recurrences.createCharge(cycle(2, first.idRec, '2026-04-06'));
  await recurrences.cancelCharge(txidOf(102));
  await recurrences.cancelCharge(txidOf(999));
  await recurrences.createCharge(cycle(3, first.idRec, '2026-05-05'));
  await play(`/cobrs/${txidOf(103)}`, 'failed', { code: 'AC05' });
  await recurrences.findCharge(txidOf(103));
  await recurrences.list(...period);
  await recurrences.listCharges(...period);

  const slip = {
    ...{ txid: txidOf(200), amountCents: 40_000, dueDay: '2026-03-05', validDaysAfterDue: 10 },
    ...{ pixKey: KEY, note: 'Matrícula', payer, discount: { until: '2026-03-05', cents: 4_000 } },
  };
  await due.create(slip);
  await due.create({ ...slip, txid: txidOf(201) });
  await due.create({ ...slip, amountCents: 1 });
  await due.find(txidOf(999));
  await world.control('POST', `/due-charges/${txidOf(200)}`, {});
  await due.find(txidOf(200));
  await due.remove(txidOf(200));
  await due.remove(txidOf(201));
  await due.remove(txidOf(999));
  await until(() => listener.notices.length >= 10);
  await world.control('PUT', '/faults', { port: 'pix', mode: 'down' });
  await recurrences.findCharge(txidOf(101)).catch(() => undefined);
  await world.control('PUT', '/faults', { port: 'pix', mode: 'ok' });
}

/** Parts that the document requires without defining them, or defines so that nothing can satisfy them. */
const DEFECTS = [
  /\.(retentativa|tipo|atualizacao"): missing$/,
  /^POST rec \$\.idRec: missing$/,
  /\.ispbParticipante: missing$/,
  /^\w+ cobv \d+ answer \$\.(logradouro|cidade|uf|cep): missing$/,
  // A string that is supposed to be one of several objects.
  /\.pix\[\d+\]\.valor: fits no anyOf$/,
  // Both variants have only optional parts, so everything matches both.
  /\.encerramento: fits 2 of oneOf$/,
];

describe('Pix Automático and charges with a due date', () => {
  it('are implemented by the adapter and the sandbox as the Central Bank describes them', async () => {
    await converse();
    const lines = listener.exchanges.map(
      ({ method, path, status }) => `${method} ${path.split(/[/?]/)[1]} ${status}`,
    );
    const expected = [
      ...['GET webhookrec 404', 'PUT webhookrec 200', 'GET webhookrec 200'],
      ...['GET webhookcobr 404', 'PUT webhookcobr 200', 'GET webhookcobr 200'],
      ...['PUT cob 201', 'POST locrec 201'],
      ...['POST rec 201', 'POST rec 400', 'GET rec 200', 'GET rec 404'],
      ...['PATCH rec 200', 'PATCH rec 400', 'PATCH rec 404'],
      ...['PUT cobr 201', 'PUT cobr 400', 'GET cobr 200', 'GET cobr 404', 'GET cobr 503'],
      ...['PATCH cobr 200', 'PATCH cobr 400', 'PATCH cobr 404'],
      ...['POST cobr 201', 'POST cobr 400', 'POST cobr 404'],
      ...['PUT cobv 201', 'PUT cobv 400', 'GET cobv 200', 'GET cobv 404'],
      ...['PATCH cobv 200', 'PATCH cobv 400', 'PATCH cobv 404'],
    ];
    expect([...new Set(lines)].sort()).toEqual(expected.sort());
    const document = readDocument();
    if (!document) return;
    const tools = schemaJudge(document);
    const wrong = listener.exchanges.flatMap((one) =>
      objections(document, tools, one).map(
        (text) =>
          `${one.method} ${one.path.split(/[/?]/)[1]} ${text.startsWith('answer') ? `${one.status} ` : ''}${text}`,
      ),
    );
    expect([...new Set(wrong)].filter((text) => !DEFECTS.some((defect) => defect.test(text)))).toEqual([]);

    const bodies = { rec: 'WebhookRecBody', cobr: 'WebhookCobRBody', pix: 'WebhookPixBody' };
    expect(new Set(listener.notices.map(({ path }) => path))).toEqual(
      new Set(['/notices/segredo/rec', '/notices/segredo/cobr']),
    );
    for (const { path, body } of listener.notices) {
      const kind = path.split('/').at(-1) as keyof typeof bodies;
      const notice = tools.resolved({ $ref: `#/components/requestBodies/${bodies[kind]}` });
      const schema = (notice.content as Record<string, Schema>)['application/json']?.schema;
      const left = tools.judge(schema, body).filter((text) => !DEFECTS.some((defect) => defect.test(text)));
      expect(left).toEqual([]);
    }
  });
});
