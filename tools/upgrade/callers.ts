import { isDeepStrictEqual } from 'node:util';
import { type CallKey, callOf } from '@orbita/protocol';
import { takesKey } from '@orbita/protocol/foundation';
import { type CallOptions, type CallResponse, Client, type Response } from '@orbita/testing/client';
import { newKey } from '@orbita/testing/requests';
import { PatientCaller } from '../chaos/caller.ts';

type Headers = Record<string, string> | undefined;

/**
 * Calls its nodes in turn, each call the next one, and makes each call that takes an idempotency key under one, and a second time at the
 * next node, which has to give the same answer. Repeats nothing that was refused: `refused` names it.
 */
export class AlternatingCaller extends PatientCaller {
  #turn = 0;
  readonly refused: string[] = [];
  /** Calls whose repeat under their key was answered otherwise. */
  readonly different: string[] = [];
  repeated = 0;

  override async ask<R extends Response>(call: (client: Client) => Promise<R>): Promise<R> {
    const client = this.clients[this.#turn++ % this.clients.length] as Client;
    const answer = await call(client);
    this.share(client);
    return answer;
  }

  async #twice<R extends Response>(
    name: string,
    headers: Headers,
    call: (client: Client) => Promise<R>,
  ): Promise<R> {
    const first = await this.ask(call);
    if (first.status >= 300) this.refused.push(`${name}: ${first.status} ${JSON.stringify(first.body)}`);
    if (!headers?.['idempotency-key']) return first;
    const again = await this.ask(call);
    this.repeated += 1;
    if (again.status !== first.status || !isDeepStrictEqual(again.body, first.body))
      this.different.push(
        `${name}: ${first.status} ${JSON.stringify(first.body)}, then ${again.status} ${JSON.stringify(again.body)}`,
      );
    return first;
  }

  override call<K extends CallKey>(key: K, options: CallOptions<K> = {}): Promise<CallResponse<K>> {
    const { headers = {} } = options;
    const keyed = takesKey(key, callOf(key)) ? { ...newKey(), ...headers } : headers;
    return this.#twice(key, keyed, (client) => client.call(key, { ...options, headers: keyed }));
  }

  override send(...request: Parameters<PatientCaller['send']>): Promise<Response> {
    const [method, path, options] = request;
    return this.#twice(`${method} ${path}`, options?.headers, (client) => client.send(...request));
  }
}

/** One browser at a host whose calls go to the nodes in turn. */
export function alternatingClient(urls: readonly string[], host: string): Client {
  let turn = 0;
  return new Client('', host, undefined, (path, at, init) => {
    const url = urls[turn++ % urls.length];
    return fetch(url + path, { ...init, headers: { 'x-forwarded-host': at, ...init.headers } });
  });
}
