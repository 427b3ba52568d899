import { request } from 'node:http';
import type { Transport } from '../../testing/client.ts';

/** Sends a request with its own Host header, as a browser does; `fetch` does not allow one. */
export const byHost: Transport = async (url, host, init) => {
  // A Request serializes a form into bytes with a boundary.
  const whole = new Request(url, init);
  const bytes = Buffer.from(await whole.arrayBuffer());
  return new Promise((done, failed) => {
    const sent = request(
      url,
      {
        method: whole.method,
        headers: { ...Object.fromEntries(whole.headers), host: `${host}:${new URL(url).port}` },
        // A keep-alive connection may belong to a server that a test has killed.
        agent: false,
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', failed);
        answer.on('end', () => {
          const found = new Headers();
          for (const [name, values] of Object.entries(answer.headersDistinct))
            for (const value of values ?? []) found.append(name, value);
          const status = answer.statusCode ?? 0;
          const body = [204, 205, 304].includes(status) ? null : Buffer.concat(pieces);
          done(new Response(body, { status, headers: found }));
        });
      },
    );
    sent.on('error', failed);
    sent.end(bytes);
  });
};
