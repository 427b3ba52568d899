import { createServer } from 'node:net';

const isTaken = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer();
    server.once('error', () => done(true));
    server.listen(port, () => server.close(() => done(false)));
  });

/** Whether one of a product's four ports is in use. */
export const productIsUp = async (port: number): Promise<boolean> =>
  (await Promise.all([0, 1, 2, 3].map((n) => isTaken(port + n)))).includes(true);

/**
 * The first of four free consecutive ports, as a product uses them: api, sandbox, mail, scanner. Below the system's ephemeral
 * range, and at a different place for each process; `from` sets where the search starts.
 */
export async function freePorts(from = 18_080 + (process.pid % 400) * 20): Promise<number> {
  for (let port = from; port < 32_000; port += 4) if (!(await productIsUp(port))) return port;
  throw new Error('No free ports');
}
