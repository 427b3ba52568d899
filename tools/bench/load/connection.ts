import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

/** A call as the bare server repeats it: its method and its body. */
export type Call = { method: string; path: string; body: string };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
/** Sends one request and reads its whole response. */
export type Exchange = (
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Buffer,
) => Promise<Answer>;

/** Sends one request and reads its whole response. */
export const answerTo = (
  url: string,
  { headers, ...how }: RequestOptions & { headers: Record<string, string> },
  body?: Buffer,
): Promise<Answer> =>
  new Promise((done, failed) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const sent = request(url, { ...how, headers: { ...headers, ...length } }, (got) => {
      const chunks: Buffer[] = [];
      got.on('data', (chunk: Buffer) => chunks.push(chunk));
      got.on('error', failed);
      got.on('end', () =>
        done({
          status: got.statusCode ?? 0,
          headers: got.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', failed);
    sent.end(body);
  });

/** One keep-alive connection, used by one lane for one call at a time. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Calls are recorded here while this is set. */
  recorded: Call[] | undefined;

  close(): void {
    this.#agent.destroy();
  }

  /** Sends one request and reads its whole response. */
  exchange(method: string, url: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    // A file is recorded as text, because the bare server stores every body in a text column.
    const encoding = headers['content-type'] === 'application/json' ? 'utf8' : 'base64';
    this.recorded?.push({ method, path: url, body: body?.toString(encoding) ?? '' });
    return answerTo(url, { method, agent: this.#agent, headers }, body);
  }
}
