import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { startTraceReceiver } from '../../testing/trace-receiver.ts';
import { loadConfig } from './config.ts';
import { createErrorReports } from './error-reports.ts';
import { createLog } from './log.ts';
import { during } from './tracing/spans.ts';
import { createTracing } from './tracing/tracing.ts';

/** Starts a collector that speaks the protocol and keeps the reports it receives. */
async function startCollector() {
  const reported: string[] = [];
  const server: Server = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      reported.push(
        (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8'),
      );
      answer.setHeader('content-type', 'application/json');
      answer.end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    reported,
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const config = (env: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'test', ORBITA_SECRET: 'x'.repeat(40), ...env });

let collector: Awaited<ReturnType<typeof startCollector>>;
afterEach(() => collector?.close());

describe('error reports', () => {
  it('send nothing without an address, and by default a share of 0.01 of the calls', async () => {
    const { errorReports } = config({});
    expect(errorReports).toEqual({ dsn: undefined, tracesSampleRate: 0.01 });
    const reports = await createErrorReports(config({}));
    reports.report(new Error('nobody receives'));
    await reports.close();
    collector = await startCollector();
  });

  it('S27: describe the error without personal data', async () => {
    collector = await startCollector();
    const reports = await createErrorReports(config({ ORBITA_SENTRY_DSN: collector.dsn }));
    const error = new Error('no row for 529.982.247-25, um@exemplo.test, (31) 99999-0001');
    reports.report(error, { build: '20251024.2' });
    await reports.close();
    const text = collector.reported.join('\n');
    expect(text).toContain('no row for [cpf], [e-mail], [phone]');
    expect(text).toContain('"release":"20251024.2"');
    expect(text).not.toMatch(/529\.982|um@exemplo|99999-0001|server_name|breadcrumbs|"request"|"user"/);
  });

  it('S27: are cut like log lines, even for a very long error', async () => {
    collector = await startCollector();
    const reports = await createErrorReports(config({ ORBITA_SENTRY_DSN: collector.dsn }));
    reports.report(new Error(`${'a-'.repeat(500_000)} um@exemplo.test`), { build: 'b-'.repeat(500_000) });
    await reports.close();
    const text = collector.reported.join('\n');
    expect(text).toContain('[cut]');
    expect(text.length).toBeLessThan(100_000);
    expect(text).not.toContain('um@exemplo');
  });

  it('are sent for everything logged as an error, each once a minute', async () => {
    collector = await startCollector();
    let now = 0;
    const reports = await createErrorReports(config({ ORBITA_SENTRY_DSN: collector.dsn }), () => now);
    const log = createLog({ logLevel: 'error' }, () => undefined, reports.report);
    log.warn({ err: new Error('a warning') }, 'only logged');
    log.child({ job: 'x' }).error({ err: new Error('the job broke') }, 'job failed');
    log.error({ err: new Error('the job broke') }, 'job failed');
    now = 61_000;
    log.error({ err: new Error('the job broke') }, 'job failed');
    await reports.close();
    const text = collector.reported.join('\n');
    expect(text).not.toContain('a warning');
    expect(text.match(/"value":"the job broke"/g)).toHaveLength(2);
  });

  it.each([
    ['1', 20],
    ['0', 0],
  ])('with a share of %s the duration of %i of 20 calls is sent, and every error', async (share, count) => {
    collector = await startCollector();
    const reports = await createErrorReports(
      config({ ORBITA_SENTRY_DSN: collector.dsn, ORBITA_SENTRY_TRACES_SAMPLE_RATE: share }),
    );
    for (let call = 0; call < 20; call++) reports.trace('GET /candidate/states', 200, 12.5);
    reports.report(new Error('always sent'));
    await reports.close();
    const events = collector.reported.flatMap((envelope) =>
      envelope
        .split('\n')
        .filter((line) => line.includes('"transaction":'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
    const traces = events.filter(({ type }) => type === 'transaction');
    expect(traces).toHaveLength(count);
    for (const trace of traces) {
      expect(trace).toMatchObject({
        transaction: 'GET /candidate/states',
        contexts: { trace: { op: 'http.server', data: { 'http.response.status_code': 200 } } },
      });
      expect(Number(trace.timestamp) - Number(trace.start_timestamp)).toBeCloseTo(0.0125, 3);
      expect(trace).not.toHaveProperty('server_name');
    }
    expect(collector.reported.join('\n')).toContain('always sent');
  });

  // Both use the same library, which has one global provider: neither takes it.
  it.each([
    ['reports', 'traces'],
    ['traces', 'reports'],
  ])('work together with traces, with %s opened before %s', async (first) => {
    collector = await startCollector();
    const receiver = await startTraceReceiver();
    const both = config({
      ORBITA_SENTRY_DSN: collector.dsn,
      ORBITA_SENTRY_TRACES_SAMPLE_RATE: '1',
      ORBITA_TRACES_URL: receiver.url,
      ORBITA_TRACES_SHARE: '1',
    });
    const log = createLog({ logLevel: 'silent' });
    const early = first === 'reports' ? await createErrorReports(both) : undefined;
    const tracing = await createTracing(both, { number: 0 }, log);
    const reports = early ?? (await createErrorReports(both));
    await during(tracing.begin({ name: 'a traced call', kind: 'call' }), async () => {
      reports.report(new Error('inside of a trace'));
      reports.trace('GET /candidate/states', 200, 12.5);
      expect(trace.getTracer('anybody').startSpan('of nobody').isRecording()).toBe(false);
    });
    await Promise.all([reports.close(), tracing.close()]);
    await receiver.stop();
    expect(receiver.spans().map(({ name }) => name)).toEqual(['a traced call']);
    const reported = collector.reported.join('\n');
    expect(reported).toContain('inside of a trace');
    expect(reported).toContain('GET /candidate/states');
    for (const word of ['a traced call', 'of nobody']) expect(reported).not.toContain(word);
  });
});
