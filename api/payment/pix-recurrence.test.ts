import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bank, CHARGE, closeBanks, TXID } from '../../testing/bank.ts';
import { openTestSandbox } from '../../testing/sandbox-kit.ts';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createPix } from './pix.ts';

afterEach(closeBanks);

const ID = 'RR9999999920260220abcdefghijk';
const REC = {
  idRec: ID,
  status: 'APROVADA',
  vinculo: { contrato: '5001-7' },
  ativacao: { tipoJornada: 'JORNADA_3', dadosJornada: { txid: TXID } },
};
const COBR = {
  idRec: ID,
  txid: TXID,
  status: 'ATIVA',
  calendario: { dataDeVencimento: '2026-03-05' },
  valor: { original: '360.05' },
};
const wanted = {
  contract: '5001-7',
  object: 'o'.repeat(60),
  payer: { cpf: '11122233396', name: 'N'.repeat(300) },
  firstDay: '2026-03-05',
  lastDay: '2026-07-05',
  authorisation: { kind: 'fixed', cents: 36_005 },
  firstTxid: TXID,
} as const;
const cycle = { txid: TXID, idRec: ID, dueDay: '2026-03-05', amountCents: 36_005, note: 'n'.repeat(200) };
const PERIOD = [new Date('2026-02-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z')] as const;

const portAt = (url: string, receiver = true) =>
  createPix({
    pixAccounts: {
      'alfa/CUA01': {
        ...{ baseUrl: url, tokenUrl: `${url}/oauth/token`, clientId: 'client', clientSecret: 'secret' },
        ...(receiver ? { receiver: { conta: '123', tipoConta: 'CORRENTE' as const } } : {}),
      },
    },
  });
async function at(answer: Parameters<typeof bank>[0]) {
  const { url, seen } = await bank(answer);
  const port = portAt(url);
  const [gateway, due, pix] = [
    port.recurrences('alfa', 'CUA01'),
    port.due('alfa', 'CUA01'),
    port.account('alfa', 'CUA01'),
  ];
  if (!gateway || !due || !pix) throw new Error('No gateway');
  return { gateway, due, pix, seen };
}

describe('an account', () => {
  it('has recurrences only when it says where they are paid to, and only then requests their scopes', async () => {
    const { url, seen } = await bank(() => ({ status: 200, body: REC }));
    expect(portAt(url, false).recurrences('alfa', 'CUA01')).toBeUndefined();
    expect(portAt(url, false).due('alfa', 'CUA01')).toBeUndefined();
    expect(portAt(url).recurrences('beta', 'B1')).toBeUndefined();
    await portAt(url).recurrences('alfa', 'CUA01')?.find(ID);
    expect(new URLSearchParams(seen[0]?.body).get('scope')?.split(' ')).toEqual([
      ...['cob.read', 'cob.write', 'pix.read', 'pix.write', 'webhook.read', 'webhook.write'],
      ...['cobv.read', 'cobv.write', 'payloadlocationrec.read', 'payloadlocationrec.write'],
      ...['rec.read', 'rec.write', 'cobr.read', 'cobr.write'],
      ...['webhookrec.read', 'webhookrec.write', 'webhookcobr.read', 'webhookcobr.write'],
    ]);
  });
  it('shares one token for everything it can do', async () => {
    const { gateway, pix, seen } = await at((line) => ({
      status: 200,
      body: line.includes('/cob/') ? CHARGE : REC,
    }));
    await gateway.find(ID);
    await pix.find(TXID);
    expect(seen.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(1);
  });
});

describe('an authorisation', () => {
  it('is requested with a location, the first charge, and texts that fit', async () => {
    const { gateway, seen } = await at((line) => ({
      status: 201,
      body: line === 'POST /locrec' ? { id: 12 } : REC,
    }));
    expect(await gateway.create(wanted)).toMatchObject({ idRec: ID, contract: '5001-7', firstTxid: TXID });
    await gateway.create({ ...wanted, authorisation: { kind: 'variable', cents: 40_000 } });
    const bodies = seen.filter(({ line }) => line === 'POST /rec').map(({ body }) => JSON.parse(body));
    expect(bodies[0]).toEqual({
      vinculo: {
        contrato: '5001-7',
        objeto: 'o'.repeat(35),
        devedor: { cpf: '11122233396', nome: 'N'.repeat(140) },
      },
      calendario: { dataInicial: '2026-03-05', dataFinal: '2026-07-05', periodicidade: 'MENSAL' },
      valor: { valorRec: '360.05' },
      politicaRetentativa: 'PERMITE_3R_7D',
      loc: 12,
      ativacao: { dadosJornada: { txid: TXID } },
    });
    expect(bodies[1].valor).toEqual({ valorMinimoRecebedor: '400.00' });
  });
  it.each([
    ['POST /locrec', 500, ProviderUnknown],
    ['POST /locrec', 503, ProviderUnavailable],
    ['POST /rec', 504, ProviderUnknown],
    ['POST /rec', 400, ProviderUnavailable],
  ])('where %s is answered %i throws %o', async (failing, status, kind) => {
    const { gateway } = await at((line) =>
      line === failing ? { status } : { status: 201, body: { ...REC, id: 1 } },
    );
    await expect(gateway.create(wanted)).rejects.toBeInstanceOf(kind);
  });
  it.each([
    ['PSP_PAGADOR', 'payer-bank'],
    ['USUARIO_PAGADOR', 'payer'],
    ['PSP_RECEBEDOR', 'institution-bank'],
    ['USUARIO_RECEBEDOR', 'institution'],
    ['OUTRO', null],
  ])('ended by %s is ended by %s', async (solicitante, endedBy) => {
    const { gateway } = await at(() => ({
      status: 200,
      body: { ...REC, status: 'CANCELADA', encerramento: { cancelamento: { solicitante, codigo: 'XXXX' } } },
    }));
    expect(await gateway.find(ID)).toMatchObject({ status: 'CANCELADA', endedBy, endCode: 'XXXX' });
  });
  it('with values of a later standard is unknown, not an error', async () => {
    const { gateway } = await at(() => ({
      status: 200,
      body: {
        ...REC,
        ...{ status: 'SUSPENSA', ativacao: 'novo', dadosQR: 7, encerramento: { rejeicao: 'novo' }, novo: {} },
      },
    }));
    expect(await gateway.find(ID)).toEqual({
      ...{ idRec: ID, status: 'UNKNOWN', contract: '5001-7', firstTxid: null, copyPaste: null },
      ...{ endedBy: null, endCode: null },
    });
  });
  it('is searched by its contract on every page', async () => {
    const page = (n: number) => ({
      status: 200,
      body: {
        parametros: { paginacao: { quantidadeDePaginas: 3 } },
        recs: [{ ...REC, vinculo: { contrato: `5001-${n}` } }],
      },
    });
    const { gateway, seen } = await at((line) => page(Number(/paginaAtual=(\d+)/.exec(line)?.[1])));
    expect(await gateway.findByContract('5001-2', '11122233396', ...PERIOD)).toMatchObject({
      contract: '5001-2',
    });
    expect(await gateway.findByContract('5001-9', '11122233396', ...PERIOD)).toBeUndefined();
    expect(seen[1]?.line).toContain('cpf=11122233396');
    expect(seen[1]?.line).toContain('inicio=2026-02-01T00%3A00%3A00.000Z');
  });
  it('that has ended is returned with its state when cancelled', async () => {
    const { gateway } = await at((line) =>
      line.startsWith('PATCH') ? { status: 400 } : { status: 200, body: { ...REC, status: 'EXPIRADA' } },
    );
    expect(await gateway.cancel(ID)).toMatchObject({ status: 'EXPIRADA' });
    const gone = await at(() => ({ status: 404 }));
    expect(await gone.gateway.cancel(ID)).toBeUndefined();
  });
  it('and its charges are never named in a way that the standard forbids', async () => {
    const { gateway, due, seen } = await at(() => ({ status: 200, body: REC }));
    const calls = [
      () => gateway.find('../pix'),
      () => gateway.find(ID, 'short'),
      () => gateway.create({ ...wanted, contract: 'c'.repeat(36) }),
      () => gateway.createCharge({ ...cycle, txid: 'x' }),
      () => gateway.createCharge({ ...cycle, idRec: 'x' }),
      () => gateway.retryCharge(TXID, '../..'),
      () => due.find('x'),
    ];
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(RangeError);
    expect(seen).toEqual([]);
  });
});

describe('the charge of a cycle', () => {
  it('names the account and is returned with its attempts', async () => {
    const tentativas = [
      {
        dataLiquidacao: '2026-03-05',
        tipo: 'AGND',
        status: 'REJEITADA',
        endToEndId: 'E1',
        rejeicao: { codigo: 'AM02' },
      },
      { dataLiquidacao: '2026-03-06', tipo: 'NTAG', status: 'NOVA', endToEndId: 'E2' },
    ];
    const { gateway, seen } = await at(() => ({ status: 201, body: { ...COBR, tentativas } }));
    expect(await gateway.createCharge(cycle)).toMatchObject({
      ...{ status: 'ATIVA', amountCents: 36_005, dueDay: '2026-03-05', received: [] },
      attempts: [
        { day: '2026-03-05', status: 'REJEITADA', extra: false, code: 'AM02' },
        { day: '2026-03-06', status: 'UNKNOWN', extra: true, code: null },
      ],
    });
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({
      ...{ idRec: ID, calendario: { dataDeVencimento: '2026-03-05' }, valor: { original: '360.05' } },
      ...{
        recebedor: { conta: '123', tipoConta: 'CORRENTE' },
        ajusteDiaUtil: true,
        infoAdicional: 'n'.repeat(140),
      },
    });
  });
  it.each([null, {}, 'AGND', { dataLiquidacao: '05/03/2026', tipo: 'AGND', status: 'PAGA' }])(
    'is read with an attempt %j, which may be under way and does not count as a retry',
    async (strange) => {
      const pix = [{ endToEndId: 'E1', valor: '360.05', horario: '2026-03-05T12:00:00Z', txid: TXID }];
      const { gateway } = await at(() => ({
        ...{ status: 200, body: { ...COBR, status: 'CONCLUIDA', tentativas: [strange], pix } },
      }));
      expect(await gateway.findCharge(TXID)).toMatchObject({
        ...{ status: 'CONCLUIDA', received: [{ endToEndId: 'E1', amountCents: 36_005 }] },
        attempts: [{ status: 'UNKNOWN', extra: false, code: null }],
      });
    },
  );
  it('is returned as it is when it already exists, or can no longer be cancelled or retried', async () => {
    const { gateway } = await at((line) =>
      line.startsWith('GET') ? { status: 200, body: { ...COBR, status: 'CONCLUIDA' } } : { status: 400 },
    );
    for (const answer of [
      await gateway.createCharge(cycle),
      await gateway.cancelCharge(TXID),
      await gateway.retryCharge(TXID, '2026-03-06'),
    ])
      expect(answer).toMatchObject({ status: 'CONCLUIDA' });
  });
  it('is unknown where the answer is unexpected or lost', async () => {
    const strange = await at(() => ({ status: 200, body: { hello: 1 } }));
    await expect(strange.gateway.findCharge(TXID)).rejects.toBeInstanceOf(ProviderUnknown);
    const broken = await at(() => ({ status: 504 }));
    await expect(broken.gateway.createCharge(cycle)).rejects.toBeInstanceOf(ProviderUnknown);
    await expect(broken.gateway.retryCharge(TXID, '2026-03-06')).rejects.toBeInstanceOf(ProviderUnknown);
  });
});

describe('lists for comparison', () => {
  const listed = (key: string, items: unknown[]) => ({
    status: 200,
    body: { parametros: { paginacao: { quantidadeDePaginas: 1 } }, [key]: items },
  });
  it('read charges, received Pix, authorisations and their charges', async () => {
    const received = { endToEndId: 'E1', valor: '0.29', horario: '2026-02-20T15:00:00Z' };
    const { gateway, pix } = await at((line) => {
      if (line.startsWith('GET /cobr?')) return listed('cobsr', [COBR]);
      if (line.startsWith('GET /rec?')) return listed('recs', [REC]);
      return line.startsWith('GET /cob?') ? listed('cobs', [CHARGE]) : listed('pix', [received]);
    });
    expect((await pix.list(...PERIOD)).items).toMatchObject([{ txid: TXID, amountCents: 36_000 }]);
    expect((await pix.received(...PERIOD)).items).toEqual([
      { endToEndId: 'E1', txid: null, amountCents: 29, at: '2026-02-20T15:00:00Z' },
    ]);
    expect((await gateway.list(...PERIOD)).items).toMatchObject([{ idRec: ID }]);
    expect((await gateway.listCharges(...PERIOD)).items).toMatchObject([{ txid: TXID }]);
  });
  it('must be lists, and an unreadable entry does not hide the others', async () => {
    const strange = await at(() => ({ status: 200, body: { cobs: [CHARGE] } }));
    await expect(strange.pix.list(...PERIOD)).rejects.toBeInstanceOf(ProviderUnknown);
    const broken = await at(() => listed('cobs', [CHARGE, { txid: 1 }]));
    expect(await broken.pix.list(...PERIOD)).toMatchObject({ items: [{ txid: TXID }], unread: 1 });
    const endless = await at(() => ({
      status: 200,
      body: { parametros: { paginacao: { quantidadeDePaginas: 9 } }, cobs: [] },
    }));
    expect(await endless.pix.list(...PERIOD)).toEqual({ items: [], unread: 0 });
  });
});

describe('against the simulated bank', () => {
  let world: Awaited<ReturnType<typeof openTestSandbox>>;
  beforeAll(async () => {
    world = await openTestSandbox({ slowMs: 9_000, webhookDelays: [10] });
    await world.control('PUT', '/clock', { now: '2026-02-20T12:00:00-03:00' });
  });
  afterAll(() => world.discard());

  it('a charge whose answer timed out exists, and a repeat creates no second one', async () => {
    const port = createPix({
      pixAccounts: {
        'alfa/CUA01': {
          ...{ baseUrl: `${world.url}/psp`, tokenUrl: `${world.url}/psp/oauth/token` },
          ...{ clientId: 'sandbox-alfa-CUA01', clientSecret: 'sandbox-secret' },
          receiver: { conta: '123', tipoConta: 'CORRENTE' },
        },
      },
    });
    const gateway = port.recurrences('alfa', 'CUA01');
    if (!gateway) throw new Error('No gateway');
    const made = await gateway.create(wanted);
    await world.control('POST', `/recurrences/${made.idRec}`, { result: 'approved' });
    await world.control('PUT', '/faults', { port: 'pix', mode: 'slow' });
    const asked = { ...cycle, idRec: made.idRec };
    await expect(gateway.createCharge(asked)).rejects.toBeInstanceOf(ProviderUnknown);
    await world.control('PUT', '/faults', { port: 'pix', mode: 'ok' });
    expect(await gateway.findCharge(TXID)).toMatchObject({ status: 'ATIVA' });
    await gateway.createCharge(asked);
    expect((await gateway.listCharges(...PERIOD)).items).toHaveLength(1);
    expect(await gateway.findByContract('5001-7', '11122233396', ...PERIOD)).toMatchObject({
      idRec: made.idRec,
    });
  }, 30_000);
});
