import { Client, type Response } from '@orbita/testing/client';
import type { Exchange } from './connection.ts';

type SendOptions = NonNullable<Parameters<Client['send']>[2]>;

async function bodyOf({ form, raw, body }: SendOptions): Promise<{ type: string; content?: Buffer }> {
  if (form) {
    const encoded = new globalThis.Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    return { type, content: Buffer.from(await encoded.arrayBuffer()) };
  }
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return text === undefined ? { type: '' } : { type: 'application/json', content: Buffer.from(text) };
}

/**
 * The test client on a lane's own connection. It replaces `fetch`, which takes the load generator about twice the CPU time and
 * would slow the bare server down more than the product.
 */
export class LaneClient extends Client {
  readonly #connection: { exchange: Exchange };
  readonly #url: string;
  readonly #host: string;

  constructor(connection: { exchange: Exchange }, url: string, host: string) {
    super(url, host);
    this.#connection = connection;
    this.#url = url;
    this.#host = host;
  }

  override async send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
    const { type, content } = await bodyOf(options);
    const headers: Record<string, string> = {
      'x-forwarded-host': this.#host,
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(this.cookies.size ? { cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
      ...(type ? { 'content-type': type } : {}),
      ...this.headers,
      ...options.headers,
    };
    const answer = await this.#connection.exchange(method, this.#url + path, headers, content);
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const json = answer.headers['content-type']?.includes('json');
    return {
      status: answer.status,
      body: json && answer.text ? JSON.parse(answer.text) : answer.text,
      // Created on demand, because no step of a journey reads it.
      get headers() {
        return new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      },
    };
  }
}
