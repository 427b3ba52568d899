import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { environment, NEEDED } from '../api/platform/config.ts';
import { readProxyTrust } from '../api/platform/http/proxy.ts';
import { readCommand } from '../api/platform/processes/command.ts';
import { calls } from '../protocol/index.ts';
import { renderChart, schemaProblems } from '../testing/helm-chart.ts';
import { servedFiles } from './image.ts';
import { VERSION } from './version.ts';

type Labels = Record<string, string>;
type Env = { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } };
type Probe = { httpGet?: { path: string; port: string }; tcpSocket?: { port: string } };
type Container = {
  image: string;
  command: string[];
  ports: { name: string; containerPort: number }[];
  env: Env[];
  envFrom?: { secretRef: { name: string } }[];
  lifecycle?: { preStop: { exec: { command: string[] } } };
  resources: { requests: object; limits: object };
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
} & Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>;
type Volume = {
  name: string;
  persistentVolumeClaim?: { claimName: string };
  secret?: { secretName: string };
  emptyDir?: object;
};
type Pod = {
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  containers: Container[];
  volumes: Volume[];
};
type Made = {
  kind: string;
  metadata: { name: string; labels: Labels };
  spec: {
    replicas: number;
    strategy: object;
    selector: { matchLabels: Labels } & Labels;
    podSelector: { matchLabels: Labels };
    maxUnavailable: number;
    template: { metadata: { labels: Labels }; spec: Pod };
    ports: { name: string; port: number; targetPort?: string }[];
    ingress: { from: object[]; ports: { port: string }[] }[];
    accessModes: string[];
    imageName: string;
    bootstrap: { initdb: { owner: string; postInitApplicationSQL: string[] } };
    rules: { host: string; http: { paths: Path[] } }[];
  };
};
type Path = {
  path: string;
  pathType: string;
  backend: { service: { name: string; port: { name: string } } };
};

const root = join(import.meta.dirname, '..');
const chart = join(root, 'deploy/helm/orbita');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const made = (values: Record<string, unknown>): Made[] => renderChart(chart, values) as unknown as Made[]; // Kubernetes objects, as the tests inspect them

const HOSTS = ['vestibular.alfa.example', 'equipe.alfa.example'];
const LEAST = {
  existingSecret: 'settings',
  settings: { ORBITA_PUBLIC_URL: 'https://portal.example', ORBITA_TRUST_PROXY: '10.244.0.0/16' },
  ingress: { hosts: HOSTS, tls: [{ secretName: 'portal', hosts: HOSTS }] },
};
const MOST = {
  ...LEAST,
  settings: { ...LEAST.settings, ORBITA_CALLS_PER_MINUTE: 2400, ORBITA_PIX_ACCOUNTS: '/accounts/pix.json' },
  accountsSecret: 'accounts',
  extraEnv: [{ name: 'ORBITA_METRICS_KEY', valueFrom: { secretKeyRef: { name: 'metrics', key: 'key' } } }],
  envFrom: [{ secretRef: { name: 'more' } }],
  imagePullSecrets: [{ name: 'pull' }],
  nodeSelector: { disk: 'fast' },
  tolerations: [{ key: 'own', operator: 'Exists' }],
  database: {
    cluster: { enabled: true, storageClass: 'fast', extra: { backup: { retentionPolicy: '30d' } } },
  },
  files: { storageClass: 'many', size: '1Ti' },
  ingress: { ...LEAST.ingress, className: 'own', annotations: { 'own.example/body': '64m' } },
};
/** Everything that can be external is. */
const OUTSIDE = {
  ...LEAST,
  image: { tag: '9.9.9' },
  settings: { ...LEAST.settings, ORBITA_CLAMD: 'scanner:3310' },
  clamd: { enabled: false },
  files: { persistent: false },
  erasures: { existingClaim: 'kept' },
  ingress: { enabled: false },
  networkPolicy: { enabled: false },
};
const VARIANTS: [string, Record<string, unknown>][] = [
  ['least', LEAST],
  ['most', MOST],
  ['outside', OUTSIDE],
];
const of = (objects: readonly Made[], kind: string) => objects.filter((one) => one.kind === kind);
const named = (objects: readonly Made[], kind: string, name: string) =>
  of(objects, kind).find(({ metadata }) => metadata.name === name);
const podsOf = (objects: readonly Made[]) => of(objects, 'Deployment').map(({ spec }) => spec.template);
const fits = (labels: Labels, wanted: Labels) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);
const containerOf = (objects: readonly Made[], name: string): Container => {
  const [container] = named(objects, 'Deployment', name)?.spec.template.spec.containers ?? [];
  if (!container) throw new Error(`There is no ${name}`);
  return container;
};
const NODES = ['api', 'worker'] as const;
const secondsOf = (constant: string) =>
  Number(new RegExp(`const ${constant} = ([\\d_]+)`).exec(read('api/serve.ts'))?.[1]?.replaceAll('_', '')) /
  1000;

describe.each(VARIANTS)('the chart with the %s values', (_, values) => {
  const objects = made(values);

  it('refers only to what exists', () => {
    const pods = podsOf(objects);
    for (const { metadata, spec } of of(objects, 'Service').filter((one) => one.spec.selector)) {
      const [pod, ...more] = pods.filter(({ metadata: { labels } }) => fits(labels, spec.selector));
      expect([metadata.name, more.length]).toEqual([metadata.name, 0]);
      const ports = pod?.spec.containers.flatMap((one) => one.ports.map(({ name }) => name));
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
    for (const { spec } of [...of(objects, 'PodDisruptionBudget'), ...of(objects, 'NetworkPolicy')]) {
      const wanted = (spec.selector ?? spec.podSelector).matchLabels;
      const found = pods.filter(({ metadata: { labels } }) => fits(labels, wanted));
      expect(found).toHaveLength(1);
      const ports = found
        .flatMap((pod) => pod.spec.containers)
        .flatMap((one) => one.ports.map(({ name }) => name));
      for (const { port } of (spec.ingress ?? []).flatMap((rule) => rule.ports))
        expect(ports).toContain(port);
    }
    for (const { spec } of of(objects, 'Deployment')) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      for (const { volumeMounts, ports, ...container } of spec.template.spec.containers) {
        const volumes = spec.template.spec.volumes.map(({ name }) => name);
        expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
        for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
          expect(ports.map(({ name }) => name)).toContain((probe.httpGet ?? probe.tcpSocket)?.port);
      }
      for (const { persistentVolumeClaim: claim } of spec.template.spec.volumes)
        if (claim && claim.claimName !== 'kept')
          expect(named(objects, 'PersistentVolumeClaim', claim.claimName), claim.claimName).toBeDefined();
    }
    for (const { backend } of of(objects, 'Ingress').flatMap(({ spec }) =>
      spec.rules.flatMap(({ http }) => http.paths),
    )) {
      const service = named(objects, 'Service', backend.service.name);
      expect(service?.spec.ports.map(({ name }) => name)).toContain(backend.service.port.name);
    }
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('starts both roles by the command of the image, in the release of this project', () => {
    for (const role of NODES) {
      const { command, image } = containerOf(objects, `orbita-${role}`);
      const [program, file = '', ...args] = command;
      expect([program, servedFiles().includes(file)]).toEqual(['node', true]);
      expect(readCommand(args, { cores: 2, databaseUrl: 'postgres://x/y' })).toEqual({ role, processes: 1 });
      expect(image).toBe(`registry.example/orbita:${values === OUTSIDE ? '9.9.9' : VERSION}`);
    }
  });

  it('gives nodes settings that the configuration knows and accepts, and all it needs', () => {
    for (const role of NODES) {
      const { env, envFrom } = containerOf(objects, `orbita-${role}`);
      expect(env.filter(({ name }) => !(name in environment.shape))).toEqual([]);
      const plain = Object.fromEntries(
        env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
      );
      for (const value of Object.values(plain)) expect(value).toBeTypeOf('string');
      expect(environment.safeParse(plain).error).toBeUndefined();
      expect(envFrom?.[0]).toEqual({ secretRef: { name: 'settings' } });
      const given = new Set(env.map(({ name }) => name));
      const left = NEEDED.filter(
        (name) => !given.has(name) && !read('deploy/helm/orbita/values.yaml').includes(name),
      );
      expect(left).toEqual([]);
      expect(() => readProxyTrust(plain.ORBITA_TRUST_PROXY, undefined)).not.toThrow();
    }
  });

  it('lets nothing run as root, and a node write only to its volumes', () => {
    for (const { spec } of podsOf(objects)) {
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
      for (const { securityContext, resources } of spec.containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        expect([Object.keys(resources.requests), Object.keys(resources.limits)]).toEqual([
          ['cpu', 'memory'],
          ['memory'],
        ]);
      }
    }
    for (const role of NODES) {
      const { securityContext, volumeMounts } = containerOf(objects, `orbita-${role}`);
      expect(securityContext.readOnlyRootFilesystem).toBe(true);
      const written = volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
      // What the image lets its user write, and where programs put short-lived files.
      const owned = /install -d -o node -g node (.*)$/m.exec(read('Dockerfile'))?.[1]?.split(' ') ?? [];
      expect(written).toEqual([...owned, '/tmp']);
    }
  });
});

describe('the chart', () => {
  const objects = made(LEAST);

  it('has two nodes of each role, one of which always serves', () => {
    for (const role of NODES) {
      const { spec } = named(objects, 'Deployment', `orbita-${role}`) ?? {};
      expect(spec?.replicas).toBe(2);
      expect(spec?.strategy).toEqual({
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      });
      expect(named(objects, 'PodDisruptionBudget', `orbita-${role}`)?.spec.maxUnavailable).toBe(1);
    }
  });

  it('probes a node as the runbook says, and gives it the time it needs to stop', () => {
    for (const role of NODES) {
      const { startupProbe, readinessProbe, livenessProbe, lifecycle } = containerOf(
        objects,
        `orbita-${role}`,
      );
      const paths = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet?.path);
      expect(paths).toEqual(['/health/live', '/health/ready', '/health/live']);
      for (const path of paths) expect(read('api/health/serve.ts')).toContain(`app.get('${path}'`);
      const [sleep, seconds] = lifecycle?.preStop.exec.command ?? [];
      const grace = named(objects, 'Deployment', `orbita-${role}`)?.spec.template.spec
        .terminationGracePeriodSeconds;
      expect(sleep).toBe('sleep');
      const [, asked] = /Give it (\d+) seconds before it is killed/.exec(read('docs/runbook.md')) ?? [];
      expect(Number(asked)).toBeGreaterThan(secondsOf('STOP_MS'));
      expect(grace).toBeGreaterThanOrEqual(Number(seconds) + Number(asked));
    }
  });

  it('hides from the outside what compose.yaml hides, and nothing else', () => {
    const paths = of(objects, 'Ingress').flatMap(({ spec }) => spec.rules[0]?.http.paths ?? []);
    // By the rules of Ingress: the exact path, then the longest prefix, segment by segment.
    const leadsTo = (address: string): string | undefined => {
      const exact = paths.find(({ path, pathType }) => pathType === 'Exact' && path === address);
      const [longest] = paths
        .filter(
          ({ path, pathType }) =>
            pathType === 'Prefix' && `${address}/`.startsWith(path.replace(/\/?$/, '/')),
        )
        .toSorted((a, b) => b.path.length - a.path.length);
      return (exact ?? longest)?.backend.service.name;
    };
    expect(read('compose.yaml')).toContain('@inside path /health/* /metrics /orbita/api/*/health\n');
    const ofApis = Object.keys(calls)
      .filter((key) => key.endsWith('/health'))
      .map((key) => `/orbita/api${key.split(' ')[1]}`);
    expect(ofApis.length).toBeGreaterThan(2);
    for (const address of ['/health/live', '/health/ready', '/health/deep', '/metrics', ...ofApis])
      expect([address, leadsTo(address)]).toEqual([address, 'orbita-nobody']);
    for (const address of [
      '/',
      '/orbita/candidate/',
      '/orbita/equipe/',
      '/orbita/api/candidate/offers',
      '/k/x',
      '/healthy',
    ])
      expect([address, leadsTo(address)]).toEqual([address, 'orbita-api']);
    expect(named(objects, 'Service', 'orbita-nobody')?.spec.selector).toBeUndefined();
    expect(of(objects, 'Ingress').flatMap(({ spec }) => spec.rules.map(({ host }) => host))).toEqual(HOSTS);
  });

  it('lets only the proxy reach the api, only nodes the scanner, and Prometheus all nodes', () => {
    const rules = Object.fromEntries(
      of(objects, 'NetworkPolicy').map(({ metadata, spec }) => [metadata.name, spec.ingress]),
    );
    expect(Object.keys(rules)).toEqual(['orbita-api', 'orbita-worker', 'orbita-clamd']);
    expect(rules['orbita-api']?.flatMap(({ from }) => from)).toEqual([
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } },
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
    ]);
    expect(rules['orbita-worker']).toHaveLength(1);
    // An empty rule would admit everybody.
    for (const { from } of Object.values(rules).flat()) expect(from.length).toBeGreaterThan(0);
  });

  it('runs the scanner and the PostgreSQL that compose.yaml runs', () => {
    const { services } = parse(read('compose.yaml'), { merge: true });
    const { image, env } = containerOf(objects, 'orbita-clamd');
    expect(image).toBe(services.clamd.image);
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toEqual(
      services.clamd.environment,
    );
    const [cluster] = of(made(MOST), 'Cluster');
    const versionOf = (name = '') => /:(\d+\.\d+)/.exec(name)?.[1];
    expect(versionOf(cluster?.spec.imageName)).toBe(versionOf(services.postgres.image));
    const { owner, postInitApplicationSQL: statements } = cluster?.spec.bootstrap.initdb ?? {};
    expect(statements).toEqual([
      'create role orbita_app nologin nosuperuser nobypassrls',
      `grant orbita_app to ${owner}`,
    ]);
    const url = containerOf(made(MOST), 'orbita-api').env.find(({ name }) => name === 'DATABASE_URL');
    expect(url?.valueFrom?.secretKeyRef?.name).toBe(`${cluster?.metadata.name}-app`);
  });

  it('stores files and the list of erasures separately, where all nodes write', () => {
    for (const name of ['orbita-files', 'orbita-erasures'])
      expect(named(objects, 'PersistentVolumeClaim', name)?.spec.accessModes).toEqual(['ReadWriteMany']);
    const kept = named(made(OUTSIDE), 'Deployment', 'orbita-api')?.spec.template.spec.volumes;
    expect(kept?.find(({ name }) => name === 'files')?.emptyDir).toEqual({});
    expect(kept?.find(({ name }) => name === 'erasures')?.persistentVolumeClaim?.claimName).toBe('kept');
  });

  it.each([
    ['hosts are missing', { ingress: { hosts: [] } }, 'every host of every tenant'],
    ['certificates are missing', { ingress: { tls: [] } }, 'every host of every tenant'],
    ['a setting is a secret', { settings: { ORBITA_SECRET: 'x' } }, 'settings.ORBITA_SECRET is a secret'],
    [
      'a setting is a key',
      { settings: { ORBITA_METRICS_KEY: 'x' } },
      'settings.ORBITA_METRICS_KEY is a secret',
    ],
    [
      'a setting has a password',
      { settings: { ORBITA_SMTP_URL: 'x' } },
      'settings.ORBITA_SMTP_URL is a secret',
    ],
  ])('is refused where %s', (_why, wrong, words) => {
    const given = Object.entries(wrong).map(([name, value]) => [
      name,
      { ...LEAST[name as 'settings'], ...value },
    ]);
    expect(() => made({ ...LEAST, ...Object.fromEntries(given) })).toThrow(words);
  });

  it('has a schema that knows each of its values, and refuses others', () => {
    const problems = (values: object) => schemaProblems(chart, { ...LEAST, ...values });
    expect(schemaProblems(chart, {}).map((line) => line.split(':')[0])).toEqual([
      'existingSecret',
      'settings.ORBITA_PUBLIC_URL',
      'settings.ORBITA_TRUST_PROXY',
    ]);
    for (const [, values] of VARIANTS) expect(problems(values)).toEqual([]);
    expect(problems({ replicas: 3 })).not.toEqual([]);
    expect(problems({ files: { sise: '1Gi' } })).not.toEqual([]);
    expect(problems({ settings: { ...LEAST.settings, PATH: '/x' } })).not.toEqual([]);
    expect(problems({ settings: { ...LEAST.settings, ORBITA_PUBLIC_URL: 'http://x' } })).not.toEqual([]);
  });

  // Where Helm is installed, the template renderer of the other tests is compared with it.
  const helm = process.env.ORBITA_HELM ?? 'helm';
  it.runIf(spawnSync(helm, ['version']).status === 0).each(VARIANTS)(
    'is rendered by Helm as here: %s',
    (_name, values) => {
      const folder = mkdtempSync(join(tmpdir(), 'orbita-chart-'));
      try {
        const file = join(folder, 'values.yaml');
        writeFileSync(file, stringify(values));
        const lint = spawnSync(helm, ['lint', '--strict', chart, '-f', file], { encoding: 'utf8' });
        expect([lint.status, lint.stderr]).toEqual([0, '']);
        const { stdout } = spawnSync(helm, ['template', 'orbita', chart, '-f', file], { encoding: 'utf8' });
        const byName = (all: Made[]) =>
          all.toSorted((a, b) => (`${a.kind} ${a.metadata.name}` < `${b.kind} ${b.metadata.name}` ? -1 : 1));
        const rendered = parseAllDocuments(stdout).flatMap((one) =>
          one.contents ? [one.toJSON() as Made] : [],
        );
        expect(byName(rendered)).toEqual(byName(made(values)));
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
