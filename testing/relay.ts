import { connect, createServer, type Socket } from 'node:net';

const NOTIFICATION = 'A'.charCodeAt(0);
const HEAD = 5;

/** Passes on all of a server's messages except notifications, like a pooler that lends its connections. */
function deafened(pass: (bytes: Buffer) => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      if (left.length < HEAD) return;
      const end = 1 + left.readUInt32BE(1);
      if (left.length < end) return;
      if (left[0] !== NOTIFICATION) pass(left.subarray(0, end));
      left = left.subarray(end);
    }
  };
}

/**
 * A proxy between the server and its PostgreSQL whose connections can be cut at any point; with `deaf` it drops notifications.
 */
export async function startRelay(databaseUrl: string, { deaf = false } = {}) {
  const target = new URL(databaseUrl);
  const lines = new Set<Socket>();
  let cutAt: string | undefined;
  let opened = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    lines.add(near);
    opened += 1;
    const end = () => {
      near.destroy();
      far.destroy();
      lines.delete(near);
    };
    for (const line of [near, far]) line.on('error', end).on('close', end);
    const answer = (data: Buffer) => void near.write(data);
    far.on('data', deaf ? deafened(answer) : answer);
    near.on('data', (data) => {
      if (!cutAt || !data.includes(cutAt)) return far.write(data);
      cutAt = undefined;
      // The server still executes the query; its answer is dropped.
      far.removeAllListeners('data').resume();
      far.write(data, () => setTimeout(end, 50));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    /** Number of connections opened so far. */
    opened: () => opened,
    /** Cuts the first connection on which these words are sent, after they have arrived. */
    cutAfter(words: string) {
      cutAt = words;
    },
    async stop() {
      for (const line of lines) line.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
