import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { FolderDriver } from './folder.ts';

type Mode = 'ok' | 'slow' | 'down';
const answered = z.object({
  storage: z.enum(['ok', 'slow', 'down']),
  'storage-read': z.enum(['ok', 'slow', 'down']),
});
type Modes = z.infer<typeof answered>;

const FINE: Modes = { storage: 'ok', 'storage-read': 'ok' };
const PATIENCE_MS = 1_000;
/** Milliseconds for which an answer of the sandbox is cached. */
const KNOWN_MS = 1_000;
const SLOW_MS = 3_000;

const failure = (code: string, text: string) => Object.assign(new Error(`${code}: ${text}`), { code });

/** Reads which disk faults to simulate; if the sandbox does not answer, none. */
function faultReader({ url, key }: { url: string; key: string }): () => Promise<Modes> {
  let known: { modes: Modes; until: number } | undefined;
  const ask = async (): Promise<Modes> => {
    const answer = await fetch(`${url}/control/faults`, {
      headers: { 'x-control-key': key },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return answered.parse(await answer.json());
  };
  return async () => {
    if (known && performance.now() < known.until) return known.modes;
    const modes = await ask().catch(() => FINE);
    known = { modes, until: performance.now() + KNOWN_MS };
    return modes;
  };
}

/**
 * The folder of stored files, with faults controlled by the sandbox: a full disk (`storage`) or an unreadable one
 * (`storage-read`); for development only (spec 17.7).
 */
export class TrialDriver extends FolderDriver {
  readonly #modes: () => Promise<Modes>;

  constructor(folder: string, sandbox: { url: string; key: string }) {
    super(folder);
    this.#modes = faultReader(sandbox);
  }

  async #play(port: keyof Modes, error: Error): Promise<void> {
    const mode: Mode = (await this.#modes())[port];
    if (mode === 'slow') await pause(SLOW_MS);
    if (mode === 'down') throw error;
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    await this.#play('storage', failure('ENOSPC', 'no space left on device'));
    return super.putStream(key, contents);
  }

  override async getStream(key: string): Promise<Readable> {
    await this.#play('storage-read', failure('EIO', 'i/o error, read'));
    return super.getStream(key);
  }

  override async getBytes(key: string): Promise<Uint8Array> {
    await this.#play('storage-read', failure('EIO', 'i/o error, read'));
    return super.getBytes(key);
  }
}
