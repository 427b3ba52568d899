import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the server and its PostgreSQL whose connections can be cut at any point. */
export async function startRelay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const lines = new Set<Socket>();
  let cutAt: string | undefined;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    lines.add(near);
    const end = () => {
      near.destroy();
      far.destroy();
      lines.delete(near);
    };
    for (const line of [near, far]) line.on('error', end).on('close', end);
    far.on('data', (data) => near.write(data));
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
    /** Cuts the first connection on which these words are sent, after they arrived. */
    cutAfter(words: string) {
      cutAt = words;
    },
    async stop() {
      for (const line of lines) line.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
