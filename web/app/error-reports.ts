import { ApiError, NetworkError } from './api.ts';
import { BASE, settings } from './settings.ts';

/** A page in trouble reports a few times; a loop must not flood. */
const MOST = 5;
const told = new Set<string>();

/** A passage between two pages that the browser gave up: the page is there, it only did not fade in. */
const isCutTransition = ({ name, message }: Error): boolean =>
  name === 'InvalidStateError' && message.startsWith('Transition was ');

/** Refusals, silence and abandoned requests are part of the way; everything else is a fault of ours. */
const isExpected = (error: unknown): boolean =>
  error instanceof ApiError ||
  error instanceof NetworkError ||
  (error instanceof Error && (/^(AbortError|TimeoutError)$/.test(error.name) || isCutTransition(error)));

/**
 * Tells the server what broke (spec 18): what and where, not who. Answers the number under which support finds it, or
 * undefined when nothing was sent.
 */
export async function reportError(error: unknown): Promise<string | undefined> {
  if (isExpected(error)) return undefined;
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 2000);
  if (told.size >= MOST || told.has(message)) return undefined;
  told.add(message);
  try {
    const response = await fetch('/orbita/api/candidate/telemetry/client-errors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message,
        ...(error instanceof Error && error.stack ? { stack: error.stack.slice(0, 20_000) } : {}),
        // Without the query, which may hold keys.
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

/** Reports what nobody caught. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    if (error) void reportError(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => void reportError(reason));
}
