import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type TestSandbox, until } from '../../testing/sandbox-kit.ts';
import { crc16, dynamicBrCode } from './br-code.ts';

interface Cob {
  txid: string;
  status: string;
  revisao: number;
  calendario: { criacao: string; expiracao: number };
  loc: { id: number; location: string; tipoCob: string };
  location: string;
  valor: { original: string };
  pixCopiaECola: string;
  pix?: { endToEndId: string; valor: string; txid: string }[];
}
interface Problem {
  type: string;
  status: number;
  title: string;
  correlationId: string;
  violacoes?: { propriedade: string }[];
}

const KEY = 'financeiro@alfa.test';
const terms = (original = '360.00') => ({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '11122233396', nome: 'Candidata Um' },
  valor: { original },
  chave: KEY,
});
let sequence = 0;
const newTxid = (): string => {
  sequence += 1;
  return `TX${String(sequence).padStart(30, '0')}`;
};

let world: TestSandbox;
let alfa: Record<string, string>;

beforeAll(async () => {
  world = await openTestSandbox({ webhookDelays: [10, 20, 40] });
  alfa = await world.bank('sandbox-alfa-CUA01');
});
afterAll(() => world.discard());

const put = (txid: string, body: unknown, headers = alfa) =>
  world.json('PUT', `/psp/cob/${txid}`, body, headers);
const get = async (txid: string): Promise<Cob> =>
  (await world.json('GET', `/psp/cob/${txid}`, undefined, alfa)).json() as Promise<Cob>;
const problemOf = async (answer: Response): Promise<Problem> => {
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  return (await answer.json()) as Problem;
};

describe('BR Code', () => {
  it('has the CRC of the published vectors', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(
      crc16(
        '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304',
      ),
    ).toBe('64E4');
  });

  it('is a one-time dynamic code with plain letters', () => {
    const code = dynamicBrCode('pix.example.com/qr/1', 'RECEBEDOR ÓRBITA', 'BRASÍLIA');
    expect(code).toMatch(/^00020101021226420014br\.gov\.bcb\.pix2520pix\.example\.com\/qr\/1/);
    expect(code).toContain('5916RECEBEDOR ORBITA6008BRASILIA62070503***6304');
    expect(crc16(code.slice(0, -4))).toBe(code.slice(-4));
  });
});

describe('access', () => {
  const token = (authorization: string, body: Record<string, string>) =>
    world.call('/psp/oauth/token', {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(body),
    });
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

  it('refuses wrong clients, grants and scopes', async () => {
    const grant = { grant_type: 'client_credentials' };
    expect((await token(basic('sandbox-alfa-CUA01', 'wrong'), grant)).status).toBe(401);
    expect((await token(basic('other', 'sandbox-secret'), grant)).status).toBe(401);
    const right = basic('sandbox-alfa-CUA01', 'sandbox-secret');
    expect(await (await token(right, { grant_type: 'password' })).json()).toEqual({
      error: 'unsupported_grant_type',
    });
    expect(await (await token(right, { ...grant, scope: 'solicrec.read' })).json()).toEqual({
      error: 'invalid_scope',
    });
    expect(await (await token(right, { ...grant, scope: 'cob.read' })).json()).toMatchObject({
      token_type: 'Bearer',
      scope: 'cob.read',
    });
  });

  it('requires a valid token with the scope', async () => {
    expect((await put(newTxid(), terms(), {})).status).toBe(401);
    const reader = await world.bank('sandbox-alfa-CUA01', 'cob.read');
    const denied = await put(newTxid(), terms(), reader);
    expect(denied.status).toBe(403);
    expect((await problemOf(denied)).type).toBe('https://pix.bcb.gov.br/api/v2/error/AcessoNegado');
  });

  it('lets tokens expire', async () => {
    const brief = await openTestSandbox({ tokenSeconds: 0 });
    const headers = await brief.bank('sandbox-alfa-CUA01');
    expect((await brief.json('GET', `/psp/cob/${newTxid()}`, undefined, headers)).status).toBe(401);
    await brief.discard();
  });
});

describe('immediate charge', () => {
  it('is created active with its code', async () => {
    const txid = newTxid();
    const answer = await put(txid, terms());
    expect(answer.status).toBe(201);
    const cob = (await answer.json()) as Cob;
    expect(cob).toMatchObject({
      txid,
      status: 'ATIVA',
      revisao: 0,
      calendario: { expiracao: 3600 },
      valor: { original: '360.00' },
      chave: KEY,
      loc: { tipoCob: 'cob', location: cob.location },
    });
    expect(cob.location.length).toBeLessThanOrEqual(77);
    expect(cob.pixCopiaECola).toContain(cob.location);
    expect(crc16(cob.pixCopiaECola.slice(0, -4))).toBe(cob.pixCopiaECola.slice(-4));
    expect(await get(txid)).toEqual(cob);
  });

  it('names every violation', async () => {
    const bad = await put(newTxid(), {
      calendario: { expiracao: 0 },
      valor: { original: '0.00' },
      chave: 'x',
    });
    expect(bad.status).toBe(400);
    const problem = await problemOf(bad);
    expect(problem).toMatchObject({
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      status: 400,
    });
    expect(problem.violacoes?.map(({ propriedade }) => propriedade)).toEqual([
      'cob.calendario.expiracao',
      'cob.valor.original',
      'cob.chave',
    ]);
    expect((await put('short', terms())).status).toBe(400);
    expect((await put(newTxid(), { ...terms(), valor: { original: '1,00' } })).status).toBe(400);
    const broken = await world.call(`/psp/cob/${newTxid()}`, {
      method: 'PUT',
      headers: { ...alfa, 'content-type': 'application/json' },
      body: '{',
    });
    expect((await problemOf(broken)).type).toMatch(/RequisicaoInvalida$/);
  });

  it('accepts the same request twice and refuses another under the same txid', async () => {
    const txid = newTxid();
    const first = await (await put(txid, terms())).json();
    const again = await put(txid, terms());
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(first);
    expect((await put(txid, terms('10.00'))).status).toBe(400);
  });

  it('is revised and removed only while active', async () => {
    const txid = newTxid();
    await put(txid, terms());
    const patch = (body: unknown) => world.json('PATCH', `/psp/cob/${txid}`, body, alfa);
    expect(await (await patch({ valor: { original: '100.00' } })).json()).toMatchObject({ revisao: 1 });
    const old = await world.json('GET', `/psp/cob/${txid}?revisao=0`, undefined, alfa);
    expect(await old.json()).toMatchObject({ valor: { original: '360.00' }, revisao: 0 });
    const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    expect((await patch({ ...removal, chave: KEY })).status).toBe(400);
    expect(await (await patch(removal)).json()).toMatchObject({ ...removal, revisao: 2 });
    expect((await patch(removal)).status).toBe(400);
    expect((await world.control('POST', `/pix/${txid}`, { result: 'paid' })).status).toBe(409);
  });

  it('is invisible to other receivers', async () => {
    const txid = newTxid();
    await put(txid, terms());
    const beta = await world.bank('sandbox-beta-FBX01');
    const answer = await world.json('GET', `/psp/cob/${txid}`, undefined, beta);
    expect(answer.status).toBe(404);
    expect((await problemOf(answer)).type).toMatch(/CobNaoEncontrado$/);
    expect((await put(txid, terms('5.00'), beta)).status).toBe(201);
  });

  it('is listed by period with pages', async () => {
    const gama = await world.bank('sandbox-gama-G1');
    for (let n = 0; n < 3; n += 1) await put(newTxid(), terms(), gama);
    const period = 'inicio=2020-01-01T00:00:00Z&fim=2999-01-01T00:00:00Z';
    const list = await world.json(
      'GET',
      `/psp/cob?${period}&paginacao.itensPorPagina=2&paginacao.paginaAtual=1`,
      undefined,
      gama,
    );
    expect(await list.json()).toMatchObject({
      parametros: {
        paginacao: { paginaAtual: 1, itensPorPagina: 2, quantidadeDePaginas: 2, quantidadeTotalDeItens: 3 },
      },
      cobs: [{ status: 'ATIVA' }],
    });
    expect((await world.json('GET', '/psp/cob?inicio=x', undefined, gama)).status).toBe(400);
  });
});

describe('payment', () => {
  it('concludes the charge and is announced until someone listens', async () => {
    const receiver = await openReceiver((_request, n) => ({ status: n < 3 ? 500 : 200 }));
    await world.json('PUT', `/psp/webhook/${KEY}`, { webhookUrl: `${receiver.url}/notice/secret` }, alfa);
    const txid = newTxid();
    await put(txid, terms());
    const answer = await world.control('POST', `/pix/${txid}`, { result: 'paid' });
    expect(answer.status).toBe(202);

    const cob = await get(txid);
    const { endToEndId } = cob.pix?.[0] ?? { endToEndId: '' };
    expect(cob.status).toBe('CONCLUIDA');
    expect(endToEndId).toMatch(/^E\d{8}\d{12}[A-Za-z0-9]{11}$/);
    const pix = await world.json('GET', `/psp/pix/${endToEndId}`, undefined, alfa);
    expect(await pix.json()).toMatchObject({ txid, valor: '360.00', chave: KEY });

    await until(
      () => receiver.received.length,
      (count) => count >= 3,
    );
    expect(receiver.received[2]).toMatchObject({ method: 'POST', path: '/notice/secret/pix' });
    expect(JSON.parse(receiver.received[2]!.body)).toEqual({ pix: cob.pix });
    expect((await world.control('POST', `/pix/${txid}`, { result: 'paid' })).status).toBe(409);
    await receiver.close();
  });

  it('may differ in amount and be announced twice', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    await world.json('PUT', `/psp/webhook/${KEY}`, { webhookUrl: receiver.url }, alfa);
    const txid = newTxid();
    await put(txid, terms());
    await world.control('POST', `/pix/${txid}`, { result: 'paid', amount: 120.5, duplicate: true });
    await until(
      () => receiver.received.length,
      (count) => count >= 2,
    );
    expect(receiver.received[0]!.body).toBe(receiver.received[1]!.body);
    expect((await get(txid)).pix?.[0]?.valor).toBe('120.50');
    await receiver.close();
  });

  it('follows the test clock, and a late one must be requested explicitly', async () => {
    await world.control('PUT', '/clock', { now: '2026-01-12T10:00:00-03:00' });
    const txid = newTxid();
    const cob = (await (await put(txid, terms())).json()) as Cob;
    expect(cob.calendario.criacao).toBe('2026-01-12T13:00:00.000Z');
    const open = async () =>
      (await (await world.control('GET', '/pix')).json()) as { txid: string; amount: number }[];
    expect((await open()).find((one) => one.txid === txid)).toMatchObject({
      amount: 360,
      expiresAt: '2026-01-12T14:00:00.000Z',
    });
    await world.control('PUT', '/clock', { now: '2026-01-12T11:00:00-03:00' });
    expect((await open()).some((one) => one.txid === txid)).toBe(false);
    expect((await world.control('POST', `/pix/${txid}`, { result: 'paid' })).status).toBe(409);
    expect((await world.control('POST', `/pix/${txid}`, { result: 'paid', late: true })).status).toBe(202);
    expect((await get(txid)).pix?.[0]?.endToEndId).toMatch(/^E99999999202601121400/);
    await world.control('PUT', '/clock', { now: null });
  });

  it('can be refused by the bank or fail at the payer’s', async () => {
    const [failed, denied] = [newTxid(), newTxid()];
    await put(failed, terms());
    await put(denied, terms());
    await world.control('POST', `/pix/${failed}`, { result: 'error' });
    await world.control('POST', `/pix/${denied}`, { result: 'denied' });
    expect((await get(failed)).status).toBe('ATIVA');
    expect((await get(denied)).status).toBe('REMOVIDA_PELO_PSP');
    expect((await world.control('POST', `/pix/${newTxid()}`, { result: 'paid' })).status).toBe(404);
    expect((await world.control('POST', `/pix/${failed}`, { result: 'maybe' })).status).toBe(422);
  });
});

describe('refunds', () => {
  it('are made in parts, once per number, and announced when done', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    await world.json('PUT', `/psp/webhook/${KEY}`, { webhookUrl: receiver.url }, alfa);
    const txid = newTxid();
    await put(txid, terms());
    await world.control('POST', `/pix/${txid}`, { result: 'paid' });
    const { endToEndId } = (await get(txid)).pix?.[0] ?? { endToEndId: '' };
    const ask = (id: string, valor: string, headers = alfa) =>
      world.json('PUT', `/psp/pix/${endToEndId}/devolucao/${id}`, { valor }, headers);
    const look = async (id: string) =>
      (await world.json('GET', `/psp/pix/${endToEndId}/devolucao/${id}`, undefined, alfa)).json();
    const first = await ask('A1', '100.00');
    expect(first.status).toBe(201);
    expect(await first.json()).toMatchObject({ id: 'A1', valor: '100.00', status: 'EM_PROCESSAMENTO' });
    expect((await ask('A1', '100.00')).status).toBe(400);
    expect((await ask('A2', '260.01')).status).toBe(400);
    expect((await ask('A3', '0.00')).status).toBe(400);
    expect((await ask('A4', '1.00', await world.bank('sandbox-beta-FBX01'))).status).toBe(404);
    // Refunds of amounts ending in 13 cents fail, and do not count.
    await ask('A5', '100.13');
    await until(
      () => look('A5'),
      (found) => (found as { status: string }).status === 'NAO_REALIZADO',
    );
    expect(await look('A1')).toMatchObject({ status: 'DEVOLVIDO' });
    await until(
      () => receiver.received.map(({ body }) => body).join(),
      (bodies) => bodies.includes('NAO_REALIZADO') && bodies.includes('DEVOLVIDO'),
    );
    expect((await ask('A6', '260.00')).status).toBe(201);
    expect(await look('A7')).toMatchObject({ status: 404 });
    await receiver.close();
  });
});

describe('webhook registration', () => {
  it('is read, listed and deleted per key', async () => {
    const path = '/psp/webhook/11122233396';
    expect((await world.json('PUT', path, { webhookUrl: 'nowhere' }, alfa)).status).toBe(400);
    await world.json('PUT', path, { webhookUrl: 'https://exemplo.test/pix' }, alfa);
    const hook = (await (await world.json('GET', path, undefined, alfa)).json()) as { cnpj: string };
    expect(hook).toMatchObject({ webhookUrl: 'https://exemplo.test/pix', chave: '11122233396' });
    expect(hook.cnpj).toMatch(/^\d{14}$/);
    const list = await world.json('GET', '/psp/webhook', undefined, alfa);
    expect(JSON.stringify(await list.json())).toContain('https://exemplo.test/pix');
    expect((await world.json('DELETE', path, undefined, alfa)).status).toBe(204);
    expect((await world.json('GET', path, undefined, alfa)).status).toBe(404);
  });
});

describe('faults', () => {
  it('take the bank down and back', async () => {
    await world.control('PUT', '/faults', { port: 'pix', mode: 'down' });
    const answer = await put(newTxid(), terms());
    expect(answer.status).toBe(503);
    expect((await problemOf(answer)).type).toMatch(/ServicoIndisponivel$/);
    await world.control('PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect((await put(newTxid(), terms())).status).toBe(201);
  });

  it('let a slow bank do its work although nobody waits for the answer', async () => {
    const txid = newTxid();
    await world.control('PUT', '/faults', { port: 'pix', mode: 'slow' });
    const attempt = world.call(`/psp/cob/${txid}`, {
      method: 'PUT',
      headers: { ...alfa, 'content-type': 'application/json' },
      body: JSON.stringify(terms()),
      signal: AbortSignal.timeout(300),
    });
    await expect(attempt).rejects.toThrow();
    await world.control('PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect((await get(txid)).status).toBe('ATIVA');
  });
});
