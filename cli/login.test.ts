import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { main } from './main.ts';

const TOKEN = 'svc_0123456789';
let server: Server;
let url: string;
let folder: string;
let env: NodeJS.ProcessEnv;
let seen: { token: string | undefined; tenant: string | string[] | undefined }[];

beforeAll(async () => {
  server = createServer((request, answer) => {
    const token = request.headers.authorization?.replace('Bearer ', '');
    seen.push({ token, tenant: request.headers['x-tenant-alias'] });
    // A token with few scopes is known all the same.
    const status = token === TOKEN ? (request.url?.endsWith('/roles') ? 403 : 200) : 401;
    answer.writeHead(status, { 'content-type': 'application/json' });
    const page = { data: [], page: 1, pageSize: 20, total: 0, totalCapped: false, nextCursor: null };
    answer.end(JSON.stringify(status === 200 ? page : { code: 'SERVICE_TOKEN_INVALID', message: 'no' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-login-'));
  env = { HOME: folder };
  seen = [];
});

const file = () => join(folder, '.config/orbita/login.json');
async function run(line: string[], typed?: string, more: NodeJS.ProcessEnv = {}) {
  let text = '';
  const add = (said: string) => {
    text += `${said}\n`;
  };
  const exit = await main(
    line,
    { ...env, ...more },
    {
      ...{ out: add, err: add },
      secret: async (question) => {
        add(question);
        return typed ?? '';
      },
    },
  );
  return { exit, text };
}
const login = (typed = `${TOKEN}\n`) => run(['--url', url, '--tenant', 'alfa', 'login'], typed);

describe('login', () => {
  it('stores what the next commands need, readable only by its owner, and never shows the token', async () => {
    const { exit, text } = await login();
    expect([exit, text]).toEqual([0, expect.stringContaining(file())]);
    expect(text).not.toContain(TOKEN);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ url, token: TOKEN, tenant: 'alfa' });
    seen = [];
    expect((await run(['essay', 'list'])).exit).toBe(0);
    expect(seen).toEqual([{ token: TOKEN, tenant: 'alfa' }]);
    expect((await run(['logout'])).text).toContain('Forgotten');
    expect(existsSync(file())).toBe(false);
    expect(await run(['essay', 'list'])).toMatchObject({
      exit: 2,
      text: expect.stringContaining('orbita login'),
    });
    expect((await run(['logout'])).exit).toBe(0);
  });

  it('replaces an earlier file that others could read', async () => {
    await login();
    chmodSync(file(), 0o644);
    expect(await run(['essay', 'list'])).toMatchObject({
      exit: 2,
      text: expect.stringContaining('chmod 600'),
    });
    await login();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('stores nothing that is no token or unknown to the service', async () => {
    expect((await login('svc_other')).exit).toBe(1);
    for (const typed of ['', ' \n', 'svc with space', 'svc_é']) expect((await login(typed)).exit).toBe(2);
    expect((await run(['--url', 'http://127.0.0.1:1', 'login'], TOKEN)).exit).toBe(1);
    expect((await run(['--url', 'nowhere', 'login'], TOKEN)).exit).toBe(2);
    expect(existsSync(file())).toBe(false);
  });

  it('is used for its own address only', async () => {
    await login();
    seen = [];
    for (const other of [url.replace('127.0.0.1', 'localhost'), `${url}0`, 'https://api.example'])
      for (const [line, more] of [
        [['--url', other, 'essay', 'list'], {}],
        [['essay', 'list'], { ORBITA_URL: other }],
      ] as const)
        expect((await run([...line], undefined, more)).exit).toBe(2);
    expect(seen).toEqual([]);
    expect((await run(['--url', `${url}/`, 'essay', 'list'])).exit).toBe(0);
  });

  it('has lower precedence than option and environment', async () => {
    await login();
    seen = [];
    await run(['--token', 'svc_option', 'essay', 'list'], undefined, { ORBITA_URL: url });
    await run(['--tenant', 'beta', 'essay', 'list'], undefined, {
      ORBITA_OPERATIONS_TOKEN: 'svc_env',
      ORBITA_URL: url,
    });
    expect(seen).toEqual([
      { token: 'svc_option', tenant: 'alfa' },
      { token: 'svc_env', tenant: 'beta' },
    ]);
  });

  it('is reported when damaged', async () => {
    await login();
    for (const text of ['', '{', '[]', '{"url":"x"}', 'null']) {
      writeFileSync(file(), text);
      expect([text, await run(['essay', 'list'])]).toMatchObject([
        text,
        { exit: 2, text: expect.stringContaining('login again') },
      ]);
    }
  });
});
