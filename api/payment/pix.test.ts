import { afterEach, describe, expect, it, vi } from 'vitest';
import { bank, bankThatHangsUp, CHARGE, closeBanks, TXID, wanted } from '../../testing/bank.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createPix } from './pix.ts';

afterEach(closeBanks);

describe('pix adapter', () => {
  it('knows only configured accounts, each only once', () => {
    expect(createPix({ pixAccounts: {} }).account('alfa', 'CUA01')).toBeUndefined();
    const account = { baseUrl: '', tokenUrl: '', clientId: '', clientSecret: '' };
    const port = createPix({ pixAccounts: { 'alfa/CUA01': account } });
    expect(port.account('beta', 'CUA01')).toBeUndefined();
    expect(port.account('alfa', 'CUA01')).toBe(port.account('alfa', 'CUA01'));
  });

  it('creates a charge as API Pix requires, with one token for many calls', async () => {
    const { gateway, seen } = await bank((line) => ({
      status: line.startsWith('PUT') ? 201 : 200,
      body: CHARGE,
    }));
    expect(await gateway.create(wanted)).toMatchObject({
      txid: TXID,
      status: 'ATIVA',
      amountCents: 36_000,
      copyPaste: '000201',
      received: [],
    });
    await gateway.create(wanted);
    await gateway.find(TXID);
    expect(seen.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(1);
    expect(seen.map(({ type }) => type)).toEqual([
      ...['application/x-www-form-urlencoded', 'application/json', 'application/json', undefined],
    ]);
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

  it('renews a token once when the bank rejects it', async () => {
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

  // Banco do Brasil answers a call with an old token with 401 or 403 (imobanco/bb-wrapper issue 36).
  it('renews an old token when the bank forbids the call, but not a new one', async () => {
    let allowed = 'Bearer token-1';
    const { gateway, seen } = await bank((_line, authorization) =>
      authorization === allowed ? { status: 200, body: CHARGE } : { status: 403 },
    );
    const tokens = () => seen.filter(({ line }) => line === 'POST /oauth/token').length;
    await gateway.find(TXID);
    allowed = 'Bearer token-2';
    await expect(gateway.find(TXID)).rejects.toThrow('The provider answered 403');
    expect(tokens()).toBe(1);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
    expect(await gateway.find(TXID)).toMatchObject({ status: 'ATIVA' });
    vi.restoreAllMocks();
    expect(tokens()).toBe(2);
  });

  it('shares a renewed token among calls that were rejected together, which would end each other', async () => {
    let last = 0;
    const { gateway, seen } = await bank((_line, authorization) => {
      const used = Number(authorization.split('-')[1]);
      last = Math.max(last, used);
      return used === 1 || used < last ? { status: 401 } : { status: 200, body: CHARGE };
    });
    const found = await Promise.all(Array.from({ length: 8 }, () => gateway.find(TXID)));
    expect(found.map((charge) => charge?.status)).toEqual(Array(8).fill('ATIVA'));
    expect(seen.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(2);
  });

  it.each([
    [{ access_token: 'a' }, 1],
    [{ access_token: 'a', expires_in: '120' }, 1],
    [{ access_token: 'a', expires_in: 60 }, 3],
    [{ access_token: 'a', expires_in: 1 }, 3],
  ])('requests another token a minute before %j ends', async (body, count) => {
    const { gateway, seen } = await bank(() => ({ status: 200, body: CHARGE }), { body });
    for (let n = 0; n < 3; n += 1) await gateway.find(TXID);
    expect(seen.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(count);
  });

  it('requests one token for simultaneous calls', async () => {
    const { gateway, seen } = await bank(() => ({ status: 200, body: CHARGE }));
    await Promise.all([gateway.find(TXID), gateway.find(TXID), gateway.find(TXID)]);
    expect(seen.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(1);
    expect(new URLSearchParams(seen[0]?.body).get('scope')?.split(' ').sort()).toEqual([
      ...['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write'],
    ]);
  });

  it.each([
    [{ status: 500 }, 'No token: the provider answered 500'],
    [{ status: 401 }, 'No token: the provider answered 401'],
    [{ body: { token: 'a' } }, 'No token: the provider answered 200'],
  ])('has charged nothing when it gets no token: %j', async (token, message) => {
    const { gateway, seen } = await bank(() => ({ status: 200, body: CHARGE }), token);
    await expect(gateway.create(wanted)).rejects.toThrow(new ProviderUnavailable(message));
    expect(seen.map(({ line }) => line)).toEqual(['POST /oauth/token']);
  });

  it('has charged nothing when the answer with its token is lost', async () => {
    const gateway = await bankThatHangsUp();
    const failure = await gateway.create(wanted).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect((failure as Error).cause).toBeInstanceOf(Error);
  });

  it.each(['certFile', 'keyFile', 'caFile'])('has charged nothing without its %s', async (name) => {
    const [baseUrl, tokenUrl] = ['https://127.0.0.1:1', 'https://127.0.0.1:1/token'];
    const account = { baseUrl, tokenUrl, clientId: 'x', clientSecret: '', [name]: '/nowhere.pem' };
    const gateway = createPix({ pixAccounts: { 'alfa/CUA01': account } }).account('alfa', 'CUA01');
    const failure = await gateway?.create(wanted).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect((failure as Error).message).toContain('ENOENT');
  });

  it('opens its circuit after five answers without a result', async () => {
    const { gateway, seen } = await bank(() => ({ status: 500 }));
    for (let n = 0; n < 5; n += 1) await expect(gateway.find(TXID)).rejects.toThrow('answered 500');
    await expect(gateway.find(TXID)).rejects.toThrow('resting');
    expect(seen.filter(({ line }) => line.startsWith('GET'))).toHaveLength(5);
  });

  it('shares one account of a development machine by its client id', async () => {
    const { url, seen } = await bank(() => ({ status: 200, body: CHARGE }));
    const account = {
      baseUrl: `${url}//`,
      tokenUrl: `${url}/oauth/token`,
      clientId: 'sandbox-*',
      clientSecret: 's',
    };
    const own = { ...account, clientId: 'own' };
    const port = createPix({ pixAccounts: { '*': account, 'beta/B1': own } });
    for (const [tenant, code] of [
      ['alfa', 'CUA01'],
      ['beta', 'B1'],
    ] as const)
      await port.account(tenant, code)?.find(TXID);
    expect(seen.map(({ line, authorization }) => [line, authorization])).toEqual([
      ['POST /oauth/token', `Basic ${Buffer.from('sandbox-alfa-CUA01:s').toString('base64')}`],
      [`GET /cob/${TXID}`, expect.stringMatching(/^Bearer /)],
      ['POST /oauth/token', `Basic ${Buffer.from('own:s').toString('base64')}`],
      [`GET /cob/${TXID}`, expect.stringMatching(/^Bearer /)],
    ]);
  });

  it('distinguishes refusal, unknown result and absence', async () => {
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

  it('returns the existing charge of a txid that is taken', async () => {
    const { gateway } = await bank((line) =>
      line.startsWith('PUT') ? { status: 400 } : { status: 200, body: CHARGE },
    );
    expect(await gateway.create(wanted)).toMatchObject({ status: 'ATIVA' });
  });

  it('returns the current state of a charge that can no longer be removed', async () => {
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

  it('registers the webhook address only where it differs, and checks once', async () => {
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

describe('a request to the bank', () => {
  it('is in reais and cents, with the payer by name where there is one', async () => {
    const { gateway, seen } = await bank(() => ({ status: 200, body: CHARGE }));
    const payer = { cpf: '11122233396', name: 'N'.repeat(201) };
    for (const amountCents of [1, 10, 99, 100, 123_456_789])
      await gateway.create({ ...wanted, amountCents, note: 'Matrícula', payer });
    const bodies = seen.slice(1).map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ valor }) => valor.original)).toEqual(['0.01', '0.10', '0.99', '1.00', '1234567.89']);
    expect(bodies[0]).toMatchObject({
      devedor: { cpf: '11122233396', nome: 'N'.repeat(200) },
      solicitacaoPagador: 'Matrícula',
    });
    expect(seen[1]?.line).toBe(`PUT /cob/${TXID}`);
  });

  it('never names a charge or a refund in a form API Pix does not allow', async () => {
    const { gateway, seen } = await bank(() => ({ status: 200, body: CHARGE }));
    for (const txid of ['', 'short', `${TXID}/x`, 'x'.repeat(36)])
      await expect(gateway.find(txid)).rejects.toBeInstanceOf(RangeError);
    const back = { endToEndId: 'E1', id: 'D1', amountCents: 1, note: '' };
    for (const change of [{ endToEndId: '' }, { endToEndId: 'E/1' }, { id: '../D1' }, { id: 'D'.repeat(41) }])
      await expect(gateway.giveBack({ ...back, ...change })).rejects.toBeInstanceOf(RangeError);
    expect(seen).toEqual([]);
  });

  it('uses one connection', async () => {
    const { gateway, seen } = await bank(() => ({ status: 200, body: CHARGE }));
    for (let n = 0; n < 3; n += 1) await gateway.find(TXID);
    expect(new Set(seen.map(({ port }) => port)).size).toBe(1);
  });
});

describe('an answer of the bank', () => {
  it('is quoted in its own words where it refuses, without text others may have put there', async () => {
    const outcomeOf = async (status: number, body: unknown) => {
      const { gateway } = await bank(() => ({ status, body }));
      return gateway.create(wanted).catch((error: Error) => [error.constructor, error.message]);
    };
    const type = 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida';
    expect(await outcomeOf(400, { type, detail: 'Valor zerado' })).toEqual([
      ...[ProviderUnavailable, 'The provider answered 400 CobOperacaoInvalida Valor zerado'],
    ]);
    expect(await outcomeOf(422, { type: 7, detail: 'Sem saldo' })).toEqual([
      ...[ProviderUnavailable, 'The provider answered 422 Sem saldo'],
    ]);
    expect(await outcomeOf(503, undefined)).toEqual([ProviderUnavailable, 'The provider answered 503']);
    expect(await outcomeOf(500, 'oops')).toEqual([ProviderUnknown, 'The provider answered 500']);
  });

  it('is a charge with the amount received, to the cent', async () => {
    const pix = [{ endToEndId: 'E1', valor: '0.29', horario: '2026-01-12T13:05:00Z', chave: 'x' }];
    const calendario = { criacao: '2026-01-12T13:00:00Z' };
    const { gateway } = await bank(() => ({
      status: 200,
      body: { ...CHARGE, calendario, valor: { original: '1234.56' }, pixCopiaECola: null, pix },
    }));
    expect(await gateway.find(TXID)).toEqual({
      ...{ txid: TXID, status: 'ATIVA', amountCents: 123_456, copyPaste: null },
      ...{ createdAt: '2026-01-12T13:00:00Z', expiresInSeconds: 86_400 },
      received: [{ endToEndId: 'E1', amountCents: 29, at: '2026-01-12T13:05:00Z' }],
    });
  });

  it.each(['360', '360.0', '360.000', 'x360.00', '360.00x', '-1.00', '12345678901.00', '.50'])(
    'is neither a charge nor a payment where the amount is written %s',
    async (original) => {
      const { gateway } = await bank(() => ({ status: 200, body: { ...CHARGE, valor: { original } } }));
      await expect(gateway.find(TXID)).rejects.toThrow('something that is no charge');
      const pix = [{ endToEndId: 'E1', valor: original, horario: '2026-01-12T13:05:00Z' }];
      const received = await bank(() => ({ status: 200, body: { ...CHARGE, pix } }));
      await expect(received.gateway.find(TXID)).rejects.toThrow('something that is no');
    },
  );

  it('about a missing charge is nothing, and a refusal is an error', async () => {
    const gone = await bank(() => ({ status: 404 }));
    expect(await gone.gateway.remove(TXID)).toBeUndefined();
    expect(gone.seen).toHaveLength(2);
    const refusing = await bank((line) => ({ status: line.startsWith('PATCH') ? 400 : 403 }));
    await expect(refusing.gateway.remove(TXID)).rejects.toBeInstanceOf(ProviderUnavailable);
    const removed = await bank(() => ({
      status: 200,
      body: { ...CHARGE, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    }));
    expect(await removed.gateway.remove(TXID)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
    expect(removed.seen[1]).toMatchObject({
      line: `PATCH /cob/${TXID}`,
      body: '{"status":"REMOVIDA_PELO_USUARIO_RECEBEDOR"}',
    });
    expect(removed.seen).toHaveLength(2);
  });

  it('about the notice address may be a refusal', async () => {
    for (const status of [300, 403]) {
      const { gateway, seen } = await bank((line) => ({ status: line.startsWith('GET') ? 404 : status }));
      await expect(gateway.ensureWebhook('chave', 'https://new.test')).rejects.toBeInstanceOf(
        ProviderUnavailable,
      );
      expect(seen.at(-1)?.body).toBe('{"webhookUrl":"https://new.test"}');
    }
    const same = await bank(() => ({ status: 200, body: { webhookUrl: 'https://new.test' } }));
    await same.gateway.ensureWebhook('chave', 'https://new.test');
    expect(same.seen.map(({ line }) => line)).toEqual(['POST /oauth/token', 'GET /webhook/chave']);
  });
});
