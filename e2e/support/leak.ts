import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The destination to which malicious files would leak data: a separate address that records every request. */
export async function leakServer(): Promise<{ address: string; asked: string[]; stop: () => void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://leak.orbita.test:${port}`, asked, stop: () => server.close() };
}
