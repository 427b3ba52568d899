import type { Answer, Body, CallKey } from '@orbita/protocol';

/** An answer; `repeated` when an earlier attempt without an answer may have been executed. */
export type Response<B = unknown> = { status: number; body: B; headers: Headers; repeated?: boolean };
type Options = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  raw?: string | Uint8Array<ArrayBuffer>;
};
type SendOptions = Options & { form?: FormData };
export type CallOptions<K extends CallKey> = Omit<Options, 'body'> & { body?: Body<K> };
export type CallResponse<K extends CallKey> = Response<
  (Answer<K> extends undefined ? object : Answer<K>) & {
    code?: string;
    message?: string;
    errors?: { field: string; message: string }[];
  }
>;

/** Something that makes calls: a client, or one that repeats unanswered calls. */
export interface Caller {
  token: string | undefined;
  call<K extends CallKey>(key: K, options?: CallOptions<K>): Promise<CallResponse<K>>;
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
}

type Init = Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
/** Sends a request that the server treats as sent to `host`. */
export type Transport = (url: string, host: string, init: Init) => Promise<globalThis.Response>;

/** Like the proxy of `PROXIED`, because `fetch` does not let a caller choose the Host header. */
const forwarded: Transport = (url, host, init) =>
  fetch(url, { ...init, headers: { 'x-forwarded-host': host, ...init.headers } });

/** A browser without a page: keeps cookies and the token, and calls one host. */
export class Client implements Caller {
  readonly #base: string;
  readonly #host: string;
  readonly #watch: { note(body: unknown): void } | undefined;
  readonly #transport: Transport;
  readonly cookies = new Map<string, string>();
  /** The `Set-Cookie` header of each cookie, for a browser that takes over the session. */
  readonly cookieLines = new Map<string, string>();
  token: string | undefined;
  /** Headers sent with every call. */
  headers: Record<string, string> = {};

  constructor(base: string, host: string, watch?: { note(body: unknown): void }, transport = forwarded) {
    this.#base = base;
    this.#host = host;
    this.#watch = watch;
    this.#transport = transport;
  }

  /** Makes a call by its key in the protocol; never throws on a refusal. */
  async call<K extends CallKey>(key: K, options: CallOptions<K> = {}): Promise<CallResponse<K>> {
    const [method, path] = key.split(' ') as [string, string];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(options.params?.[name] ?? name)),
    );
    const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([k, v]) => [k, String(v)]));
    return this.send(method, `/orbita/api${filled}${query.size ? `?${query}` : ''}`, options) as never;
  }

  /** Any request; `raw` is sent unchanged. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
    this.#watch?.note(options.body);
    const response = await this.#transport(this.#base + path, this.#host, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(this.cookies.size ? { cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ') } : {}),
        ...(options.body !== undefined || options.raw !== undefined
          ? { 'content-type': 'application/json' }
          : {}),
        ...this.headers,
        ...options.headers,
      },
      body: options.form ?? options.raw ?? (options.body !== undefined ? JSON.stringify(options.body) : null),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      if (/max-age=0/i.test(line)) {
        this.cookies.delete(name);
        this.cookieLines.delete(name);
      } else {
        this.cookies.set(name, pair.slice(at + 1));
        this.cookieLines.set(name, line);
      }
    }
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    const body = json && text ? JSON.parse(text) : text;
    this.#watch?.note(body);
    return {
      status: response.status,
      body,
      headers: response.headers,
    };
  }
}
