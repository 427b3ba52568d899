import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Sandbox, startSandbox } from '@orbita/sandbox/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanner } from './scanner.ts';

// Split in two, so that no scanner mistakes this source for an infected file.
const TEST_SIGNATURE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');

let sandbox: Sandbox;
const dataDir = mkdtempSync(join(tmpdir(), 'scanner-'));
beforeAll(async () => {
  sandbox = await startSandbox({ dataDir, controlKey: 'control' });
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const scan = (...pieces: (string | Buffer)[]) =>
  createScanner({ clamd: `127.0.0.1:${sandbox.ports.clamd}` }).scan(
    Readable.from(pieces.map((piece) => Buffer.from(piece))),
  );

const MIB = 1024 * 1024;

describe('scanner', () => {
  it('passes clean files, large ones too', async () => {
    expect(await scan('%PDF-1.7 limpo')).toBe('clean');
    expect(await scan(...Array.from({ length: 40 }, () => Buffer.alloc(256 * 1024, 65)))).toBe('clean');
  });
  it('detects infected content, also across chunks', async () => {
    expect(await scan('%PDF', TEST_SIGNATURE.slice(0, 20), TEST_SIGNATURE.slice(20))).toBe('infected');
  });
  it('finds the size limit of the scanner without sending a file, and reports larger ones', async () => {
    const fault = (mode: string) =>
      fetch(`${sandbox.url}/control/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
        body: JSON.stringify({ port: 'scan-limit', mode }),
      });
    const fresh = () => createScanner({ clamd: `127.0.0.1:${sandbox.ports.clamd}` });
    expect(await fresh().limit(true)).toBeUndefined();
    await fault('down');
    const scanner = fresh();
    expect(await scanner.limit()).toBeUndefined();
    const limit = (await scanner.limit(true)) ?? 0;
    expect(limit).toBeLessThanOrEqual(25 * MIB);
    expect(limit).toBeGreaterThan(25 * MIB - 65 * 1024);
    const pieces = Array.from({ length: 26 }, () => Buffer.alloc(MIB, 65));
    expect(await scanner.scan(Readable.from(pieces))).toBe('too-big');
    expect(await scanner.scan(Readable.from(pieces.slice(0, 25)))).toBe('clean');
    await fault('ok');
  });
  it('throws when it cannot be reached, so that the file waits', async () => {
    await fetch(`${sandbox.url}/control/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-control-key': 'control' },
      body: JSON.stringify({ port: 'scan', mode: 'down' }),
    });
    await expect(scan('%PDF')).rejects.toThrow();
    await expect(createScanner({ clamd: undefined }).scan(Readable.from([]))).rejects.toThrow();
    await expect(createScanner({ clamd: '127.0.0.1:1' }).scan(Readable.from([]))).rejects.toThrow();
  });
});
