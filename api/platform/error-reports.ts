import type { ErrorEvent, NodeClient, NodeOptions } from '@sentry/node';
import type { Config } from './config.ts';
import { masked } from './mask.ts';

/** Where errors are told outside the house (spec 18): a share of them, without personal data. */
export interface ErrorReports {
  report(error: Error, tags?: Record<string, string>): void;
  close(): Promise<void>;
}

const SILENT: ErrorReports = { report: () => undefined, close: async () => undefined };
const CLOSE_MS = 2_000;

/** What happened and where: no request, no person, no variables, no name of the machine. */
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

/** Errors reported within one process at most once each minute, by their first line: a broken loop is one error. */
function oncePerMinute(wall: () => number): (error: Error) => boolean {
  const told = new Map<string, number>();
  return (error) => {
    const line = `${error.name}: ${error.message}`.slice(0, 200);
    const at = wall();
    if (at - (told.get(line) ?? Number.NEGATIVE_INFINITY) < 60_000) return false;
    told.set(line, at);
    if (told.size > 500) told.delete(told.keys().next().value as string);
    return true;
  };
}

/** Opens the way to an error collector that speaks Sentry's protocol, only where one is configured. */
export async function createErrorReports(
  {
    errorReports: { dsn, sampleRate },
    build,
    development,
  }: Pick<Config, 'errorReports' | 'build' | 'development'>,
  wall: () => number = () => performance.now(),
): Promise<ErrorReports> {
  if (!dsn) return SILENT;
  // Loaded only here: it is large, and most installations have no collector.
  const { NodeClient: Client, Scope, defaultStackParser, makeNodeTransport } = await import('@sentry/node');
  const options: NodeOptions = {
    dsn,
    sampleRate,
    release: build,
    environment: development ? 'development' : 'production',
    sendDefaultPii: false,
    beforeSend: scrubbed,
  };
  // A client of its own instead of the global one: nothing of Node is patched, nothing is collected by itself.
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
    close: async () => void (await client.close(CLOSE_MS)),
  };
}
