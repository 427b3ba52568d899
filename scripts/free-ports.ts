import { createServer } from 'node:net';

const isTaken = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer();
    server.once('error', () => done(true));
    server.listen(port, () => server.close(() => done(false)));
  });

/** Is one of the four ports of a product in use? */
export const productIsUp = async (port: number): Promise<boolean> =>
  (await Promise.all([0, 1, 2, 3].map((n) => isTaken(port + n)))).includes(true);

/**
 * The first of four free ports in a row, as a product takes them: api, sandbox, mail, scanner. Below those that the
 * system gives away by itself, and elsewhere for each process; `from` looks from there on.
 */
export async function freePorts(from = 18_080 + (process.pid % 400) * 20): Promise<number> {
  for (let port = from; port < 32_000; port += 4) if (!(await productIsUp(port))) return port;
  throw new Error('No free ports');
}
