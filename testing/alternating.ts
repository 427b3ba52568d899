import { isDeepStrictEqual } from 'node:util';
import { type CallKey, callOf } from '@orbita/protocol';
import { takesKey } from '@orbita/protocol/foundation';
import { type CallOptions, type CallResponse, Client, type Response } from './client.ts';
import { newKey } from './requests.ts';

/**
 * A browser whose calls go to several nodes in turn. Each call that takes an idempotency key is made with one, and repeated at
 * the next node, which has to give the same answer.
 */
export class AlternatingClient extends Client {
  /** Calls that were refused. */
  readonly refused: string[] = [];
  /** Calls whose repeat with the same key got a different answer. */
  readonly different: string[] = [];
  /** Number of calls made twice. */
  twice = 0;

  constructor(urls: readonly string[], host: string, headers: Record<string, string> = {}) {
    let turn = 0;
    super('', host, undefined, (path, at, init) =>
      fetch(urls[turn++ % urls.length] + path, {
        ...init,
        headers: { 'x-forwarded-host': at, ...init.headers },
      }),
    );
    this.headers = headers;
  }

  override call<K extends CallKey>(key: K, options: CallOptions<K> = {}): Promise<CallResponse<K>> {
    const keyed = takesKey(key, callOf(key)) ? newKey() : {};
    return super.call(key, { ...options, headers: { ...keyed, ...options.headers } });
  }

  override async send(...request: Parameters<Client['send']>): Promise<Response> {
    const [method, path, options] = request;
    const first = await super.send(...request);
    const said = ({ status, body }: Response) => `${status} ${JSON.stringify(body)}`;
    if (first.status >= 300) this.refused.push(`${method} ${path}: ${said(first)}`);
    // A repeated sign-up opens another session, so its answers differ.
    if (!options?.headers?.['idempotency-key'] || path.includes('/auth/signup/')) return first;
    const again = await super.send(...request);
    this.twice += 1;
    if (again.status !== first.status || !isDeepStrictEqual(again.body, first.body))
      this.different.push(`${method} ${path}: ${said(first)}, then ${said(again)}`);
    return first;
  }
}
