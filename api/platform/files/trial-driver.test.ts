import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TrialDriver } from './trial-driver.ts';

const played = { storage: 'ok', 'storage-read': 'ok' };
let asked: (string | string[] | undefined)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'orbita-disk-'));
const server = createServer((request, response) => {
  asked.push(request.headers['x-control-key']);
  response.end(JSON.stringify({ ...played, pix: 'down' }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A driver that has not asked yet. */
const fresh = (port = (server.address() as AddressInfo).port) =>
  new TrialDriver(folder, { url: `http://127.0.0.1:${port}`, key: 'control' });
const write = (driver: TrialDriver) => driver.putStream('a.txt', Readable.from(['texto']));
const read = async (driver: TrialDriver) => Buffer.from(await driver.getBytes('a.txt')).toString();

it('stores and reads without a simulated fault, asking at most once a second', async () => {
  const driver = fresh();
  await write(driver);
  expect(await read(driver)).toBe('texto');
  expect(asked).toEqual(['control']);
});

it('a full disk refuses only writing, a broken one only reading', async () => {
  Object.assign(played, { storage: 'down' });
  const full = fresh();
  await expect(write(full)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await read(full)).toBe('texto');
  Object.assign(played, { storage: 'ok', 'storage-read': 'down' });
  const broken = fresh();
  await write(broken);
  await expect(read(broken)).rejects.toMatchObject({ code: 'EIO' });
  await expect(broken.getStream('a.txt')).rejects.toMatchObject({ code: 'EIO' });
});

it('a sandbox that is down, or answers something else, breaks nothing', async () => {
  asked = [];
  expect(await read(fresh(9))).toBe('texto');
  Object.assign(played, { storage: 'odd' });
  expect(await read(fresh())).toBe('texto');
  expect(asked).toEqual(['control']);
});
