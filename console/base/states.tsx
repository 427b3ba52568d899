import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { Loading } from '@orbita/ui/skeleton';
import { useEffect, useRef } from 'react';
import { shellTexts as t } from '../texts/shell.ts';
import { textOf, traceOf } from './api.ts';
import { useDocumentTitle } from './title.ts';

/** Shown before anything is known: one line, visible after 200 ms. */
export function Connecting() {
  return (
    <main className="connecting" id="conteudo">
      <Loading label={t.connecting}>
        <p className="muted">{t.connecting}</p>
      </Loading>
    </main>
  );
}

type FailedProps = { error: unknown; onRetry: () => unknown; title?: string };

/** What could not be loaded, inside the failed part, with the id of the request (spec 25.3.4). */
export function Failed({ error, onRetry, title = t.failed }: FailedProps) {
  const trace = traceOf(error);
  return (
    <LoadFailed title={title} verb={t.again} onRetry={onRetry}>
      <p>
        {textOf(error)}
        {trace && (
          <>
            {' '}
            <span className="code">{t.request(trace)}</span>
          </>
        )}
      </p>
    </LoadFailed>
  );
}

/** The same when nothing of the console is shown yet. */
export function FailedPage(props: FailedProps) {
  useDocumentTitle(t.product);
  return (
    <main className="connecting" id="conteudo">
      <h1 className="visually-hidden" tabIndex={-1}>
        {t.product}
      </h1>
      <Failed {...props} />
    </main>
  );
}

/** Why the server refused what a dialog requested; scrolled into view, because the pressed button was at its foot. */
export function DialogFailure({ error }: { error: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure is shown
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div ref={place}>
      <Notice kind="danger" role="alert" title={textOf(error)} />
    </div>
  );
}
