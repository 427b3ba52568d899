import { connect, createServer, type Socket } from 'node:net';

/**
 * A link between two machines that can be cut as a network fails: nothing arrives any more and neither side is notified, until
 * it is mended. `from` and `to` are ports of the loopback address.
 */
export async function openLink(from: number, to: number) {
  const lines = new Set<Socket>();
  let cut = false;
  const server = createServer((near) => {
    lines.add(near);
    near.on('error', () => undefined);
    near.once('close', () => lines.delete(near));
    if (cut) {
      near.pause();
      return;
    }
    const far = connect(to, '127.0.0.1');
    lines.add(far);
    far.on('error', () => undefined);
    far.once('close', () => {
      lines.delete(far);
      if (!cut) near.destroy();
    });
    near.once('close', () => {
      if (!cut) far.destroy();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('data', (bytes) => {
        if (!cut) other.write(bytes);
      });
  });
  await new Promise<void>((done) => server.listen(from, '127.0.0.1', done));
  return {
    cut() {
      cut = true;
    },
    /** New connections pass again; those that lost bytes are closed. */
    mend() {
      cut = false;
      for (const line of lines) line.destroy();
    },
    async stop() {
      for (const line of lines) line.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Link = Awaited<ReturnType<typeof openLink>>;
