import { readBrCode } from '@orbita/domain/payment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type TestSandbox, until } from '../../testing/sandbox-kit.ts';

const CLIENT = 'sandbox-alfa-CUA01';
const KEY = 'financeiro@alfa.test';
let sequence = 0;
const newTxid = (): string => {
  sequence += 1;
  return `REC${String(sequence).padStart(29, '0')}`;
};

let world: TestSandbox;
let alfa: Record<string, string>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  world = await openTestSandbox({ webhookDelays: [10, 20, 40] });
  alfa = await world.bank(CLIENT);
  receiver = await openReceiver(() => ({ status: 200 }));
});
beforeEach(() => world.control('PUT', '/clock', { now: '2026-02-20T12:00:00-03:00' }));
afterAll(async () => {
  await world.discard();
  await receiver.close();
});

type Json = Record<string, unknown>;
async function ask(method: string, path: string, body?: unknown) {
  const answer = await world.json(method, `/psp${path}`, body, alfa);
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Json };
}
const terms = (more: object = {}) => ({
  vinculo: { contrato: '5001', objeto: 'Mensalidade', devedor: { cpf: '11122233396', nome: 'Candidata Um' } },
  calendario: { dataInicial: '2026-03-05', dataFinal: '2026-07-05', periodicidade: 'MENSAL' },
  politicaRetentativa: 'PERMITE_3R_7D',
  valor: { valorRec: '360.00' },
  ...more,
});
async function recurrence(more: object = {}): Promise<string> {
  const { body } = await ask('POST', '/locrec');
  const made = await ask('POST', '/rec', terms({ loc: body.id, ...more }));
  expect(made.status).toBe(201);
  return String(made.body.idRec);
}
const play = (path: string, result: string, more: object = {}) =>
  world.control('POST', path, { result, ...more });
async function approved(more: object = {}): Promise<string> {
  const idRec = await recurrence(more);
  expect((await play(`/recurrences/${idRec}`, 'approved')).status).toBe(202);
  return idRec;
}
const charge = (idRec: string, due = '2026-03-05', more: object = {}) => ({
  idRec,
  calendario: { dataDeVencimento: due },
  valor: { original: '360.00' },
  recebedor: { conta: '123456', agencia: '0001', tipoConta: 'CORRENTE' },
  ajusteDiaUtil: true,
  ...more,
});

describe('an authorisation', () => {
  it('comes with the payment of the first instalment, in one code (journey 3)', async () => {
    const txid = newTxid();
    await ask('PUT', `/cob/${txid}`, { calendario: {}, valor: { original: '400.00' }, chave: KEY });
    const idRec = await recurrence({ ativacao: { dadosJornada: { txid } } });
    const { body } = await ask('GET', `/rec/${idRec}?txid=${txid}`);
    const { jornada, pixCopiaECola } = body.dadosQR as { jornada: string; pixCopiaECola: string };
    expect(jornada).toBe('JORNADA_3');
    expect(readBrCode(pixCopiaECola)).toMatchObject({
      ok: true,
      code: { kind: 'dynamic', recurrenceUrl: expect.stringContaining('/qr/v2/rec/') },
    });
    await play(`/pix/${txid}`, 'paid');
    expect((await ask('GET', `/rec/${idRec}`)).body).toMatchObject({
      status: 'APROVADA',
      ativacao: { tipoJornada: 'JORNADA_3', dadosJornada: { txid } },
    });
  });

  it('may be refused while the first instalment is paid', async () => {
    const txid = newTxid();
    await ask('PUT', `/cob/${txid}`, { calendario: {}, valor: { original: '400.00' }, chave: KEY });
    const idRec = await recurrence({ ativacao: { dadosJornada: { txid } } });
    await play(`/pix/${txid}`, 'paid', { recurrence: 'rejected' });
    expect((await ask('GET', `/cob/${txid}`)).body.status).toBe('CONCLUIDA');
    expect((await ask('GET', `/rec/${idRec}`)).body).toMatchObject({
      status: 'REJEITADA',
      encerramento: { rejeicao: { codigo: 'AP13' } },
    });
  });

  it('has a code of its own (journey 2), and refuses a charge that is not its own', async () => {
    const idRec = await recurrence();
    const { body } = await ask('GET', `/rec/${idRec}`);
    const { jornada, pixCopiaECola } = body.dadosQR as { jornada: string; pixCopiaECola: string };
    expect(jornada).toBe('JORNADA_2');
    expect(readBrCode(pixCopiaECola)).toMatchObject({ ok: true, code: { kind: 'recurrence' } });
    expect((await ask('GET', `/rec/${idRec}?txid=${newTxid()}`)).status).toBe(400);
  });

  it.each([
    ['two amounts', { valor: { valorRec: '1.00', valorMinimoRecebedor: '1.00' } }],
    ['an unknown period', { calendario: { dataInicial: '2026-03-05', periodicidade: 'DIARIA' } }],
    ['a first day that is over', { calendario: { dataInicial: '2026-02-19', periodicidade: 'MENSAL' } }],
    [
      'an end before its begin',
      { calendario: { dataInicial: '2026-03-05', dataFinal: '2026-03-04', periodicidade: 'MENSAL' } },
    ],
    ['an unknown policy', { politicaRetentativa: 'SEMPRE' }],
    [
      'a contract of 36 characters',
      { vinculo: { contrato: 'c'.repeat(36), devedor: { cpf: '11122233396', nome: 'C' } } },
    ],
    ['a debtor without a document', { vinculo: { contrato: '1', devedor: { nome: 'C' } } }],
    ['a location that is not there', { loc: 999_999 }],
  ])('with %s is refused', async (_what, more) => {
    const { status, body } = await ask('POST', '/rec', terms(more));
    expect([status, body.type]).toEqual([400, 'https://pix.bcb.gov.br/api/v2/error/RecOperacaoInvalida']);
  });

  it('can be ended by the receiver with its open charges, and then changes no more', async () => {
    const idRec = await approved();
    const txid = newTxid();
    await ask('PUT', `/cobr/${txid}`, charge(idRec));
    const ended = await ask('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' });
    expect(ended.body).toMatchObject({
      status: 'CANCELADA',
      encerramento: { cancelamento: { solicitante: 'USUARIO_RECEBEDOR' } },
    });
    expect((await ask('GET', `/cobr/${txid}`)).body.status).toBe('CANCELADA');
    expect((await ask('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' })).status).toBe(400);
    expect((await play(`/recurrences/${idRec}`, 'cancelled')).status).toBe(409);
  });

  it('expires when nobody answers for 30 days', async () => {
    const idRec = await recurrence({ calendario: { dataInicial: '2026-06-05', periodicidade: 'MENSAL' } });
    await world.control('PUT', '/clock', { now: '2026-03-22T12:00:00-03:00' });
    expect((await ask('GET', `/rec/${idRec}`)).body.status).toBe('CRIADA');
    await world.control('PUT', '/clock', { now: '2026-03-23T12:00:00-03:00' });
    expect((await ask('GET', `/rec/${idRec}`)).body.status).toBe('EXPIRADA');
  });
});

describe('the charge of a month', () => {
  it('is scheduled and paid, announced each time', async () => {
    for (const path of ['/webhookrec', '/webhookcobr'])
      expect((await ask('PUT', path, { webhookUrl: `${receiver.url}/avisos` })).status).toBe(200);
    const idRec = await approved();
    const txid = newTxid();
    expect(await ask('PUT', `/cobr/${txid}`, charge(idRec))).toMatchObject({
      status: 201,
      body: { status: 'CRIADA' },
    });
    expect((await ask('GET', `/cobr/${txid}`)).body).toMatchObject({
      status: 'ATIVA',
      tentativas: [{ tipo: 'AGND', status: 'AGENDADA', dataLiquidacao: '2026-03-05' }],
    });
    await play(`/cobrs/${txid}`, 'paid');
    const { body } = await ask('GET', `/cobr/${txid}`);
    expect(body).toMatchObject({ status: 'CONCLUIDA', pix: [{ txid, valor: '360.00' }] });
    const lines = () =>
      receiver.received.map(({ path, body: text }) => [path, Object.keys(JSON.parse(text))]);
    await until(lines, (seen) => seen.length >= 3);
    expect(lines()).toEqual([
      ['/avisos/rec', ['recs']],
      ['/avisos/cobr', ['cobsr']],
      ['/avisos/cobr', ['cobsr']],
    ]);
    for (const path of ['/webhookrec', '/webhookcobr']) expect((await ask('DELETE', path)).status).toBe(204);
  });

  it('is the same when requested twice, and one per cycle', async () => {
    const idRec = await approved();
    const txid = newTxid();
    await ask('PUT', `/cobr/${txid}`, charge(idRec));
    expect(await ask('PUT', `/cobr/${txid}`, charge(idRec))).toMatchObject({ status: 201 });
    expect((await ask('PUT', `/cobr/${txid}`, charge(idRec, '2026-03-06'))).status).toBe(400);
    expect((await ask('PUT', `/cobr/${newTxid()}`, charge(idRec, '2026-03-20'))).status).toBe(400);
    expect((await ask('PUT', `/cobr/${newTxid()}`, charge(idRec, '2026-04-06'))).status).toBe(201);
  });

  it.each([
    ['less than two days before', charge('', '2026-02-21'), 400],
    [
      'for another amount than the fixed one',
      charge('', '2026-03-05', { valor: { original: '359.99' } }),
      400,
    ],
    ['without an account', charge('', '2026-03-05', { recebedor: {} }), 400],
  ])('%s is refused', async (_what, body, status) => {
    const idRec = await approved();
    expect((await ask('PUT', `/cobr/${newTxid()}`, { ...body, idRec })).status).toBe(status);
  });

  it('requires an authorisation that was given', async () => {
    expect((await ask('PUT', `/cobr/${newTxid()}`, charge(await recurrence()))).status).toBe(400);
    expect((await ask('PUT', `/cobr/${newTxid()}`, charge(`RR${'x'.repeat(27)}`))).status).toBe(404);
  });

  it('is retried on three later days of the seven, then expires', async () => {
    const idRec = await approved();
    const txid = newTxid();
    await ask('PUT', `/cobr/${txid}`, charge(idRec));
    const retry = (day: string) => ask('POST', `/cobr/${txid}/retentativa/${day}`);
    expect((await retry('2026-03-06')).status).toBe(400);
    await world.control('PUT', '/clock', { now: '2026-03-05T22:00:00-03:00' });
    await play(`/cobrs/${txid}`, 'failed');
    expect((await retry('2026-03-05')).status).toBe(400);
    expect((await retry('2026-03-13')).status).toBe(400);
    for (const day of ['2026-03-06', '2026-03-08', '2026-03-12']) {
      expect(await retry(day)).toMatchObject({ status: 201, body: { status: 'ATIVA' } });
      await play(`/cobrs/${txid}`, 'failed');
    }
    const { body } = await ask('GET', `/cobr/${txid}`);
    expect([body.status, (body.tentativas as unknown[]).length]).toEqual(['EXPIRADA', 4]);
    expect((await retry('2026-03-11')).status).toBe(400);
  });

  it('is rejected permanently for some reasons, and not retried where the authorisation forbids it', async () => {
    const first = newTxid();
    await ask('PUT', `/cobr/${first}`, charge(await approved()));
    await play(`/cobrs/${first}`, 'failed', { code: 'AC05' });
    expect((await ask('GET', `/cobr/${first}`)).body).toMatchObject({
      status: 'REJEITADA',
      encerramento: { rejeicao: { codigo: 'AC05' } },
    });
    const second = newTxid();
    await ask('PUT', `/cobr/${second}`, charge(await approved({ politicaRetentativa: 'NAO_PERMITE' })));
    await play(`/cobrs/${second}`, 'failed');
    expect((await ask('GET', `/cobr/${second}`)).body.status).toBe('EXPIRADA');
  });

  it('can be cancelled until the day before it is paid', async () => {
    const idRec = await approved();
    const [early, late] = [newTxid(), newTxid()];
    await ask('PUT', `/cobr/${early}`, charge(idRec));
    expect((await ask('PATCH', `/cobr/${early}`, { status: 'CANCELADA' })).body.status).toBe('CANCELADA');
    await ask('PUT', `/cobr/${late}`, charge(idRec));
    await world.control('PUT', '/clock', { now: '2026-03-05T00:01:00-03:00' });
    expect((await ask('PATCH', `/cobr/${late}`, { status: 'CANCELADA' })).status).toBe(400);
    expect((await play(`/cobrs/${late}`, 'cancelled')).status).toBe(202);
  });

  it('can be refunded', async () => {
    const txid = newTxid();
    await ask('PUT', `/cobr/${txid}`, charge(await approved()));
    await play(`/cobrs/${txid}`, 'paid');
    const { body } = await ask('GET', `/cobr/${txid}`);
    const [{ endToEndId }] = body.pix as [{ endToEndId: string }];
    expect((await ask('PUT', `/pix/${endToEndId}/devolucao/D1`, { valor: '360.00' })).status).toBe(201);
  });
});

describe('a charge with a due date', () => {
  const due = (more: object = {}) => ({
    calendario: { dataDeVencimento: '2026-03-05', validadeAposVencimento: 5 },
    devedor: { cpf: '11122233396', nome: 'Candidata Um' },
    valor: { original: '360.00', multa: { modalidade: 2, valorPerc: '2.00' } },
    chave: KEY,
    ...more,
  });
  it('is created, revised, paid late with its fine, and listed', async () => {
    const txid = newTxid();
    expect(await ask('PUT', `/cobv/${txid}`, due())).toMatchObject({ status: 201, body: { revisao: 0 } });
    expect((await ask('PATCH', `/cobv/${txid}`, { solicitacaoPagador: 'Mensalidade' })).body.revisao).toBe(1);
    await world.control('PUT', '/clock', { now: '2026-03-06T12:00:00-03:00' });
    const answer = await world.control('POST', `/due-charges/${txid}`, {});
    expect(await answer.json()).toMatchObject({
      status: 'CONCLUIDA',
      pix: { valor: '367.20', componentesValor: { original: { valor: '360.00' }, multa: { valor: '7.20' } } },
    });
    const page = await ask(
      'GET',
      '/cobv?inicio=2026-02-01T00:00:00Z&fim=2026-04-01T00:00:00Z&status=CONCLUIDA',
    );
    expect(page.body.cobs).toMatchObject([{ txid }]);
    expect((await ask('PATCH', `/cobv/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })).status).toBe(
      400,
    );
  });
  it('is not paid after its validity', async () => {
    const txid = newTxid();
    await ask('PUT', `/cobv/${txid}`, due());
    await world.control('PUT', '/clock', { now: '2026-03-11T12:00:00-03:00' });
    expect((await world.control('POST', `/due-charges/${txid}`, {})).status).toBe(409);
  });
  it.each([
    ['a debtor who is missing', { devedor: undefined }],
    ['a day that is over', { calendario: { dataDeVencimento: '2026-02-19' } }],
    [
      'a rebate of everything',
      { valor: { original: '360.00', abatimento: { modalidade: 1, valorPerc: '360.00' } } },
    ],
    [
      'a discount after the day',
      {
        valor: {
          original: '360.00',
          desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-03-06', valorPerc: '1.00' }] },
        },
      },
    ],
    [
      'both forms of discount',
      {
        valor: {
          original: '360.00',
          desconto: {
            modalidade: 1,
            valorPerc: '1.00',
            descontoDataFixa: [{ data: '2026-03-05', valorPerc: '1.00' }],
          },
        },
      },
    ],
    ['no amount', { valor: { original: '0.00' } }],
  ])('with %s is refused', async (_what, more) => {
    expect((await ask('PUT', `/cobv/${newTxid()}`, due(more))).status).toBe(400);
  });
  it('shares its identifiers with immediate charges', async () => {
    const txid = newTxid();
    await ask('PUT', `/cob/${txid}`, { calendario: {}, valor: { original: '1.00' }, chave: KEY });
    expect((await ask('PUT', `/cobv/${txid}`, due())).status).toBe(400);
  });
});

describe('the page', () => {
  const submit = (path: string, result: string) =>
    world.call(`/sandbox${path}?tenant=alfa`, {
      method: 'POST',
      body: new URLSearchParams({ clientId: CLIENT, result }),
      redirect: 'manual',
    });
  it('pays and authorises, pays a month and cancels the authorisation', async () => {
    const txid = newTxid();
    await ask('PUT', `/cob/${txid}`, { calendario: {}, valor: { original: '400.00' }, chave: KEY });
    const idRec = await recurrence({ ativacao: { dadosJornada: { txid } } });
    expect(await (await world.call('/sandbox?tenant=alfa')).text()).toContain('Pagar e autorizar');
    const answer = await submit(`/recurrences/${idRec}`, 'pay-approved');
    expect(answer.headers.get('location')).toContain('Pix+pago+e+autoriza');
    const month = newTxid();
    await ask('PUT', `/cobr/${month}`, charge(idRec));
    expect(await (await world.call('/sandbox?tenant=alfa')).text()).toContain('Falhar por falta de saldo');
    await submit(`/cobrs/${month}`, 'failed');
    expect((await ask('GET', `/cobr/${month}`)).body).toMatchObject({ tentativas: [{ status: 'EXPIRADA' }] });
    await submit(`/recurrences/${idRec}`, 'cancelled');
    expect((await ask('GET', `/rec/${idRec}`)).body).toMatchObject({
      encerramento: { cancelamento: { solicitante: 'USUARIO_PAGADOR' } },
    });
    const again = await submit(`/recurrences/${idRec}`, 'cancelled');
    expect(again.headers.get('location')).toContain('erro=');
  });
});
