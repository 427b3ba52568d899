import { Button, ButtonLink } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useRouteError } from 'react-router';
import { traceOf } from '../base/api.ts';
import { shellTexts as t } from '../texts/shell.ts';
import { Content, Head } from '../ui/page.tsx';

/** Shown for an error a screen did not handle, or a part of the console that could not be loaded: the frame stays usable. */
export function BrokenScreen() {
  const trace = traceOf(useRouteError());
  return (
    <Content>
      <Head title={t.broken} />
      <Notice kind="danger" role="alert" title={t.brokenHelp}>
        {trace && <p className="code">{t.request(trace)}</p>}
        <div className="row">
          <Button kind="outline" small onClick={() => location.reload()}>
            {t.again}
          </Button>
          <ButtonLink kind="quiet" small href="/">
            {t.toStart}
          </ButtonLink>
        </div>
      </Notice>
    </Content>
  );
}
