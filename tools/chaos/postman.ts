import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Maximum number of times a notification is delivered, in any order. */
const MOST_COPIES = 5;
const LATEST_MS = 2_500;
/** Share of notifications followed by a forged one, from somebody without the secret or with an invented payment. */
const FORGED = 0.15;

/** `…/webhooks/payments/{provider}/{tenant}/{secret}`, and what the provider appends. */
const ADDRESS = /^(.*\/webhooks\/payments\/([^/]+)\/[^/]+\/)([^/]+)(.*)$/;

/** A forged notification that a charge was paid. */
const invented = (provider: string, reference: string): unknown => {
  if (provider === 'inter')
    return [
      {
        codigoSolicitacao: reference,
        seuNumero: reference,
        situacao: 'RECEBIDO',
        valorTotalRecebido: '360.00',
      },
    ];
  if (provider === 'cielo') return { PaymentId: randomUUID(), ChangeType: 1 };
  if (provider === 'pagarme')
    return {
      id: `hook_${randomBytes(8).toString('hex')}`,
      type: 'charge.paid',
      data: { id: `ch_${randomBytes(8).toString('hex')}` },
    };
  return { pix: [{ endToEndId: `E${randomBytes(15).toString('hex')}`, txid: reference, valor: '360.00' }] };
};

/**
 * Takes the notifications of all providers, answers each at once and delivers it zero to five times, late and in any order, to
 * a node that may be dead. Forged ones are mixed in.
 */
export async function startPostman(nodes: () => readonly string[], random: () => number) {
  const counts = { notices: 0, ofCards: 0, delivered: 0, undelivered: 0, forged: 0, refused: 0 };
  const waiting = new Set<NodeJS.Timeout>();
  /** Addresses without their secret, by provider. */
  const addresses = new Map<string, string>();
  let ended = false;

  const post = async (path: string, body: string): Promise<number> => {
    const urls = nodes();
    const url = urls[Math.floor(random() * urls.length)];
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(5_000),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const later = (work: () => Promise<void>) => {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      if (!ended) void work().catch(() => undefined);
    }, random() * LATEST_MS);
    waiting.add(timer);
  };
  const deliver = async (path: string, body: string) => {
    const status = await post(path, body).catch(() => 0);
    counts[status === 200 ? 'delivered' : 'undelivered'] += 1;
  };
  /** A notification from somebody who does not know the secret of the address. */
  const forge = async (path: string, body: string) => {
    const [, before, , , after] = ADDRESS.exec(path) ?? [];
    if (!before) return;
    counts.forged += 1;
    const status = await post(`${before}${randomBytes(24).toString('hex')}${after}`, body).catch(() => 0);
    if (status === 401 || status === 429) counts.refused += 1;
    else if (status > 0 && status < 500) failures.push(`A forged notice was answered with ${status}`);
  };
  const failures: string[] = [];

  const server = createServer((from, to) => {
    const pieces: Buffer[] = [];
    from.on('data', (piece: Buffer) => pieces.push(piece));
    from.on('end', () => {
      to.writeHead(200).end();
      const path = from.url ?? '/';
      const body = Buffer.concat(pieces).toString();
      counts.notices += 1;
      const provider = ADDRESS.exec(path)?.[2];
      if (provider) addresses.set(provider, path);
      if (provider === 'cielo' || provider === 'pagarme') counts.ofCards += 1;
      const copies = Math.floor(random() * (MOST_COPIES + 1));
      for (let n = 0; n < copies; n += 1) later(() => deliver(path, body));
      if (random() < FORGED) later(() => forge(path, body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    /** Forged notifications that were not refused. */
    failures,
    /** Reports a payment that never happened to the product's correct address. */
    invent(provider: string, reference = '') {
      const path = addresses.get(provider);
      if (!path) return;
      counts.forged += 1;
      later(() => deliver(path, JSON.stringify(invented(provider, reference))));
    },
    async stop() {
      ended = true;
      for (const timer of waiting) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Postman = Awaited<ReturnType<typeof startPostman>>;
