import { Button } from '@orbita/ui/button';
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

/** What could not be loaded, inside the failed part, with the id of the request (spec 25.3.4). */
export function Failed({
  error,
  onRetry,
  title = t.failed,
}: {
  error: unknown;
  onRetry: () => void;
  title?: string;
}) {
  const trace = traceOf(error);
  return (
    <Notice kind="danger" role="alert" title={title}>
      <p>
        {textOf(error)}
        {trace && (
          <>
            {' '}
            <span className="code">{t.request(trace)}</span>
          </>
        )}
      </p>
      <div className="row">
        <Button kind="outline" small onClick={onRetry}>
          {t.again}
        </Button>
      </div>
    </Notice>
  );
}

/** The same when nothing of the console is shown yet. */
export function FailedPage(props: { error: unknown; onRetry: () => void }) {
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
