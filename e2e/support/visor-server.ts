import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readVisor, VISOR_PATH, VISOR_POLICY } from '../../api/document/visor-page.ts';

const root = join(import.meta.dirname, '../..');

/** Policy of every console page (spec 25.2.1). */
const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Visor</title><script type="module" src="/console/document/viewer/visor-frame.ts"></script></head><body><h1>Visor</h1><div id="holder"></div></body></html>`;

/**
 * Serves the viewer's frame with its policy, and a page that holds it as the console does, without a product behind: what a
 * hostile file asks for has nowhere to hide among other requests. At the address `leak` it answers, and remembers, everybody.
 */
export async function visorServer(): Promise<{
  address: string;
  leak: string;
  asked: string[];
  stop: () => void;
}> {
  const build = readVisor();
  if (!build) throw new Error('The viewer is not built');
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`http://${request.headers.host}${path}${request.headers.cookie ? ' with a cookie' : ''}`);
    // Whoever wants to carry something away may come from anywhere.
    response.setHeader('access-control-allow-origin', '*');
    const send = (type: string, content: string | Buffer, policy: string, encoding?: string) =>
      response
        .writeHead(200, {
          'content-type': type,
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          ...(encoding ? { 'content-encoding': encoding } : {}),
        })
        .end(content);
    if (path === '/') return send('text/html', PAGE, CONSOLE_POLICY);
    if (path === VISOR_PATH) return send('text/html', build.page, VISOR_POLICY);
    const file = path.startsWith(`${VISOR_PATH}/`)
      ? build.file(path.slice(VISOR_PATH.length + 1), request.headers['accept-encoding'] ?? '')
      : undefined;
    if (file) return send(file.type, file.content, CONSOLE_POLICY, file.encoding);
    if (/^\/console\/[\w/-]+\.ts$/.test(path)) {
      const text = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'));
      return send('text/javascript', text, CONSOLE_POLICY);
    }
    return response.writeHead(request.headers.host?.startsWith('leak.') ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (host: string) => `http://${host}.orbita.test:${port}/`;
  return { address: at('equipe.alfa'), leak: at('leak'), asked, stop: () => server.close() };
}
