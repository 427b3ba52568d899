import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPix } from '../api/payment/pix.ts';

export const TXID = 'abcdefghijklmnopqrstuvwxyz012345';
export const CHARGE = {
  txid: TXID,
  status: 'ATIVA',
  calendario: { criacao: '2026-01-12T13:00:00Z', expiracao: 3600 },
  valor: { original: '360.00' },
  pixCopiaECola: '000201',
};
type Seen = {
  line: string;
  authorization: string;
  body: string;
  type: string | undefined;
  port: number | undefined;
};
const closers: (() => void)[] = [];
/** Closes every bank a test has started. */
export function closeBanks(): void {
  for (const close of closers.splice(0)) close();
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

const gatewayAt = (baseUrl: string, tokenOf: (baseUrl: string) => string) => {
  const account = { baseUrl, tokenUrl: tokenOf(baseUrl), clientId: 'client', clientSecret: 'secret' };
  const gateway = createPix({ pixAccounts: { 'alfa/CUA01': account } }).account('alfa', 'CUA01');
  if (!gateway) throw new Error('No gateway');
  return gateway;
};

/** A fake bank that answers with `answer`; its tokens are `token-n`, where n counts the token requests. */
export async function bank(
  answer: (line: string, authorization: string) => { status: number; body?: unknown },
  token: { status?: number; body?: object } = {},
) {
  const seen: Seen[] = [];
  let tokens = 0;
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    const authorization = request.headers.authorization ?? '';
    const body = await bodyOf(request);
    const type = request.headers['content-type'];
    seen.push({ line, authorization, body, type, port: request.socket.remotePort });
    if (line === 'POST /oauth/token') tokens += 1;
    const given =
      line === 'POST /oauth/token'
        ? { status: 200, body: { access_token: `token-${tokens}`, expires_in: 3600 }, ...token }
        : answer(line, authorization);
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(given.body === undefined ? '' : JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = gatewayAt(url, (base) => `${base}/oauth/token`);
  return { gateway, seen, url };
}

/** A bank that drops every connection before answering. */
export async function bankThatHangsUp() {
  const server = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  closers.push(() => server.close());
  return gatewayAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (url) => url);
}

/** The requested charge: R$ 360,05 for an hour. */
export const wanted = {
  txid: TXID,
  amountCents: 36_005,
  expiresInSeconds: 3600,
  pixKey: 'chave@exemplo.test',
  note: 'n'.repeat(200),
};
