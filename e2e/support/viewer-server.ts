import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { consolePolicy, FRAMED_PAGES } from '../../api/tenancy/console-policy.ts';

const root = join(import.meta.dirname, '../..');

const BASE = '/orbita/equipe/';
const DIST = join(root, 'console/dist');

const PAGE = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Viewer</title><script type="module" src="/console/document/viewer/viewer-frame.ts"></script></head><body><h1>Viewer</h1><div id="holder"></div></body></html>`;

/**
 * Serves the viewer's frame with its policy, and a page that embeds it as the console does, without a product behind it: a
 * malicious file's requests cannot hide among others. At the address `leak` it responds to all requests and records them.
 */
export async function viewerServer(): Promise<{
  address: string;
  leak: string;
  asked: string[];
  stop: () => void;
}> {
  const framed = FRAMED_PAGES.find(({ name }) => name === 'viewer');
  if (!framed) throw new Error('The viewer has no policy');
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`http://${request.headers.host}${path}${request.headers.cookie ? ' with a cookie' : ''}`);
    // A leak may come from any origin.
    response.setHeader('access-control-allow-origin', '*');
    const ours = consolePolicy(request.headers.host ?? '', false);
    const send = (type: string, content: string | Buffer, policy: string) =>
      response
        .writeHead(200, {
          'content-type': type,
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .end(content);
    if (path === '/') return send('text/html', PAGE, ours);
    if (path === `${BASE}viewer`)
      return send('text/html', readFileSync(join(DIST, 'viewer.html')), framed.policy);
    const file = /^\/orbita\/equipe\/(assets\/viewer-[\w-]+\.(js|css))$/.exec(path);
    if (file)
      return send(
        file[2] === 'js' ? 'text/javascript' : 'text/css',
        readFileSync(join(DIST, file[1] as string)),
        ours,
      );
    if (/^\/console\/[\w/-]+\.ts$/.test(path)) {
      const text = stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'));
      return send('text/javascript', text, ours);
    }
    return response.writeHead(request.headers.host?.startsWith('leak.') ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (host: string) => `http://${host}.orbita.test:${port}/`;
  return { address: at('equipe.alfa'), leak: at('leak'), asked, stop: () => server.close() };
}
