import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createCircuit } from './circuit.ts';
import { createPix } from './pix.ts';

const TXID = 'abcdefghijklmnopqrstuvwxyz012345';
const CHARGE = {
  txid: TXID,
  status: 'ATIVA',
  calendario: { criacao: '2026-01-12T13:00:00Z', expiracao: 3600 },
  valor: { original: '360.00' },
  pixCopiaECola: '000201',
};
type Seen = { line: string; authorization: string; body: string };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** A bank that answers as told; the token is `token-n`, n counting how often one was asked for. */
async function bank(answer: (line: string, authorization: string) => { status: number; body?: unknown }) {
  const seen: Seen[] = [];
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    const authorization = request.headers.authorization ?? '';
    const body = await bodyOf(request);
    seen.push({ line, authorization, body });
    if (line === 'POST /oauth/token') tokens += 1;
    const told =
      line === 'POST /oauth/token'
        ? { status: 200, body: { access_token: `token-${tokens}`, expires_in: 3600 } }
        : answer(line, authorization);
    response.writeHead(told.status, { 'content-type': 'application/json' });
    response.end(told.body === undefined ? '' : JSON.stringify(told.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    baseUrl: url,
    tokenUrl: `${url}/oauth/token`,
    clientId: 'client',
    clientSecret: 'secret',
  };
  const gateway = createPix({ pixAccounts: { 'alfa/CUA01': account } }).account('alfa', 'CUA01');
  if (!gateway) throw new Error('No gateway');
  return { gateway, seen };
}
const wanted = {
  txid: TXID,
  amountCents: 36_005,
  expiresInSeconds: 3600,
  pixKey: 'chave@exemplo.test',
  note: 'n'.repeat(200),
};

describe('pix adapter', () => {
  it('knows only configured accounts', () => {
    expect(createPix({ pixAccounts: {} }).account('alfa', 'CUA01')).toBeUndefined();
  });

  it('asks for a charge as API Pix wants it, with one token for many calls', async () => {
    const { gateway, seen } = await bank(() => ({ status: 201, body: CHARGE }));
    expect(await gateway.create(wanted)).toMatchObject({
      txid: TXID,
      status: 'ATIVA',
      amountCents: 36_000,
      received: [],
    });
    await gateway.create(wanted);
    expect(seen.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      authorization: `Basic ${Buffer.from('client:secret').toString('base64')}`,
      body: expect.stringContaining('grant_type=client_credentials'),
    });
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({
      calendario: { expiracao: 3600 },
      valor: { original: '360.05' },
      chave: 'chave@exemplo.test',
      solicitacaoPagador: 'n'.repeat(140),
    });
  });

  it('renews a token the bank no longer takes, once', async () => {
    const { gateway, seen } = await bank((_line, authorization) =>
      authorization === 'Bearer token-1' ? { status: 401 } : { status: 200, body: CHARGE },
    );
    expect(await gateway.find(TXID)).toMatchObject({ status: 'ATIVA' });
    expect(seen.map(({ line }) => line)).toEqual([
      'POST /oauth/token',
      `GET /cob/${TXID}`,
      'POST /oauth/token',
      `GET /cob/${TXID}`,
    ]);
  });

  it('tells refusal, doubt and absence apart', async () => {
    const { gateway } = await bank((line) => ({ status: line.startsWith('PUT') ? 400 : 404 }));
    await expect(gateway.create(wanted)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await gateway.find(TXID)).toBeUndefined();
    const broken = await bank(() => ({ status: 504 }));
    await expect(broken.gateway.create(wanted)).rejects.toBeInstanceOf(ProviderUnknown);
    const strange = await bank(() => ({ status: 200, body: { hello: 1 } }));
    await expect(strange.gateway.find(TXID)).rejects.toBeInstanceOf(ProviderUnknown);
    const newer = await bank(() => ({
      status: 200,
      body: { ...CHARGE, status: 'SUSPENSA', pix: null, novo: {} },
    }));
    expect(await newer.gateway.find(TXID)).toMatchObject({ status: 'UNKNOWN' });
  });

  it('answers with what a charge is that cannot be removed any more', async () => {
    const pix = [{ endToEndId: 'E1', valor: '360.00', horario: '2026-01-12T13:05:00Z' }];
    const { gateway } = await bank((line) =>
      line.startsWith('PATCH')
        ? { status: 400 }
        : { status: 200, body: { ...CHARGE, status: 'CONCLUIDA', pix } },
    );
    expect(await gateway.remove(TXID)).toMatchObject({
      status: 'CONCLUIDA',
      received: [{ endToEndId: 'E1', amountCents: 36_000 }],
    });
  });

  it('registers the address of notices only where it differs, and asks once', async () => {
    const { gateway, seen } = await bank((line) =>
      line.startsWith('GET') ? { status: 200, body: { webhookUrl: 'https://old.test' } } : { status: 200 },
    );
    await gateway.ensureWebhook('chave@exemplo.test', 'https://new.test');
    await gateway.ensureWebhook('chave@exemplo.test', 'https://new.test');
    await gateway.ensureWebhook('chave@exemplo.test', 'https://old.test');
    expect(seen.map(({ line }) => line).filter((line) => line.startsWith('PUT'))).toEqual([
      'PUT /webhook/chave%40exemplo.test',
    ]);
  });
});

describe('R10: circuit', () => {
  it('rests after five failures and tries again afterwards', async () => {
    let now = 0;
    let calls = 0;
    let fails = true;
    const circuit = createCircuit(() => now);
    const call = () =>
      circuit(async () => {
        calls += 1;
        if (fails) throw new ProviderUnknown('silence');
        return 'answer';
      });
    for (let n = 0; n < 5; n += 1) await expect(call()).rejects.toBeInstanceOf(ProviderUnknown);
    await expect(call()).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(calls).toBe(5);
    fails = false;
    now = 31_000;
    expect(await call()).toBe('answer');
    expect(await call()).toBe('answer');
  });
});
