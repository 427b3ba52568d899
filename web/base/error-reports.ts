import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { BASE, settings } from './settings.ts';

/** Limits the reports of one page, so that an error in a loop does not flood the server. */
const MAX_REPORTS = 5;
const reported = new Set<string>();

/** The browser skipped a view transition: the new page is shown, only without its animation. */
const isCutTransition = ({ name, message }: Error): boolean =>
  name === 'InvalidStateError' && message.startsWith('Transition was ');

/** Error answers, lost connections and aborted requests are normal; everything else is a bug to report. */
const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ||
  error instanceof NetworkError ||
  (error instanceof Error && (/^(AbortError|TimeoutError)$/.test(error.name) || isCutTransition(error)));

/**
 * Reports an error to the server (spec 18): what and where, not who. Returns the id by which support finds it, or undefined
 * when nothing was sent.
 */
export async function reportError(error: unknown): Promise<string | undefined> {
  if (isExpected(error)) return undefined;
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2000);
  if (reported.size >= MAX_REPORTS || reported.has(message)) return undefined;
  reported.add(message);
  try {
    const response = await fetch('/orbita/api/candidate/telemetry/client-errors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message,
        ...(error instanceof Error && error.stack ? { stack: error.stack.slice(0, 20_000) } : {}),
        // Without the query, which may contain access keys.
        route: location.pathname.slice(BASE.length) || '/',
        build: settings.build,
      }),
      credentials: 'same-origin',
      keepalive: true,
    });
    return response.headers.get('x-request-id') ?? undefined;
  } catch {
    return undefined;
  }
}
