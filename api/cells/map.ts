import { HOST_NAME } from '@orbita/domain/tenancy';
import { z } from 'zod';

/** Output formats for proxies: complete site blocks of Caddy, or backends and the host map of HAProxy. */
export const FORMATS = ['caddy', 'haproxy', 'haproxy-map'] as const;
export type Format = (typeof FORMATS)[number];

/** A cell in the operator's list; `environment` is the file with the settings of its servers. */
const listedCell = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'letters, digits and hyphens'),
  nodes: z.array(z.string().max(300)).min(1).max(100),
  environment: z.string().min(1).max(1_000),
  hosts: z.array(z.string().max(300)).max(1_000).default([]),
});
export const cellList = z.strictObject({ cells: z.array(listedCell).min(1).max(100) });

/** A host name, and the alias of the tenant it belongs to; null for names of the cell itself. */
export type Named = { host: string; tenant: string | null };
export type Cell = { name: string; nodes: readonly string[]; hosts: readonly Named[] };

/** All reasons why no map can be created. */
export class NoMap extends Error {}

/** The backend for names that belong to no cell. */
const NONE = 'none';
const IPV6 = /^\[[0-9a-f:.]{2,45}\]$/;
const PORT = /^[1-9][0-9]{0,4}$/;
const MOST_PORT = 65_535;

/** Whether the text is the address and port of a node, in a form that both proxies accept. */
function isNode(text: string): boolean {
  const at = text.lastIndexOf(':');
  const [host, port] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && PORT.test(port) && Number(port) <= MOST_PORT && (IPV6.test(host) || HOST_NAME.test(host));
}

/** Foreign text in a form that is safe to print: nothing in it can control a terminal. */
const shown = (text: string): string => JSON.stringify(text.slice(0, 100));

/** Reports things that appear in more than one cell, with the cells. */
function* twice(what: string, all: Iterable<readonly [thing: string, cell: string]>): Generator<string> {
  const cells = new Map<string, Set<string>>();
  for (const [thing, cell] of all) cells.set(thing, (cells.get(thing) ?? new Set()).add(cell));
  for (const [thing, where] of cells)
    if (where.size > 1) yield `${what} ${shown(thing)} is in ${[...where].sort().join(' and ')}`;
}

function problemsOf(cells: readonly Cell[]): string[] {
  const each = <T>(of: (cell: Cell) => readonly T[]) =>
    cells.flatMap((cell) => of(cell).map((one) => [one, cell.name] as const));
  const names = cells.map(({ name }) => name);
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `Two cells are called ${name}`),
    ...names.filter((name) => name === NONE).map((name) => `No cell may be called ${name}`),
    ...each(({ nodes }) => nodes).flatMap(([node, cell]) =>
      isNode(node) ? [] : [`${shown(node)} of ${cell} is no address with a port`],
    ),
    ...each(({ hosts }) => hosts).flatMap(([{ host, tenant }, cell]) =>
      HOST_NAME.test(host)
        ? []
        : [`${shown(host)} of ${tenant ?? 'the cell'} in ${cell} is no name of a host`],
    ),
    ...twice(
      'The node',
      each(({ nodes }) => nodes),
    ),
    ...twice(
      'The host',
      each(({ hosts }) => hosts.map(({ host }) => host)),
    ),
    ...twice(
      'The tenant',
      each(({ hosts }) => hosts.flatMap(({ tenant }) => tenant ?? [])),
    ),
  ];
}

const inOrder = (cells: readonly Cell[]): { name: string; nodes: string[]; hosts: string[] }[] =>
  cells
    .map(({ name, nodes, hosts }) => ({
      name,
      nodes: [...new Set(nodes)].sort(),
      hosts: [...new Set(hosts.map(({ host }) => host))].sort(),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const HEAD = '# Made by `orbita cell map`: change the list of cells, not this.\n';

/**
 * A site of Caddy as docs/runbook.md ("Behind a proxy", "Upgrades") wants a proxy: it hides what is no business of visitors, and
 * while nodes are replaced no call is refused, because each has a connection of its own, and goes to another node if one does not
 * take it.
 */
const siteOf = (hosts: readonly string[], nodes: readonly string[]): string => `${hosts.join(',\n')} {
\t@inside path /health/* /metrics /orbita/api/*/health
\trespond @inside 404
\treverse_proxy ${nodes.join(' ')} {
\t\theader_up -X-Forwarded-Host
\t\theader_up -Forwarded
\t\thealth_uri /health/ready
\t\thealth_interval 2s
\t\tfail_duration 2s
\t\tlb_policy client_ip_hash
\t\tlb_try_duration 5s
\t\ttransport http {
\t\t\tkeepalive off
\t\t}
\t}
}
`;

const WRITERS: Record<Format, (cells: ReturnType<typeof inOrder>) => string> = {
  caddy: (cells) =>
    cells
      .filter(({ hosts }) => hosts.length > 0)
      .map(({ name, nodes, hosts }) => `# ${name}\n${siteOf(hosts, nodes)}`)
      .join('\n'),
  haproxy: (cells) =>
    [
      ...cells.map(
        ({ name, nodes }) =>
          `backend ${name}\n  option httpchk GET /health/ready\n${nodes.map((node, at) => `  server n${at + 1} ${node} check\n`).join('')}`,
      ),
      `backend ${NONE}\n  http-request return status 404\n`,
    ].join('\n'),
  'haproxy-map': (cells) =>
    cells.flatMap(({ name, hosts }) => hosts.map((host) => `${host} ${name}\n`)).join(''),
};

/**
 * The map of a proxy from host names to cells; the same text for the same cells in any order. Data from tenants is checked again:
 * an invalid name, or one in two cells, makes the map fail. @throws `NoMap` with every reason.
 */
export function cellMap(cells: readonly Cell[], format: Format): string {
  const problems = problemsOf(cells);
  if (problems.length > 0) throw new NoMap(problems.join('\n'));
  return HEAD + WRITERS[format](inOrder(cells));
}
