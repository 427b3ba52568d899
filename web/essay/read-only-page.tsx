import { countWords } from '@orbita/domain/essay';
import { ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Page, PageHead } from '@orbita/ui/page';
import { useQuery } from '@tanstack/react-query';
import { LoadingPage } from '../base/loading-page.tsx';
import { useTitle } from '../base/title.ts';
import { ApplicationBar } from '../subscription/application-bar.tsx';
import { subscriptionQuery } from '../subscription/queries.ts';
import { essayTexts as t } from '../texts/essay.ts';
import './editor.css';
import type { Essay } from './queries.ts';

/** An essay that can no longer be changed, for its author to read. */
export function ReadOnlyPage({ essay }: { essay: Essay }) {
  const title = essay.title || t.pageTitle;
  useTitle(title);
  const { data: subscription, error } = useQuery(subscriptionQuery(essay.subscriptionId));
  if (error && !subscription) throw error;
  if (!subscription) return <LoadingPage />;
  return (
    <>
      <ApplicationBar shown={subscription} subscription={subscription} place="step" />
      <Page width="task">
        <PageHead title={title} lead={essay.theme ? `${t.theme}: ${essay.theme.title}` : undefined} />
        <Card className="stack">
          <p className="essay__sent">{essay.essay || t.empty}</p>
        </Card>
        <p className="small muted">
          {t.words(countWords(essay.essay ?? ''))}. {t.readOnlyLead}
        </p>
        <div>
          <ButtonLink kind="outline" href={`/subscriptions/essays/${essay.subscriptionId}`}>
            {t.back}
          </ButtonLink>
        </div>
      </Page>
    </>
  );
}
