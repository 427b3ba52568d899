import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../../testing/bare-environment.ts';
import { startTraceReceiver } from '../../../testing/trace-receiver.ts';
import { until } from '../../../testing/until.ts';
import { loadConfig } from '../config.ts';
import { AppError } from '../http/errors.ts';
import { createLog } from '../log.ts';
import { currentSpan, during, inSpan, keptOrigin, placeInTrace, within } from './spans.ts';
import { createTracing } from './tracing.ts';

type Receiver = Awaited<ReturnType<typeof startTraceReceiver>>;
const PART = { name: 'a part', kind: 'work' } as const;
/** Number of spans at which the library delivers without waiting for its interval. */
const BATCH = 512;

let receiver: Receiver;
afterEach(() => receiver?.stop());

async function opened(environment: Record<string, string> = {}) {
  receiver = await startTraceReceiver();
  const lines: string[] = [];
  const config = loadConfig({
    NODE_ENV: 'test',
    ORBITA_SECRET: 'x'.repeat(40),
    ORBITA_TRACES_URL: receiver.url,
    ORBITA_TRACES_SHARE: '1',
    ...environment,
  });
  const log = createLog({ logLevel: 'info' }, (line) => void lines.push(line));
  return { lines, log, tracing: await createTracing(config, { number: 0 }, log) };
}

describe('an installation without a collector', () => {
  /** Loads what a node loads, connects to the collector, and prints which modules of the library were loaded. */
  const program = `
    import { registerHooks } from 'node:module';
    import { join } from 'node:path';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /@opentelemetry\\/([^/]+)/.exec(url) ?? [];
        if (name) loaded.add(name);
        return next(url, context);
      },
    });
    const from = (name) => import(join(${JSON.stringify(join(import.meta.dirname, '../..'))}, name));
    await from('serve.ts');
    const { loadConfig } = await from('platform/config.ts');
    const { createTracing } = await from('platform/tracing/tracing.ts');
    await createTracing(loadConfig(process.env), { number: 0 }, console);
    process.stdout.write(JSON.stringify([...loaded].toSorted()));
  `;
  const loadedWith = (environment: Record<string, string>): string[] => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...bareEnvironment(), NODE_ENV: 'test', ORBITA_SECRET: 'x'.repeat(40), ...environment },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };

  it('loads nothing of the library except for metrics', () => {
    expect(loadedWith({})).toEqual(['api']);
    // The search does find what is loaded.
    expect(loadedWith({ ORBITA_TRACES_URL: 'http://127.0.0.1:1/v1/traces' })).toContain('sdk-trace');
  });

  it('records nothing, and only does the work', async () => {
    const tracing = await createTracing(
      loadConfig({ NODE_ENV: 'test' }),
      { number: 0 },
      createLog({ logLevel: 'silent' }),
    );
    const port = { ask: async () => currentSpan() };
    expect([tracing.on, tracing.port('any', port), tracing.begin(PART)]).toEqual([false, port, undefined]);
    expect(await during(tracing.begin(PART), () => inSpan(PART, async () => keptOrigin()))).toBeUndefined();
    expect(placeInTrace()).toEqual({});
    await tracing.close();
  });
});

describe('a trace collector', () => {
  it('gets the configured headers', async () => {
    const { tracing } = await opened({ ORBITA_TRACES_HEADERS: 'x-key=a=b, X-Tenant = alfa' });
    await during(tracing.begin(PART), async () => undefined);
    await tracing.close();
    expect(receiver.headers[0]).toMatchObject({ 'x-key': 'a=b', 'x-tenant': 'alfa' });
  });

  it('that accepts nothing is logged once, and once when it accepts again', async () => {
    const { tracing, lines } = await opened();
    const deliver = async (status: number) => {
      receiver.state.status = status;
      const before = receiver.asked();
      for (let n = 0; n < BATCH; n++) await during(tracing.begin(PART), async () => n);
      await until(
        async () => receiver.asked(),
        (asked) => asked > before,
      );
    };
    const said = async (count: number) =>
      until(
        async () => lines.length,
        (length) => length >= count,
      );
    await deliver(400);
    await said(1);
    await deliver(403);
    await deliver(200);
    await said(2);
    await tracing.close();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the collector takes no traces: they are lost',
      'the collector takes traces again',
    ]);
    for (const line of lines) expect(line).not.toContain('trace_id');
  });

  it('that is slow costs spans, never memory: the excess is dropped', async () => {
    const { tracing } = await opened();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.state.until = promise;
    for (let n = 0; n < 20_000; n++) tracing.begin(PART)?.end();
    resolve();
    await tracing.close();
    expect(receiver.spans().length).toBe(4_096 + BATCH);
  });

  it('that never answers does not delay the shutdown', async () => {
    const { tracing } = await opened();
    receiver.state.until = new Promise(() => undefined);
    await during(tracing.begin(PART), async () => undefined);
    await tracing.close();
    expect(receiver.spans()).toEqual([]);
  });
});

describe('recording', () => {
  it('samples a share; what is left out has no children, even inside a recorded span', async () => {
    const { tracing, log, lines } = await opened();
    const none = await createTracing(
      loadConfig({ NODE_ENV: 'test', ORBITA_TRACES_URL: receiver.url, ORBITA_TRACES_SHARE: '0' }),
      { number: 0 },
      log,
    );
    expect(none.begin(PART)).toBeUndefined();
    await during(tracing.begin({ ...PART, name: 'outer' }), () =>
      during(none.begin(PART), () => inSpan(PART, async () => log.info('inside'))),
    );
    await Promise.all([tracing.close(), none.close()]);
    expect(receiver.spans().map(({ name }) => name)).toEqual(['outer']);
    expect(lines[0]).not.toContain('trace_id');
  });

  it('always includes what follows from a sampled trace, however small the share', async () => {
    const { tracing } = await opened({ ORBITA_TRACES_SHARE: '0' });
    const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
    await during(tracing.follow(PART, `00-${trace}-${span}-01`), async () => undefined);
    await tracing.close();
    expect(receiver.spans()).toMatchObject([{ name: 'a part', links: [{ traceId: trace, spanId: span }] }]);
  });

  it('names a failure by its code or class, never by its message', async () => {
    const { tracing } = await opened();
    const failing = (error: unknown) =>
      during(tracing.begin(PART), () => Promise.reject(error)).catch(() => undefined);
    await failing(new AppError('NOT_FOUND'));
    await failing(Object.assign(new Error('for um@exemplo.test'), { code: '23505' }));
    await failing(Object.assign(new RangeError('for um@exemplo.test'), { code: 'um@exemplo.test' }));
    await failing('um@exemplo.test');
    await tracing.close();
    expect(receiver.spans().map(({ attributes, failed }) => [attributes['error.type'], failed])).toEqual([
      ['NOT_FOUND', true],
      ['23505', true],
      ['RangeError', true],
      ['unknown', true],
    ]);
    expect(receiver.taken()).not.toContain('exemplo');
  });
});

describe('a traced port', () => {
  it('behaves the same, and each awaited call is recorded by its name', async () => {
    const { tracing } = await opened();
    const asked: unknown[] = [];
    const gateway = {
      provider: 'cielo',
      async find(id: string) {
        asked.push(id);
        return `found ${id}`;
      },
    };
    const port = tracing.port('acquirers', {
      account: (name: string) => (name === 'alfa' ? gateway : undefined),
      fail: async () => Promise.reject(new AppError('NOT_FOUND')),
    });
    const span = tracing.begin({ ...PART, name: 'call' });
    await during(span, async () => {
      expect(port.account('beta')).toBeUndefined();
      expect(await port.account('alfa')?.find('segredo-17')).toBe('found segredo-17');
      await expect(port.fail()).rejects.toThrow(AppError);
    });
    // Outside a recorded span it answers the same.
    expect(await within(undefined, () => port.account('alfa')?.find('segredo-18'))).toBe('found segredo-18');
    await tracing.close();
    expect(asked).toEqual(['segredo-17', 'segredo-18']);
    const told = receiver
      .spans()
      .map(({ name, attributes, failed }) => [name, attributes['orbita.provider'], failed]);
    expect(told).toEqual([
      ['acquirers find', 'cielo', false],
      ['acquirers fail', 'acquirers', true],
      ['call', undefined, false],
    ]);
    expect(receiver.taken()).not.toContain('segredo');
  });
});
