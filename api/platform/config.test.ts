import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../testing/bare-environment.ts';
import { acquirerAccounts } from '../payment/acquirers.ts';
import { loadConfig, loadDatabaseConfig, Misconfigured } from './config.ts';

const api = join(import.meta.dirname, '..');
const WHOLE = {
  DATABASE_URL: 'postgres://nowhere/x',
  ORBITA_SECRET: 's'.repeat(40),
  ORBITA_SMTP_URL: 'smtps://nowhere',
  ORBITA_PIX_ACCOUNTS: '{}',
  ORBITA_CLAMD: 'nowhere:3310',
};
const refusal = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env);
    return 'started';
  } catch (error) {
    expect(error).toBeInstanceOf(Misconfigured);
    return (error as Error).message;
  }
};

describe('an environment without settings', () => {
  it.each([{}, { NODE_ENV: '' }, { NODE_ENV: 'production' }])(
    'is refused with all that is missing: %j',
    (env) => {
      for (const name of Object.keys(WHOLE)) expect(refusal(env)).toContain(`${name} is missing: `);
    },
  );

  it('lists invalid settings together with missing ones', () => {
    const said = refusal({ PORT: 'x', ORBITA_SECRET: 'short' });
    for (const part of ['PORT: ', 'ORBITA_SECRET: ', 'ORBITA_CLAMD is missing']) expect(said).toContain(part);
    expect(refusal({ ...WHOLE, NODE_ENV: 'staging' })).toContain('NODE_ENV: ');
  });

  it('starts in production mode once it has all settings', () => {
    const config = loadConfig({
      ...WHOLE,
      ORBITA_OPERATIONS_TOKEN: 'svc_dev_0123456789abcdef',
      ORBITA_SANDBOX_URL: 'http://localhost:8081',
      ORBITA_TEST_NOW: '2026-01-12T10:00:00-03:00',
    });
    expect(config).toMatchObject({ development: false, developmentToken: undefined, sandbox: undefined });
    expect([config.testNow, config.build]).toEqual([undefined, '20251024.2']);
    expect(loadConfig({ ...WHOLE, ORBITA_BUILD: '20260801.1+abc' }).build).toBe('20260801.1+abc');
    expect(refusal({ ...WHOLE, ORBITA_BUILD: '<b>' })).toContain('ORBITA_BUILD: ');
    const anybody =
      '{"*":{"baseUrl":"https://b.test","tokenUrl":"https://b.test","clientId":"a","clientSecret":"b"}}';
    for (const name of ['ORBITA_PIX_ACCOUNTS', 'ORBITA_SLIP_ACCOUNTS'])
      expect(refusal({ ...WHOLE, [name]: anybody })).toContain(`${name} names every institution`);
    const pagarme = { secretKey: 'sk', publicKey: 'pk' };
    const acquirers = (reference: string) => JSON.stringify({ [reference]: { pagarme } });
    expect(refusal({ ...WHOLE, ORBITA_ACQUIRER_ACCOUNTS: acquirers('*') })).toContain(
      'names every institution',
    );
    expect(
      loadConfig({ ...WHOLE, ORBITA_ACQUIRER_ACCOUNTS: acquirers('alfa/CUA01') }).acquirerAccounts,
    ).toEqual({
      'alfa/CUA01': { pagarme },
    });
    const account = (given: object) =>
      loadConfig(
        { ...WHOLE, ORBITA_ACQUIRER_ACCOUNTS: JSON.stringify({ 'alfa/CUA01': { pagarme: given } }) },
        'api',
        acquirerAccounts,
      ).acquirerAccounts;
    expect(account(pagarme)).toEqual({
      'alfa/CUA01': { pagarme: { ...pagarme, url: 'https://api.pagar.me/core/v5' } },
    });
    expect(() => account({ publicKey: 'pk' })).toThrow(
      /ORBITA_ACQUIRER_ACCOUNTS: alfa\/CUA01\.pagarme\.secretKey/,
    );
    expect(refusal({ ...WHOLE, ORBITA_CARD_ORIGIN: 'http://cartao.test' })).toContain('not https');
    expect(refusal({ ...WHOLE, ORBITA_CARD_ORIGIN: 'https://cartao.test/x' })).toContain('without a path');
  });

  it('quotes no secret when a setting cannot be read', () => {
    for (const name of [
      'ORBITA_PIX_ACCOUNTS',
      'ORBITA_SLIP_ACCOUNTS',
      'ORBITA_ACQUIRER_ACCOUNTS',
      'ORBITA_SOCIAL',
    ])
      expect(refusal({ ...WHOLE, [name]: '{"alfa/CUA01": geheim}' })).not.toContain('geheim');
  });

  it('reads the headers for the trace collector, and quotes no invalid one', () => {
    const { traces } = loadConfig({
      ...WHOLE,
      ORBITA_TRACES_HEADERS: 'Authorization=Basic a2V5Og==, x-team=alfa',
    });
    expect(traces).toEqual({
      url: undefined,
      headers: { authorization: 'Basic a2V5Og==', 'x-team': 'alfa' },
      share: 0.01,
    });
    for (const wrong of ['geheim', 'x-key=', '=geheim', 'x key=geheim', 'x-key=geheim\r\nx: y']) {
      const said = refusal({ ...WHOLE, ORBITA_TRACES_HEADERS: `a=b,${wrong}` });
      expect(said).toContain('ORBITA_TRACES_HEADERS: header 2 is not name=value');
      expect(said).not.toContain('geheim');
    }
    expect(refusal({ ...WHOLE, ORBITA_TRACES_URL: 'collector:4318' })).toContain('ORBITA_TRACES_URL: ');
    expect(refusal({ ...WHOLE, ORBITA_TRACES_SHARE: '2' })).toContain('ORBITA_TRACES_SHARE: ');
  });

  it('uses a bucket instead of the file folder once all its settings are there', () => {
    const named = { ORBITA_STORAGE_S3_BUCKET: 'escola', ORBITA_STORAGE_S3_REGION: 'sa-east-1' };
    const bucketOf = (given: NodeJS.ProcessEnv) => loadConfig({ ...WHOLE, ...given }).bucket;
    expect(bucketOf({})).toBeUndefined();
    expect(bucketOf(named)).toEqual({
      ...{ name: 'escola', region: 'sa-east-1', endpoint: undefined, prefix: '', keys: undefined },
      pathStyle: false,
    });
    const elsewhere = {
      ORBITA_STORAGE_S3_BUCKET: 'escola.arquivos',
      ORBITA_STORAGE_S3_ENDPOINT: 'https://s3.exemplo.test',
      ORBITA_STORAGE_S3_PREFIX: 'alfa/producao',
      ORBITA_STORAGE_S3_ACCESS_KEY: 'AKIA',
      ORBITA_STORAGE_S3_SECRET_KEY: 'geheim',
    };
    expect(bucketOf(elsewhere)).toEqual({
      ...{ name: 'escola.arquivos', region: 'us-east-1', endpoint: 'https://s3.exemplo.test' },
      ...{ prefix: 'alfa/producao/', keys: { id: 'AKIA', secret: 'geheim' }, pathStyle: true },
    });
    const without = (given: NodeJS.ProcessEnv) => refusal({ ...WHOLE, ...given });
    expect(without({ ORBITA_STORAGE_S3_REGION: 'sa-east-1' })).toContain(
      'ORBITA_STORAGE_S3_BUCKET is missing',
    );
    expect(without({ ORBITA_STORAGE_S3_BUCKET: 'escola' })).toContain('ORBITA_STORAGE_S3_REGION is missing');
    for (const [given, said] of [
      [{ ...named, ORBITA_STORAGE_S3_SECRET_KEY: 'geheim' }, 'belong together'],
      [{ ...named, ORBITA_STORAGE_S3_BUCKET: 'Escola' }, 'is no name of a bucket'],
      [{ ...named, ORBITA_STORAGE_S3_BUCKET: 'escola.arquivos' }, 'has a dot'],
      [{ ...named, ORBITA_STORAGE_S3_PREFIX: '../x' }, 'ORBITA_STORAGE_S3_PREFIX: '],
      [{ ...elsewhere, ORBITA_STORAGE_S3_ENDPOINT: 'http://s3.exemplo.test' }, 'is not https'],
      [
        { ...elsewhere, ORBITA_STORAGE_S3_ENDPOINT: 'https://AKIA:geheim@s3.exemplo.test' },
        'an address without',
      ],
      [{ ...elsewhere, ORBITA_STORAGE_S3_PATH_STYLE: 'yes' }, 'ORBITA_STORAGE_S3_PATH_STYLE: '],
    ] as const) {
      expect(without(given)).toContain(said);
      expect(without(given)).not.toContain('geheim');
    }
    // The erasure list is stored there too, unless a folder is set; if an image sets one, that can be undone.
    const listAt = (given: NodeJS.ProcessEnv) =>
      loadConfig({ ...WHOLE, ORBITA_DATA_DIR: '/data', ...given }).erasuresDir;
    expect([listAt({}), listAt(named), listAt({ ...named, ORBITA_ERASURES_DIR: '' })]).toEqual([
      ...['/data/erasures', undefined, undefined],
    ]);
    expect(listAt({ ...named, ORBITA_ERASURES_DIR: '/erasures' })).toBe('/erasures');
    const beside = { ...elsewhere, ORBITA_STORAGE_S3_ENDPOINT: 'http://127.0.0.1:9000' };
    expect(bucketOf(beside)?.endpoint).toBe('http://127.0.0.1:9000');
  });

  it('prepares only the database that is named, never an embedded one', () => {
    expect(() => loadDatabaseConfig({})).toThrow('DATABASE_URL is missing');
    expect(loadDatabaseConfig({ DATABASE_URL: 'postgres://x/y' }).databaseUrl).toBe('postgres://x/y');
    expect(loadDatabaseConfig({ NODE_ENV: 'development' }).databaseUrl).toBeUndefined();
  });
});

it.each(['main.ts', 'prepare.ts'])('%s without settings ends with a list and writes nothing', (file) => {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-empty-'));
  try {
    const given = file === 'main.ts' ? ['--role', 'api'] : ['migrate'];
    const { status, stderr } = spawnSync(process.execPath, [join(api, file), ...given], {
      cwd: folder,
      env: bareEnvironment(),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('DATABASE_URL is missing')]);
    expect(stderr).not.toContain('    at ');
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('development features check for development, never for the absence of production', () => {
  const wrong = globSync('**/*.ts', { cwd: api })
    .filter((file) => !/\.test\.ts$|^testing\/|^platform\/config\.ts$/.test(file))
    .filter((file) => /config\.production|NODE_ENV/.test(readFileSync(join(api, file), 'utf8')));
  expect(wrong).toEqual([]);
});
