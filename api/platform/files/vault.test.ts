import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { sealed, sealedStream, unsealed } from './vault.ts';

const seal = { secrets: ['s'.repeat(32)], tenantId: 1, key: 'tenants/1/documents/5001/a' };
const lock = (content: Buffer, with_ = seal) => Buffer.concat([...sealed(with_, content)]);
const open = async (stored: Buffer, with_ = seal, step = 1000) => {
  const pieces: Buffer[] = [];
  const chunks: Buffer[] = [];
  for (let at = 0; at < stored.length; at += step) chunks.push(stored.subarray(at, at + step));
  for await (const piece of await unsealed(with_, Readable.from(chunks))) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

describe('files at rest', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])(
    'are returned unchanged: %i bytes',
    async (size) => {
      const content = randomBytes(size);
      const stored = lock(content);
      expect(size < 32 || !stored.includes(content.subarray(0, 32))).toBe(true);
      expect((await open(stored)).equals(content)).toBe(true);
      expect((await open(stored, seal, 70_000)).equals(content)).toBe(true);
    },
  );

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])(
    'are returned unchanged when produced while they are written: %i bytes',
    async (size) => {
      const content = randomBytes(size);
      for (const step of [1000, 65_536, 140_000]) {
        const pieces: Buffer[] = [];
        for (let at = 0; at < size; at += step) pieces.push(content.subarray(at, at + step));
        const stored: Buffer[] = [];
        for await (const piece of sealedStream(seal, Readable.from(pieces))) stored.push(piece);
        expect((await open(Buffer.concat(stored))).equals(content)).toBe(true);
        // As long as content sealed as a whole, so that the same reader opens both.
        expect(Buffer.concat(stored)).toHaveLength(lock(content).length);
      }
    },
  );

  it('never have the same sealed bytes twice', () => {
    expect(lock(Buffer.from('abc')).equals(lock(Buffer.from('abc')))).toBe(false);
  });

  it('do not open when changed, cut, reassembled, moved, or under another tenant or secret', async () => {
    const stored = lock(randomBytes(140_000));
    const changed = Buffer.from(stored);
    changed[100] = (changed[100] ?? 0) ^ 1;
    const head = 11;
    const piece = 65_536 + 16;
    const swapped = Buffer.concat([
      stored.subarray(0, head),
      stored.subarray(head + piece, head + 2 * piece),
      stored.subarray(head, head + piece),
      stored.subarray(head + 2 * piece),
    ]);
    for (const broken of [
      changed,
      swapped,
      stored.subarray(0, head + piece),
      stored.subarray(0, 5),
      Buffer.alloc(99),
    ]) {
      await expect(open(broken)).rejects.toThrow();
    }
    for (const other of [{ key: 'x' }, { tenantId: 2 }, { secrets: ['t'.repeat(32)] }]) {
      await expect(open(stored, { ...seal, ...other })).rejects.toThrow();
    }
  });

  it('leave no file open when reading stops', async () => {
    const stored = Buffer.concat([...sealed(seal, randomBytes(200_000))]);
    const source = Readable.from([stored.subarray(0, 70_000), stored.subarray(70_000)]);
    const closed = new Promise((done) => source.once('close', done));
    (await unsealed(seal, source)).destroy();
    await closed;
    expect(source.destroyed).toBe(true);
  });
});
