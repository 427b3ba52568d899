import { FILE_TEXTS, isStageComplete, stageProgress } from '@orbita/domain/document';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTitle } from '../app/title.ts';
import { tenantDate } from '../app/zone.ts';
import { fullStatusQuery } from '../subscription/queries.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import { documentTexts as t } from '../texts/document.ts';
import { ActionList } from '../ui/action-list.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { CheckCircleIcon } from '../ui/icons/check-circle.tsx';
import { ClockIcon } from '../ui/icons/clock.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import { RingProgress } from '../ui/ring-progress.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { SkeletonCard } from '../ui/skeleton-card.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { DocumentItem, formatNames } from './document-item.tsx';
import '../subscription/head-row.css';
import './documents.css';
import { interruptedOf } from './interrupted.tsx';
import { documentsQuery, type RequiredDocument, type Stage, unfinishedQuery } from './queries.ts';
import { useUploads } from './use-uploads.ts';

/** S-31: documents to deliver, grouped, each with its state and files; live. */
export default function DocumentsStep(props: StepProps) {
  return <StagePage {...props} stage="enrollment" title={t.title} />;
}

type StageProps = StepProps & {
  stage: Stage;
  title: string;
  /** What comes once all are approved, shown while some are open. */
  note?: string;
  /** Heading of the documents where they are one way among others: nothing is owed, so nothing is counted. */
  choice?: string;
  /** What else is known at this stage, below the documents. */
  children?: ReactNode;
};

/** The documents of one stage; S-16 is the same page with a heading and a note of its own. */
export function StagePage(props: StageProps) {
  const { subscription, steps, stage, title } = props;
  useTitle(title);
  const documents = useQuery(documentsQuery(subscription.id, stage));
  return (
    <StepFrame subscription={subscription} steps={steps}>
      {documents.data ? (
        <Documents {...props} documents={documents.data} />
      ) : documents.error ? (
        <Failed title={title} onRetry={() => void documents.refetch()} />
      ) : (
        <Loading label={t.loading}>
          <SkeletonCard />
          <SkeletonCard />
        </Loading>
      )}
    </StepFrame>
  );
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <>
      <PageHead title={title} />
      <LoadFailed title={t.loadFailed} onRetry={onRetry} />
    </>
  );
}

const isDone = ({ state }: RequiredDocument) => state === 'approved' || state === 'waived';

/** Nothing required is left to send: now somebody else looks at it. */
const isUnderReview = (documents: readonly RequiredDocument[]) =>
  documents.every(
    ({ required, state, cover }) =>
      !required || cover?.chosen || (state !== 'pending' && state !== 'rejected'),
  );

function Documents(props: StageProps & { documents: RequiredDocument[] }) {
  const { subscription, reload, documents, stage, title, note, choice, children } = props;
  const status = useQuery(fullStatusQuery(subscription.id));
  const { queue, news, store } = useUploads(subscription.id, stage);
  const unfinished = useQuery(unfinishedQuery(subscription.id));
  const { done, total } = stageProgress(documents);
  const until = status.data?.deadlines.documents;
  if (documents.length === 0) {
    return (
      <>
        <PageHead title={title} />
        <Empty title={FILE_TEXTS.none} action={<Button onClick={() => void reload()}>{t.continue}</Button>} />
        {children}
      </>
    );
  }
  const formats = documents.find(({ state }) => state === 'pending') ?? documents[0];
  const group = (required: boolean) => documents.filter((one) => one.required === required);
  const loud = documents.find(({ state }) => state === 'rejected')?.documentId;
  const item = (document: RequiredDocument) => (
    <DocumentItem
      key={document.documentId}
      document={document}
      subscriptionId={subscription.id}
      nameOf={(id) => documents.find(({ documentId }) => documentId === id)?.name ?? ''}
      unfinished={interruptedOf(document, unfinished.data ?? [], queue)}
      uploads={queue.filter(({ documentId }) => documentId === document.documentId)}
      store={store}
      loud={document.documentId === loud}
      reload={reload}
    />
  );
  return (
    <>
      {choice ? (
        <PageHead title={title} />
      ) : (
        <div className="row row--ring">
          <RingProgress done={done} total={total} label={t.ring(done, total)} size="4rem" />
          <div className="page__head">
            <h1 tabIndex={-1}>{title}</h1>
            <p className="muted" role="status">
              {t.approved(done, total)}
              {until && ` · ${t.sendUntil(tenantDate(until))}`}
            </p>
          </div>
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{news && t.said(news.name, news.percent)}</span>
      </VisuallyHidden>
      {note && !isStageComplete(documents) && <p>{note}</p>}
      {isStageComplete(documents) ? (
        <Notice kind="success" role="status" title={FILE_TEXTS.allApproved} />
      ) : isUnderReview(documents) ? (
        <Notice role="status" icon={ClockIcon} title={t.allSent}>
          {t.allSentNext}
        </Notice>
      ) : (
        formats && <p className="small muted">{t.advice(formatNames(formats.acceptedFormats))}</p>
      )}
      <Group title={choice ?? t.required} documents={group(true)} item={item} />
      <Group title={t.optional} documents={group(false)} item={item} />
      {children}
    </>
  );
}

type GroupProps = {
  title: string;
  documents: readonly RequiredDocument[];
  item: (document: RequiredDocument) => ReactNode;
};

/** What is to be done as cards, refused first; what is settled folds into one quiet list. */
function Group({ title, documents, item }: GroupProps) {
  if (documents.length === 0) return null;
  const settled = documents.filter(isDone);
  const open = documents.filter((one) => !isDone(one));
  const refused = open.filter(({ state }) => state === 'rejected');
  const others = open.filter(({ state }) => state !== 'rejected');
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {[...refused, ...others].map(item)}
      {settled.length > 0 && (
        <ActionList
          done
          items={settled.map(({ documentId, name, state }) => ({
            key: String(documentId),
            icon: CheckCircleIcon,
            title: name,
            note: state === 'waived' ? t.waivedNote : t.approvedNote,
          }))}
        />
      )}
    </section>
  );
}
