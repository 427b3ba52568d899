import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { portalFile } from './config.ts';
import { answerOf, type Machines, waitFor } from './up.ts';

const ORBITA = join(import.meta.dirname, '../../cli/bin/orbita.mjs');
const run = promisify(execFile);

/** Runs `orbita` as an operator does; returns its output. @throws with its message if it refuses. */
export async function orbita(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [ORBITA, ...words], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** A cell as the operator lists it. */
type Listed = { name: string; nodes: readonly string[]; environment: string };

/** A settings file in the form with which servers are started. */
export const environmentFile = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => {
      if (value.includes("'")) throw new Error(`${name} cannot stand between apostrophes`);
      return `${name}='${value}'\n`;
    })
    .join('');

/** HAProxy in front of the nodes of all cells; it routes each name as `orbita cell map` says. */
export async function openPortal(on: Machines, addresses: readonly string[]) {
  const [port, figures] = await on.ports();
  const cells: Listed[] = [];
  let haproxy: ChildProcess | undefined;

  const up = async (cell: string): Promise<number> => {
    const answer = await answerOf(`http://127.0.0.1:${figures}/;csv`);
    const lines = answer?.ok ? answer.text.split('\n') : [];
    return lines
      .map((line) => line.split(','))
      .filter(([of, node, ...rest]) => of === cell && /^n\d+$/.test(node ?? '') && rest[15] === 'UP').length;
  };
  /** Regenerates the map and has HAProxy reload it. */
  const lead = async (): Promise<void> => {
    const list = on.write('cells.json', JSON.stringify({ cells }));
    const [backends = '', names = ''] = await Promise.all(
      ['haproxy', 'haproxy-map'].map((format) => orbita('cell', 'map', list, '--format', format)),
    );
    const map = on.write('cells.map', names);
    const file = on.write('portal.cfg', portalFile({ port, addresses, figures }, backends, map));
    // The master starts a new worker, and the previous one exits with its last connection.
    if (haproxy) haproxy.kill('SIGUSR2');
    else haproxy = on.launch('haproxy-portal', on.options.programs.haproxy, ['-W', '-db', '-f', file]);
  };
  return {
    url: (cell: number) => `http://${addresses[cell]}:${port}`,
    lead,
    /** Number of a cell's nodes that get calls. */
    nodesUp: up,
    /** Adds a cell whose nodes are running. */
    async add(
      name: string,
      urls: readonly string[],
      settings: Readonly<Record<string, string>>,
    ): Promise<void> {
      const environment = on.write(`${name}.env`, environmentFile(settings));
      cells.push({ name, nodes: urls.map((url) => new URL(url).host), environment });
      await lead();
      await waitFor('the proxy', async () => (await up(name)) === urls.length || undefined);
    },
    /** The settings file of a cell. */
    environmentOf: (name: string): string => join(on.folder, `${name}.env`),
  };
}
export type OpenPortal = Awaited<ReturnType<typeof openPortal>>;
