import { isFinal } from '@orbita/client/final.ts';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { PrinterIcon } from '@orbita/ui/icons/printer';
import { Legal } from '@orbita/ui/legal';
import { RetryButton } from '@orbita/ui/load-failed';
import { Page, PageHead } from '@orbita/ui/page';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../base/api.ts';
import { BrandBar } from '../base/brand-bar.tsx';
import { LoadingPage } from '../base/loading-page.tsx';
import { parseHtml } from '../base/parse-html.ts';
import { safeElements } from '../base/safe-html.ts';
import { useTitle } from '../base/title.ts';
import { printTexts as t } from '../texts/document.ts';
import { SlipBarcode } from './slip-barcode.tsx';
import './print.css';

const printQuery = (ticket: string) => ({
  queryKey: ['print', ticket],
  queryFn: () => call('GET /candidate/print/{ticket}', { params: { ticket } }),
  enabled: ticket !== '',
  // A ticket opens one unchanging document and expires, so it is never refetched.
  staleTime: Number.POSITIVE_INFINITY,
});

/** S-41: one document and the print dialog; a ticket opens it, not a session (spec 18). */
export default function PrintPage() {
  const ticket = useSearchParams()[0].get('ticket') ?? '';
  const { data, error, refetch } = useQuery(printQuery(ticket));
  if (data) return <Sheet {...data} />;
  const over = ticket === '' || isFinal(error);
  if (over) return <Nothing />;
  return error ? <Nothing onRetry={() => refetch()} /> : <LoadingPage />;
}

function Sheet({ title, html, barcode }: { title: string; html: string; barcode: string | null }) {
  useTitle(title);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    // Paint the page before the print dialog blocks it.
    requestAnimationFrame(() => requestAnimationFrame(() => print()));
  }, []);
  const nodes = useMemo(() => parseHtml(html), [html]);
  // Most documents contain their own title.
  const titled = nodes.some(({ nodeName }) => nodeName === 'H1');
  return (
    <Page width="task" className="page--alone">
      <div className="row print-page__act">
        <Button kind="outline" small icon={PrinterIcon} onClick={() => print()}>
          {t.print}
        </Button>
      </div>
      {!titled && <PageHead title={title} />}
      <div className="print-page">
        <Legal>{safeElements(nodes, titled ? 1 : 2)}</Legal>
        {barcode && <SlipBarcode digits={barcode} label={t.barcode} />}
      </div>
    </Page>
  );
}

function Nothing({ onRetry }: { onRetry?: () => unknown }) {
  useTitle(t.title);
  return (
    <>
      <BrandBar narrow />
      <Page width="task">
        <h1 className="visually-hidden" tabIndex={-1}>
          {t.title}
        </h1>
        <Empty
          title={onRetry ? t.failed : t.nothing}
          text={onRetry ? undefined : t.nothingHelp}
          action={
            onRetry ? (
              <RetryButton onRetry={onRetry} />
            ) : (
              <ButtonLink kind="outline" href="/">
                {t.back}
              </ButtonLink>
            )
          }
        />
      </Page>
    </>
  );
}
