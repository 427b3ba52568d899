import { randomBytes } from 'node:crypto';
import type { ErrorEvent, NodeClient, NodeOptions } from '@sentry/node';
import type { Config } from './config.ts';
import { masked } from './mask.ts';

/** Reports all errors and a share of the calls outside the platform (spec 18), without personal data. */
export interface ErrorReports {
  report(error: Error, tags?: Record<string, string>): void;
  /** A completed call: its name in the protocol, its status, and its duration in milliseconds. */
  trace(call: string, status: number, tookMs: number): void;
  close(): Promise<void>;
}

const SILENT: ErrorReports = {
  report: () => undefined,
  trace: () => undefined,
  close: async () => undefined,
};
const CLOSE_MS = 2_000;

/** Keeps only the error and its location: no request, person, variables or machine name. */
function scrubbed(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, level, platform, release, environment, exception, tags } = event;
  const values = exception?.values?.map(({ type, value, stacktrace, mechanism }) => ({
    type,
    value,
    ...(mechanism ? { mechanism: { type: mechanism.type, handled: mechanism.handled } } : {}),
    ...(stacktrace
      ? {
          stacktrace: {
            frames: stacktrace.frames?.map(({ filename, function: name, lineno, colno, in_app }) => ({
              filename,
              function: name,
              lineno,
              colno,
              in_app,
            })),
          },
        }
      : {}),
  }));
  const kept = { event_id, timestamp, level, platform, release, environment, tags, exception: { values } };
  return { ...(masked(kept) as typeof kept), type: undefined } as ErrorEvent;
}

/** Lets each error through once a minute per process, by its first line: a failing loop is one error. */
function oncePerMinute(wall: () => number): (error: Error) => boolean {
  const reported = new Map<string, number>();
  return (error) => {
    const line = `${error.name}: ${error.message}`.slice(0, 200);
    const at = wall();
    if (at - (reported.get(line) ?? Number.NEGATIVE_INFINITY) < 60_000) return false;
    reported.set(line, at);
    if (reported.size > 500) reported.delete(reported.keys().next().value as string);
    return true;
  };
}

/** Creates the reporter for an error collector with Sentry's protocol; it does nothing if none is configured. */
export async function createErrorReports(
  {
    errorReports: { dsn, tracesSampleRate },
    build,
    development,
  }: Pick<Config, 'errorReports' | 'build' | 'development'>,
  wall: () => number = () => performance.now(),
): Promise<ErrorReports> {
  if (!dsn) return SILENT;
  // Imported only here, because the library is large and most installations have no collector.
  const { NodeClient: Client, Scope, defaultStackParser, makeNodeTransport } = await import('@sentry/node');
  const options: NodeOptions = {
    dsn,
    tracesSampleRate,
    release: build,
    environment: development ? 'development' : 'production',
    sendDefaultPii: false,
    beforeSend: scrubbed,
    beforeSendTransaction: ({
      type,
      transaction,
      start_timestamp,
      timestamp,
      release,
      environment,
      contexts,
    }) => ({
      ...{ type, transaction, start_timestamp, timestamp, release, environment },
      ...(contexts?.trace ? { contexts: { trace: contexts.trace } } : {}),
    }),
  };
  // Not the global client, so it patches nothing in Node and collects nothing by itself.
  const client: NodeClient = new Client({
    ...options,
    integrations: [],
    transport: makeNodeTransport,
    stackParser: defaultStackParser,
  });
  client.init();
  const fresh = oncePerMinute(wall);
  return {
    report(error, tags = {}) {
      if (!fresh(error)) return;
      const scope = new Scope();
      scope.setTags(tags);
      client.captureException(error, undefined, scope);
    },
    trace(call, status, tookMs) {
      if (Math.random() >= tracesSampleRate) return;
      const timestamp = (performance.timeOrigin + performance.now()) / 1000;
      const trace = {
        ...{
          trace_id: randomBytes(16).toString('hex'),
          span_id: randomBytes(8).toString('hex'),
          op: 'http.server',
        },
        data: { 'http.response.status_code': status },
      };
      client.captureEvent({
        ...{ type: 'transaction', transaction: call, start_timestamp: timestamp - tookMs / 1000, timestamp },
        contexts: { trace },
      });
    },
    close: async () => void (await client.close(CLOSE_MS)),
  };
}
