import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../api/platform/config.ts';
import { readProxyTrust } from '../api/platform/http/proxy.ts';
import { readCommand } from '../api/platform/processes/command.ts';
import { servedFiles } from './image.ts';

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  networks?: string[] | Record<string, { ipv4_address?: string }>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
};

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { front: { ipam: { config: [{ subnet: string; ip_range: string }] } } };
  configs: { caddyfile: { content: string } };
};
const services = Object.entries(compose.services);
/** Services that run this project; the others run third-party programs. */
const nodes = services.filter(([, service]) => service.build);
const dockerfile = read('Dockerfile');

describe('compose.yaml', () => {
  it('has the parts of the product', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['api', 'clamd', 'postgres', 'proxy', 'worker']);
    expect(nodes.map(([name]) => name)).toEqual(['api', 'worker']);
  });

  it.each(nodes)('starts the %s by a command of the image, as the runbook does', (name, { command = [] }) => {
    const [program, file = '', ...args] = command;
    expect(program).toBe('node');
    expect(servedFiles()).toContain(file);
    expect(readCommand(args, { cores: 2, databaseUrl: 'postgres://x/y' })).toEqual({
      role: name,
      processes: 1,
    });
    expect(read('docs/runbook.md')).toContain(`docker run … orbita ${command.join(' ')}`);
  });

  it.each(nodes)('gives the %s settings that the configuration knows and accepts', (_, service) => {
    const { environment: given = {} } = service;
    expect(Object.keys(given).filter((name) => !(name in environment.shape))).toEqual([]);
    expect(environment.safeParse(given).error).toBeUndefined();
  });

  it('refers only to its own services', () => {
    const { DATABASE_URL, ORBITA_CLAMD = '' } = compose.services.api?.environment ?? {};
    const proxied = /reverse_proxy (\S+)/.exec(compose.configs.caddyfile.content)?.[1];
    const hosts = [/@([^:/]+):5432\//.exec(DATABASE_URL ?? '')?.[1], ORBITA_CLAMD.split(':')[0]];
    expect(hosts).toEqual(['postgres', 'clamd']);
    expect(proxied).toBe(`api:${environment.parse({}).PORT}`);
    for (const [name, { depends_on = {} }] of services)
      for (const [other, { condition }] of Object.entries(depends_on))
        expect([name, other in compose.services, condition]).toEqual([name, true, 'service_healthy']);
  });

  it('lets the api trust the proxy, at an address nobody else can get', () => {
    const { networks } = compose.services.proxy ?? {};
    expect(Object.keys(networks ?? {})).toEqual(['front']);
    const address = (networks as Record<string, { ipv4_address: string }>).front?.ipv4_address ?? '';
    const trusted = compose.services.api?.environment?.ORBITA_TRUST_PROXY;
    expect(trusted).toBe(address);
    expect(() => readProxyTrust(trusted, undefined)).not.toThrow();
    const [{ subnet, ip_range }] = compose.networks.front.ipam.config;
    expect([subnet, ip_range]).toEqual(['172.30.0.0/24', '172.30.0.128/25']);
    expect(address).toMatch(/^172\.30\.0\.(\d\d?|1[01]\d|12[0-7])$/);
  });

  it('keeps persistent data on volumes, and the list of erasures on one of its own', () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes).map((mount) => mount.split(':'));
    const named = new Set(mounts.flatMap(([from = '']) => (from.startsWith('.') ? [] : [from])));
    expect([...named].sort()).toEqual(Object.keys(compose.volumes).sort());
    // A fresh volume has the owner of the image's folder.
    const owned = /install -d -o node -g node (.*)$/m.exec(dockerfile)?.[1]?.split(' ');
    for (const [, { volumes = [] }] of nodes)
      expect(volumes.filter((mount) => !mount.endsWith(':ro')).map((mount) => mount.split(':')[1])).toEqual(
        owned,
      );
    for (const file of ['.gitignore', '.dockerignore']) expect(read(file)).toMatch(/^\/?accounts\/?$/m);
  });

  it('contains no secret', () => {
    const literal = services.flatMap(([name, { environment: given = {} }]) =>
      Object.entries(given)
        .filter(([variable, value]) =>
          /SECRET|TOKEN|KEY|PASSWORD|ACCOUNTS|DSN/.test(variable)
            ? !/^\$\{\w+:\?[^}]+\}$/.test(value)
            : /:\/\/[^/@:]+:(?!\$\{)/.test(value),
        )
        .map(([variable]) => `${name}: ${variable}`),
    );
    expect(literal).toEqual([]);
  });

  it.each(services)('has a health check of the %s, and its exact release', (_, service) => {
    if (service.build) expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    else {
      expect(service.healthcheck?.test[0]).toBe('CMD');
      expect(service.image).toMatch(/^[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    }
  });
});

describe('the HEALTHCHECK of the image', () => {
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const [program, ...args] = JSON.parse(
    /^HEALTHCHECK (?:.*\\\n\s*)?CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]',
  ) as string[];
  const check = (port: number) =>
    new Promise<number>((done) => {
      const env = { PATH: process.env.PATH, PORT: String(port) };
      execFile(process.execPath, args, { env }, (error) => done(error ? Number(error.code) : 0));
    });

  it('calls the address that says whether a node serves, and fails when it does not', async () => {
    const { port } = server.address() as AddressInfo;
    expect(program).toBe('node');
    expect(await check(port)).toBe(0);
    status = 503;
    expect(await check(port)).toBe(1);
    expect(await check(1)).toBe(1);
    expect(asked).toEqual(['/health/ready', '/health/ready']);
    expect(read('api/health/serve.ts')).toContain(`app.get('${asked[0]}'`);
  });
});
