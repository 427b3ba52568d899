import type { Answer, Body, CallKey, ParamsInput, QueryInput } from '@orbita/protocol';
import { reportProgress } from './progress.ts';

export type Connection = {
  url: string;
  tenant?: string | undefined;
  token: string;
  operator?: string | undefined;
  /** `Idempotency-Key` of the writes. */
  once?: string | undefined;
  /** Called while a request is running. */
  progress?: ((text: string | undefined) => void) | undefined;
  /** What is under way, in words. */
  doing?: string | undefined;
};

/** The service refused: contains its error envelope, or status 0 if it did not answer. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly envelope: Record<string, unknown>;

  constructor(status: number, envelope: Record<string, unknown>) {
    super(String(envelope.message ?? `The service answered ${status}`));
    this.status = status;
    this.code = String(envelope.code ?? 'UNKNOWN');
    this.envelope = envelope;
  }
}

/** Why a connection failed: the system's reason, which `fetch` puts behind its own. */
const causeOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;

/** What a call is made with. */
export type Given<K extends CallKey> = {
  params?: ParamsInput<K>;
  query?: { [N in keyof QueryInput<K>]?: QueryInput<K>[N] | undefined };
  body?: Body<K>;
  /** A form to send instead of a body. */
  form?: FormData;
};

const addressOf = (key: string, params: Record<string, unknown>, query: Record<string, unknown>) => {
  const [method = 'GET', path = ''] = key.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return { method, path: `/orbita/api${filled}${search.size > 0 ? `?${search}` : ''}` };
};

/** Client of the operations API; every error answer is thrown as `Refused`. */
export function createClient({ url, tenant, token, operator, once, progress, doing }: Connection) {
  let writes = 0;
  // A command with several writes does each of them once.
  const keyOfWrite = () => (writes++ === 0 ? once : `${once}:${writes}`);
  // `fetch` sends one byte per character, so the value is encoded as the UTF-8 that the service expects.
  const operatorBytes = operator && Buffer.from(operator).toString('latin1');
  const send = async <K extends CallKey>(key: K, given: Given<K>): Promise<Response> => {
    const { method, path } = addressOf(key, given.params ?? {}, given.query ?? {});
    const request: RequestInit = {
      method,
      // Followed, a write would become a read that looks done, and the token would go elsewhere.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${token}`,
        ...(tenant ? { 'x-tenant-alias': tenant } : {}),
        ...(once && method !== 'GET' ? { 'idempotency-key': keyOfWrite() } : {}),
        ...(operatorBytes ? { 'x-operator': operatorBytes } : {}),
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
      ...(given.form ? { body: given.form } : {}),
    };
    const asked = fetch(new URL(path, url), request).catch((error: Error) => {
      throw new Refused(0, { code: 'UNREACHABLE', message: `${url} does not answer: ${causeOf(error)}` });
    });
    const answer = await reportProgress(asked, doing ?? 'Waiting for the service', progress);
    if (answer.ok) return answer;
    const to = answer.headers.get('location');
    if (answer.status < 400)
      throw new Refused(answer.status, {
        code: 'REDIRECTED',
        message: `${url} sends elsewhere${to && URL.canParse(to, url) ? `, to ${new URL(to, url).origin}: give its address` : ''}`,
      });
    const envelope = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    throw new Refused(answer.status, envelope);
  };
  /** The answer as JSON; a page, as of a login to the network, is no answer. */
  const parsed = async <K extends CallKey>(answer: Response): Promise<Answer<K>> => {
    const text = await answer.text().catch((error: Error) => {
      throw new Refused(0, {
        code: 'UNREACHABLE',
        message: `${url} stopped in its answer: ${causeOf(error)}`,
      });
    });
    try {
      return (text ? JSON.parse(text) : undefined) as Answer<K>;
    } catch {
      throw new Refused(answer.status, {
        code: 'NOT_THE_SERVICE',
        message: `${url} answers something that is not JSON: check the address and the network`,
      });
    }
  };
  return {
    /** Body of a 2xx answer; undefined when it has none. */
    async call<K extends CallKey>(key: K, given: Given<K> = {}): Promise<Answer<K>> {
      return parsed<K>(await send(key, given));
    },
    /** Sends a file as the only part of a form. */
    async upload<K extends CallKey>(key: K, params: ParamsInput<K>, file: File): Promise<Answer<K>> {
      const form = new FormData();
      form.set('file', file);
      return parsed<K>(await send(key, { params, form }));
    },
    /** Bytes of a 2xx answer, and the file name in it. */
    async download<K extends CallKey>(
      key: K,
      given: Given<K>,
    ): Promise<{ name: string | undefined; content: Buffer }> {
      const answer = await send(key, given);
      const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
      return {
        name: named && decodeURIComponent(named),
        content: Buffer.from(await answer.arrayBuffer()),
      };
    },
  };
}
export type Client = ReturnType<typeof createClient>;
