import { textOf } from '@orbita/client/errors.ts';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { LinkAction } from '@orbita/ui/link-action';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Page, PageHead } from '@orbita/ui/page';
import { Loading } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { StatusChip } from '@orbita/ui/status-chip';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTitle } from '../base/title.ts';
import { tenantDateTime } from '../base/zone.ts';
import { ProfileTabs } from '../person/profile-tabs.tsx';
import { MESSAGES_TAB } from '../person/tabs.ts';
import { messagesTexts as t } from '../texts/messaging.ts';
import { messagesQuery, type OwnMessage } from './queries.ts';

/** S-48: the messages sent to the person, with channel and time. */
export default function MessagesPage() {
  useTitle(t.title);
  const messages = useInfiniteQuery(messagesQuery());
  return (
    <Page width="parts" gap="section">
      <PageHead title={t.title} lead={t.lead} />
      <ProfileTabs current={MESSAGES_TAB} />
      <section className="stack" aria-label={t.title} aria-busy={messages.isFetching || undefined}>
        {messages.data ? (
          <MessageList
            // A message that arrives between two page requests shifts an earlier one to the next page.
            messages={[
              ...new Map(
                messages.data.pages.flatMap(({ data }) => data).map((message) => [message.id, message]),
              ).values(),
            ]}
            total={messages.data.pages.at(-1)?.total ?? 0}
          />
        ) : (
          !messages.isLoadingError && (
            <Loading>
              <SkeletonCard />
              <SkeletonCard />
            </Loading>
          )
        )}
        {messages.isLoadingError || messages.isFetchNextPageError ? (
          <LoadFailed
            title={t.loadFailed}
            onRetry={() => (messages.data ? messages.fetchNextPage() : messages.refetch())}
          >
            <p>{textOf(messages.error)}</p>
          </LoadFailed>
        ) : (
          messages.hasNextPage && (
            <div>
              <Button
                kind="outline"
                block
                busy={messages.isFetchingNextPage && t.loadingMore}
                onClick={() => void messages.fetchNextPage()}
              >
                {t.more}
              </Button>
            </div>
          )
        )}
      </section>
    </Page>
  );
}

function MessageList({ messages, total }: { messages: readonly OwnMessage[]; total: number }) {
  if (messages.length === 0) return <Empty title={t.none} text={t.noneHelp} />;
  return (
    <>
      <p className="small muted" role="status">
        {t.shown(messages.length, total)}
      </p>
      <ul className="stack">
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Message({ message }: { message: OwnMessage }) {
  const { channel, state, at, institution, subscriptionId, title, paragraphs } = message;
  const id = useId();
  return (
    <Card as="article" look="flat" className="stack stack--tight" aria-labelledby={`${id} ${id}-data`}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      <p className="small muted" id={`${id}-data`}>
        {t.channels[channel]} · <time dateTime={at}>{tenantDateTime(at)}</time> · {institution}
      </p>
      {state === 'failed' && (
        <div className="stack stack--tight">
          <div>
            <StatusChip status="rejected">{t.notDelivered}</StatusChip>
          </div>
          <p>{t.checkContact}</p>
        </div>
      )}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {subscriptionId !== null && (
        <div>
          <LinkAction href={`/tracking?subscription=${subscriptionId}`}>
            {t.openApplication(subscriptionId)}
          </LinkAction>
        </div>
      )}
    </Card>
  );
}
