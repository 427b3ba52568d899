// Plain JavaScript for any Node from 18 on: it runs before the project's own Node is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASKING, startLock, startManifest, withAddresses } from './packages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const windows = process.platform === 'win32';
const modules = join(root, 'node_modules');
const mark = join(modules, '.orbita-installed');
/** npm reads it in place of the lock file; it exists only while npm runs. */
const addressed = join(root, 'npm-shrinkwrap.json');
/** Where the packages of a start are assembled, beside those that another start may still use. */
const staging = join(root, '.installing');

const read = (file) => readFileSync(join(root, file), 'utf8');
const write = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

/** The project's own Node, or the machine's if none is packaged for its system; undefined when neither can be used. */
export function nodeOf() {
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  const own = join(modules, name, 'bin', windows ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

/** Shows that something is happening: a line that counts seconds on a terminal, a plain line elsewhere. */
function working(text) {
  const began = process.hrtime.bigint();
  if (!process.stdout.isTTY) {
    console.log(`Órbita: ${text}…`);
    return () => undefined;
  }
  const show = () =>
    process.stdout.write(`\r\x1b[KÓrbita: ${text}… ${(process.hrtime.bigint() - began) / 1_000_000_000n} s`);
  show();
  const timer = setInterval(show, 1_000);
  return () => {
    clearInterval(timer);
    process.stdout.write('\r\x1b[K');
  };
}

/** Runs npm in a folder to its end; returns its exit code and all its output. */
const npm = (folder, args) =>
  new Promise((done) => {
    const child = spawn(
      windows ? 'npm.cmd' : 'npm',
      [...args, '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: windows,
        env: { ...process.env, NODE_ENV: '' },
      },
    );
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
    const stop = () => child.kill();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.once('error', (error) => done({ code: 1, said: error.message }));
    child.once('close', (code) => {
      process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
      done({ code: code ?? 1, said: Buffer.concat(pieces).toString() });
    });
  });

/** Removes package files that no program reads: source maps and documentation. Licences stay. */
function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(path);
    else if (/\.(map|md)$/.test(entry.name) && !/licen[cs]e/i.test(entry.name)) rmSync(path);
  }
}

/** Tries with a lock file that contains addresses, and without them if a registry stores its files elsewhere. */
async function withOrWithoutAddresses(lock, attempt) {
  const result = await attempt(withAddresses(lock));
  return result.code !== 0 && /\bE404\b/.test(result.said) ? attempt(lock) : result;
}

/** Installs what a start needs: assembled in a separate folder and moved into place when it is complete. */
async function installForStart(lock) {
  rmSync(staging, { recursive: true, force: true });
  for (const folder of ['', ...startManifest('', lock.packages['']).workspaces]) {
    mkdirSync(join(staging, folder), { recursive: true });
    const manifest = JSON.parse(read(join(folder, 'package.json')));
    write(join(staging, folder, 'package.json'), startManifest(folder, manifest));
  }
  copyFileSync(join(root, '.npmrc'), join(staging, '.npmrc'));
  const result = await withOrWithoutAddresses(startLock(lock), (given) => {
    write(join(staging, 'package-lock.json'), given);
    return npm(staging, ['ci', '--ignore-scripts']);
  });
  if (result.code === 0) {
    const fresh = join(staging, 'node_modules');
    removeUnread(fresh);
    for (const name of readdirSync(fresh))
      if (/^node-(linux|win)-/.test(name))
        for (const unread of ['include', 'share'])
          rmSync(join(fresh, name, unread), { recursive: true, force: true });
    rmSync(modules, { recursive: true, force: true });
    renameSync(fresh, modules);
  }
  rmSync(staging, { recursive: true, force: true });
  return result;
}

/** Installs every package; `more` adds to those of a start, which may be running. */
async function installEverything(lock, more) {
  try {
    return await withOrWithoutAddresses(lock, (given) => {
      write(addressed, given);
      return npm(root, more ? ['install', '--no-save'] : ['ci']);
    });
  } finally {
    rmSync(addressed, { force: true });
  }
}

/** Installs what is missing for a start, or for everything; exits the process if that is not possible. */
export async function install(forStart) {
  const text = read('package-lock.json');
  const wanted = createHash('sha256').update(text).update(read('scripts/packages.mjs')).digest('hex');
  const [kept, had] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : [];
  // Workspace links are absolute on Windows, so nothing can be assembled in a separate folder there.
  const part = forStart && !windows && !ASKING.some((name) => process.env[name]) ? 'start' : 'everything';
  if (kept === wanted && (had === 'everything' || had === part) && nodeOf()) return;

  const done = working(
    part === 'start'
      ? 'instalando o que é preciso para rodar (só na primeira vez)'
      : 'instalando o que falta (só na primeira vez)',
  );
  rmSync(mark, { force: true });
  const lock = JSON.parse(text);
  const result =
    part === 'start' ? await installForStart(lock) : await installEverything(lock, kept === wanted && had);
  done();
  if (result.code !== 0) {
    console.error(`${result.said.trim()}\n\nÓrbita: a instalação falhou.`);
    process.exit(result.code);
  }
  if (!nodeOf()) {
    console.error(
      'Órbita: não há Node 24 para este sistema no npm. Instale o Node 24 ou mais novo e tente de novo.',
    );
    process.exit(1);
  }
  writeFileSync(mark, `${wanted} ${part}`);
}
