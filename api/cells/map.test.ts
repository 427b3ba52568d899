import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, cellList, cellMap, FORMATS, NoMap } from './map.ts';

const cell = (name: string, more: Partial<Cell> = {}): Cell => ({
  ...{ name, nodes: [`${name}.internal:8080`], hosts: [] },
  ...more,
});
const of = (tenant: string | null, ...hosts: string[]) => hosts.map((host) => ({ host, tenant }));
const ALFA = cell('cell1', {
  nodes: ['10.1.0.10:8080', '10.1.0.9:8080'],
  hosts: [
    ...of('alfa', 'vestibular.alfa.example', 'equipe.alfa.example'),
    ...of(null, 'avisos-1.orbita.example'),
  ],
});
const BETA = cell('cell2', { nodes: ['[fd00::9]:8080'], hosts: of('beta', 'beta.example') });

describe('the map of a proxy', () => {
  it('can be written as Caddy site blocks', () => {
    expect(
      cellMap([BETA, ALFA], 'caddy'),
    ).toBe(`# Made by \`orbita cell map\`: change the list of cells, not this.
# cell1
avisos-1.orbita.example,
equipe.alfa.example,
vestibular.alfa.example {
	@inside path /health/* /metrics /orbita/api/*/health
	respond @inside 404
	reverse_proxy 10.1.0.10:8080 10.1.0.9:8080 {
		header_up -X-Forwarded-Host
		header_up -Forwarded
		health_uri /health/ready
		health_interval 2s
		fail_duration 2s
		lb_policy client_ip_hash
		lb_try_duration 5s
		transport http {
			keepalive off
		}
	}
}

# cell2
beta.example {
	@inside path /health/* /metrics /orbita/api/*/health
	respond @inside 404
	reverse_proxy [fd00::9]:8080 {
		header_up -X-Forwarded-Host
		header_up -Forwarded
		health_uri /health/ready
		health_interval 2s
		fail_duration 2s
		lb_policy client_ip_hash
		lb_try_duration 5s
		transport http {
			keepalive off
		}
	}
}
`);
  });

  it('can be written as HAProxy backends and a map of names to them', () => {
    expect(
      cellMap([ALFA, BETA], 'haproxy'),
    ).toBe(`# Made by \`orbita cell map\`: change the list of cells, not this.
backend cell1
  option httpchk GET /health/ready
  server n1 10.1.0.10:8080 check
  server n2 10.1.0.9:8080 check

backend cell2
  option httpchk GET /health/ready
  server n1 [fd00::9]:8080 check

backend none
  http-request return status 404
`);
    expect(
      cellMap([ALFA, BETA], 'haproxy-map'),
    ).toBe(`# Made by \`orbita cell map\`: change the list of cells, not this.
avisos-1.orbita.example cell1
equipe.alfa.example cell1
vestibular.alfa.example cell1
beta.example cell2
`);
  });

  it('is refused where a name, an alias or a node is in two cells, naming it', () => {
    const other = cell('cell3', {
      nodes: ['10.1.0.9:8080'],
      hosts: of('alfa', 'other.example', 'equipe.alfa.example'),
    });
    expect(() => cellMap([ALFA, BETA, other, cell('cell2'), cell('none')], 'caddy')).toThrow(
      new NoMap(`Two cells are called cell2
No cell may be called none
The node "10.1.0.9:8080" is in cell1 and cell3
The host "equipe.alfa.example" is in cell1 and cell3
The tenant "alfa" is in cell1 and cell3`),
    );
  });

  it.each([
    'a.example {\n\trespond "x"\n}\nb.example',
    'a.example cell2',
    'a.example\nb.example cell2',
    '*.example',
    'A.example',
    'a..example',
    '-a.example',
    'exämple.test',
    'a.example:80',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    '{$HOME}.example',
    '#a.example',
    '\u001b[2J.example',
    '',
  ])('cannot be injected into by a tenant: %j', (host) => {
    expect(() => cellMap([cell('cell1', { hosts: of('alfa', host) })], 'caddy')).toThrow(
      `${JSON.stringify(host.slice(0, 100))} of alfa in cell1 is no name of a host`,
    );
  });

  it.each(['10.0.0.1', ':8080', 'a:0', 'a:70000', 'a b:80', 'a:80 check\nserver x', '[::1:80', 'a:08'])(
    'is refused for a node that is no address: %j',
    (node) => {
      expect(() => cellMap([cell('cell1', { nodes: [node] })], 'haproxy')).toThrow(
        'is no address with a port',
      );
    },
  );

  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const host = fc.tuple(label, label).map((labels) => labels.join('.'));
  const cells = fc
    .uniqueArray(host, { maxLength: 24 })
    .chain((hosts) =>
      fc
        .array(fc.integer({ min: 0, max: 3 }), { minLength: hosts.length, maxLength: hosts.length })
        .map((at) =>
          [0, 1, 2, 3].map((n) =>
            cell(`cell${n}`, { hosts: hosts.flatMap((one, i) => (at[i] === n ? of(`t${n}`, one) : [])) }),
          ),
        ),
    );

  it('is the same for the same cells in any order, and maps each name to its own cell once', () => {
    fc.assert(
      fc.property(cells, (all) => {
        for (const format of FORMATS)
          expect(
            cellMap(
              all.toReversed().map((one) => ({ ...one, hosts: [...one.hosts].reverse() })),
              format,
            ),
          ).toBe(cellMap(all, format));
        const wanted = all.flatMap(({ name, hosts }) => hosts.map((one) => `${one.host} ${name}`)).toSorted();
        const lines = cellMap(all, 'haproxy-map').trimEnd().split('\n').slice(1);
        expect(lines.toSorted()).toEqual(wanted);
        const blocks = /^# (cell\d)\n([^{]*) \{\n\t[^}]*\treverse_proxy \S+ \{\n[^}]*\}\n\t\}\n\}\n/gm;
        const caddy = [...cellMap(all, 'caddy').matchAll(blocks)].flatMap(([, name, names = '']) =>
          names.split(',\n').map((one) => `${one} ${name}`),
        );
        expect(caddy.toSorted()).toEqual(wanted);
      }),
    );
  });

  it('is read by its proxy as intended, whatever tenants are called: built from known lines only, or refused', () => {
    const [, , , ...rest] = cellMap([cell('cell1', { hosts: of('alfa', 'a.test') })], 'caddy').split('\n');
    /** What follows the names of a site. */
    const site = new Set(rest);
    const anything = fc.array(fc.oneof(fc.string({ maxLength: 40 }), host), { maxLength: 6 });
    const known: Record<(typeof FORMATS)[number], RegExp> = {
      caddy: /^(?:#[^\n]*|[a-z0-9.-]+(?:,| \{))$/,
      haproxy:
        /^(?:#[^\n]*|backend \S+| {2}(?:option httpchk GET \/health\/ready|server n\d+ \S+ check|http-request return status 404)|)$/,
      'haproxy-map': /^(?:#[^\n]*|[a-z0-9.-]+ cell1|)$/,
    };
    fc.assert(
      fc.property(anything, fc.constantFrom(...FORMATS), (hosts, format) => {
        try {
          const made = cellMap([cell('cell1', { hosts: of('alfa', ...hosts) })], format);
          for (const line of made.split('\n')) if (!site.has(line)) expect(line).toMatch(known[format]);
        } catch (error) {
          expect(error).toBeInstanceOf(NoMap);
        }
      }),
    );
  });

  it('accepts a list of cells, limited in size and without unknown fields', () => {
    const one = { name: 'cell1', nodes: ['a:1'], environment: 'cell1.env' };
    expect(cellList.parse({ cells: [one] })).toEqual({ cells: [{ ...one, hosts: [] }] });
    for (const wrong of [
      { cells: [] },
      { cells: [{ ...one, name: 'Cell 1' }] },
      { cells: [{ ...one, token: 'x' }] },
    ])
      expect(cellList.safeParse(wrong).success).toBe(false);
  });
});
