import { setTimeout as pause } from 'node:timers/promises';
import type { CallKey } from '@orbita/protocol';
import { type Caller, type CallOptions, type CallResponse, Client, type Response } from './client.ts';

const AGAIN_MS = 20;
const MOST_TRIES = 3_000;

/**
 * A client that repeats a call unchanged until its outcome is certain: while it is refused because the tenant is moving or
 * nobody answers, and after signing in again if its session is no longer known.
 */
export class MovingCaller implements Caller {
  readonly #client: Client;
  /** Signs in again; undefined for a caller with its own token. */
  enter: ((client: Client) => Promise<unknown>) | undefined;
  /** Codes of refusals meanwhile, and their number. */
  readonly refusals = new Map<string, number>();

  constructor(url: string, host: string, headers: Record<string, string> = {}) {
    this.#client = new Client(url, host);
    this.#client.headers = headers;
  }

  async #ask<R extends Response>(call: (client: Client) => Promise<R>): Promise<R> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const answer = await call(this.#client).catch(() => undefined);
      const { status = 503, body } = answer ?? {};
      if (answer && status < 500 && (status !== 401 || !this.enter))
        return { ...answer, repeated: tries > 0 };
      const code = (body as { code?: string } | undefined)?.code ?? 'nothing';
      this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
      if (status === 401) await this.enter?.(this.#client);
      await pause(AGAIN_MS);
    }
    throw new Error('The call was never certain');
  }

  call<K extends CallKey>(key: K, options?: CallOptions<K>): Promise<CallResponse<K>> {
    return this.#ask((client) => client.call(key, options));
  }
  send(...request: Parameters<Caller['send']>): Promise<Response> {
    return this.#ask((client) => client.send(...request));
  }
  get token(): string | undefined {
    return this.#client.token;
  }
  set token(token: string | undefined) {
    this.#client.token = token;
  }
}
