import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** Longer than any pause of a client, so that no call is sent on a connection that this side is just closing. */
const KEPT_MS = 120_000;

/**
 * A proxy in front of nodes, like the one in `tools/cluster/config.ts`: each call gets its own connection to a node, and a
 * refused one goes to the next node. Once sent, a call is never sent again.
 */
export async function startFront() {
  let nodes: readonly string[] = [];
  let turn = 0;

  /** A connection to the next node that accepts one. @throws if none does. */
  async function lineToNode(): Promise<Socket> {
    // Each call goes round on its own: concurrent ones must not lead it to the same node again.
    const first = turn++;
    for (let tries = 0; tries < 2 * nodes.length; tries++) {
      const { hostname, port } = new URL(nodes[(first + tries) % nodes.length] as string);
      const line = connect(Number(port), hostname);
      const opened = await new Promise<boolean>((done) =>
        line.once('connect', () => done(true)).once('error', () => done(false)),
      );
      if (opened) return line;
    }
    throw new Error('no node takes a connection');
  }

  async function carry(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const line = await lineToNode();
    const { method, url: path, headers } = from;
    const sent = httpRequest({ method, path, headers, createConnection: () => line }, (answer) => {
      const { connection: _ours, ...rest } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(to);
    });
    sent.on('error', () => (to.headersSent ? to.destroy() : to.writeHead(502).end()));
    from.pipe(sent);
  }

  const server = createServer({ keepAliveTimeout: KEPT_MS }, (from, to) => {
    carry(from, to).catch(() => to.writeHead(503).end());
  });
  server.on('upgrade', (from: IncomingMessage, near: Socket, head: Buffer) => {
    near.on('error', () => near.destroy());
    lineToNode().then(
      (far) => {
        const lines = from.rawHeaders.flatMap((name, n, all) =>
          n % 2 === 0 ? [`${name}: ${all[n + 1]}`] : [],
        );
        far.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        far.write(head);
        far.on('error', () => near.destroy()).on('close', () => near.destroy());
        near.on('close', () => far.destroy());
        far.pipe(near).pipe(far);
      },
      () => near.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the nodes, initially or later. */
    to(urls: readonly string[]) {
      nodes = urls;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
