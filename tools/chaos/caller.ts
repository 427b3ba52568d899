import { setTimeout as pause } from 'node:timers/promises';
import type { CallKey } from '@orbita/protocol';
import {
  type Caller,
  type CallOptions,
  type CallResponse,
  Client,
  type Response,
} from '../../testing/client.ts';

const AGAIN_MS = 150;

export class Ended extends Error {}

/** A response as its status and the product's code; without a code it came from a proxy. */
const answerOf = ({ status, body }: Response): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? 'without a code'}`;

/** How a connection failed, as the code of the system or of the client. */
function failureOf(error: unknown): string {
  const { cause, name } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? name;
}

/**
 * A client that retries: a call that got no response, or 5xx or 429, is repeated unchanged on the next node; a call with an
 * unknown session is repeated after a new sign-in.
 */
export class PatientCaller implements Caller {
  protected readonly clients: Client[];
  readonly #ended: () => boolean;
  readonly #repeated: ((answer: string) => void) | undefined;
  #at: number;
  repeats = 0;
  /** Signs in again when the session is no longer known; undefined for callers with their own token. */
  enter: ((client: Client) => Promise<unknown>) | undefined;

  constructor(
    urls: readonly string[],
    host: string,
    headers: Record<string, string>,
    ended: () => boolean,
    repeated?: (answer: string) => void,
  ) {
    this.clients = urls.map((url) => new Client(url, host));
    for (const client of this.clients) client.headers = headers;
    this.#ended = ended;
    this.#repeated = repeated;
    this.#at = 0;
  }

  /** Repeats a call until it is answered. @throws Ended when the run is over, unless `always`. */
  async ask<R extends Response>(call: (client: Client) => Promise<R>, always = false): Promise<R> {
    for (let tries = 0; ; tries++) {
      if (!always && this.#ended()) throw new Ended();
      const client = this.clients[this.#at % this.clients.length] as Client;
      let failure = 'no answer';
      const answer = await call(client).catch((error: unknown) => {
        failure = failureOf(error);
        return undefined;
      });
      const unknown = answer?.status === 401 && this.enter !== undefined;
      if (unknown) await this.enter?.(client).catch(() => undefined);
      this.share(client);
      if (answer && answer.status < 500 && answer.status !== 429 && !unknown)
        return { ...answer, repeated: tries > 0 };
      this.repeats += 1;
      this.#repeated?.(answer ? answerOf(answer) : failure);
      this.#at += 1;
      await pause(AGAIN_MS);
    }
  }

  /** Lets every node be called with the session that one of them issued. */
  protected share({ token, cookies }: Client): void {
    const all = [...cookies];
    for (const client of this.clients) {
      client.token = token;
      client.cookies.clear();
      for (const [name, value] of all) client.cookies.set(name, value);
    }
  }

  /** Takes over the session of another client. */
  adopt({ token, cookies }: { token: string | undefined; cookies: ReadonlyMap<string, string> }): void {
    this.token = token;
    for (const client of this.clients) for (const [name, value] of cookies) client.cookies.set(name, value);
  }

  call<K extends CallKey>(key: K, options?: CallOptions<K>): Promise<CallResponse<K>> {
    return this.ask((client) => client.call(key, options));
  }

  send(...request: Parameters<Caller['send']>): Promise<Response> {
    return this.ask((client) => client.send(...request));
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.clients[0]?.cookies ?? new Map();
  }

  get token(): string | undefined {
    return this.clients[0]?.token;
  }
  set token(token: string | undefined) {
    for (const client of this.clients) client.token = token;
  }
}
