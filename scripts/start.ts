import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '@orbita/api/platform/folder-lock';
import type { Demo } from '../testing/demo/index.ts';
import { answers, isFree, launch } from './processes.ts';
import { createProgress } from './progress.ts';
import { buildWebIfStale } from './web-build.ts';

const root = join(import.meta.dirname, '..');
const progress = createProgress(() => performance.now() / 1000);

const port = Number(process.env.PORT ?? 8080);
const dataDir = process.env.ORBITA_DATA_DIR ?? join(root, '.data');

/** A key of this data folder, created once: addresses printed at one start still work after the next. */
const kept = (name: string, make: () => string): string => {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, make(), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
};

const stopWith = (message: string): never => {
  console.error(`\nÓrbita não iniciou: ${message}`);
  process.exit(1);
};

for (const busy of [port, port + 1, port + 2, port + 3, port + 4]) {
  if (!(await isFree(busy)))
    stopWith(`a porta ${busy} está ocupada. Encerre o outro programa ou escolha outra com PORT.`);
}
try {
  lockFolder(dataDir);
} catch (error) {
  stopWith((error as Error).message);
}

const operationsToken =
  process.env.ORBITA_OPERATIONS_TOKEN ??
  kept('operations-token', () => `svc_dev_${randomBytes(18).toString('base64url')}`);
const controlKey = kept('sandbox-key', () => randomBytes(18).toString('base64url'));
const sandboxUrl = `http://localhost:${port + 1}`;
const url = `http://localhost:${port}`;

// Whoever starts products for journeys has built their pages once for all of them.
const building = process.env.ORBITA_TEST_NOW ? Promise.resolve(false) : buildWebIfStale(progress.during);
// The await below gets the failure; until then it must not end the process.
building.catch(() => undefined);

const sandboxEnv = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=4`,
  SANDBOX_PORT: String(port + 1),
  SANDBOX_SMTP_PORT: String(port + 2),
  SANDBOX_CLAMD_PORT: String(port + 3),
  SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
  SANDBOX_CONTROL_KEY: controlKey,
  ORBITA_API_URL: url,
  ORBITA_OPERATIONS_TOKEN: operationsToken,
};
// Its address is printed with the others.
const sandbox = launch(join(root, 'sandbox/main.ts'), [], sandboxEnv, ['ignore', 'ignore', 'inherit']);
process.once('exit', () => sandbox.kill());
const sandboxAnswers = progress.during(
  'Iniciando o mundo externo simulado (bancos, e-mail, SMS)',
  answers(`${sandboxUrl}/sandbox`, 120),
);

// A thousand files take seconds to load for the first time, so whatever runs beside this process has been started before.
const { applyDemoCatalogue } = await import('@orbita/api/catalogue/demo');
const { enterCardNotices } = await import('@orbita/api/payment/demo-notices');
const { loadConfig } = await import('@orbita/api/platform/config');
const { makeDemoInvites } = await import('@orbita/api/staff/demo');
const { buildPlatform, openDatabase, start } = await import('@orbita/api/start');
const { sandboxEnvironment } = await import('@orbita/sandbox/environment');
const { fillDemo, showTasks, wantsDemo } = await import('../testing/demo/index.ts');
const { DEMO_CANDIDATE, ensureDemoCandidate } = await import('./demo-candidate.ts');

const environment = {
  ...sandboxEnvironment({ url: sandboxUrl, smtpPort: port + 2, clamdPort: port + 3, controlKey }),
  // Refusals and delays on the way are part of the demo; set the level to read them.
  ORBITA_LOG: 'error',
  ...process.env,
  // Overrides the shell's environment: sandbox, demo people and a known token must exist only in this start.
  NODE_ENV: 'development',
  ORBITA_DATA_DIR: dataDir,
  PORT: String(port),
  ORBITA_OPERATIONS_TOKEN: operationsToken,
};
const config = loadConfig(environment);
const db = await progress.during(
  config.databaseUrl ? 'Abrindo o PostgreSQL' : 'Abrindo o banco de dados embutido',
  openDatabase(config),
);
// Journeys create their own people in the catalogue that they know.
const shown = !config.testNow;
const platform = await progress.during(
  'Carregando dados de referência e o catálogo de demonstração',
  (async () => {
    const made = await buildPlatform(config, db);
    await applyDemoCatalogue(made, { showcase: shown });
    return made;
  })(),
);
await building.catch((error: Error) => stopWith(error.message));
const wanted = shown && (await wantsDemo(platform, process.env.ORBITA_DEMO));
// The worker would end what the demo's people have not reached yet.
const started = await start(wanted ? { ...config, role: 'api' } : config, platform);
const members = await makeDemoInvites(platform, 'alfa', shown ? 'whole' : 'pair');
const [first, second] = members.map(({ address }) => address);
if (!(await sandboxAnswers)) stopWith('o mundo externo simulado não respondeu.');
await enterCardNotices(platform, { url: `${sandboxUrl}/control`, key: controlKey });
if (shown) await ensureDemoCandidate(url);

console.log(`
  Órbita Candidato está no ar.

  Candidato     ${url}/orbita/candidate/
  Equipe        ${first}
                ${second}   (para uma segunda pessoa)
  Outras marcas http://epa.alfa.localhost:${port}/orbita/candidate/  ·  http://beta.localhost:${port}/orbita/candidate/
  Sandbox       ${url}/sandbox   (pagar o Pix, ler e-mails e SMS, desligar provedores)
  API           ${url}/orbita/api/docs

  Candidata de demonstração: CPF ${DEMO_CANDIDATE.cpf} · senha ${DEMO_CANDIDATE.password}
  Token de operações:        ${operationsToken}
  Exemplo:                   ORBITA_URL=${url} ORBITA_OPERATIONS_TOKEN=${operationsToken} npx orbita --tenant alfa essay list

  Dados em ${dataDir} · Ctrl+C encerra
`);

const demo: Demo = { live: platform, environment, port: port + 4, operationsToken, members, progress };
if (wanted) void fillDemo(demo).finally(() => started.work());
else if (shown) void showTasks(demo);

let ending = false;
const end = async () => {
  if (ending) return;
  ending = true;
  sandbox.kill('SIGTERM');
  await started.close();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
sandbox.on('exit', (code) => {
  if (!ending) stopWith(`o mundo externo simulado encerrou (${code}).`);
});
