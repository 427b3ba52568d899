import { retriedImport } from './chunk-reload.ts';

const reports = retriedImport(() => import('./error-reports.ts'));

/** Reports an error; the reporter is loaded on the first error, so that it does not delay sign-in. */
export const reportLater = (error: unknown): Promise<void> =>
  reports().then(
    ({ reportError }) => void reportError(error),
    () => undefined,
  );

/** Reports uncaught errors and unhandled rejections. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => {
    if (error) void reportLater(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => void reportLater(reason));
}
