import { FILE_TEXTS, isStageComplete, stageProgress } from '@orbita/domain/document';
import { newFileText } from '@orbita/domain/subscription';
import { Button } from '@orbita/ui/button';
import { DocumentList } from '@orbita/ui/document-row';
import { Empty } from '@orbita/ui/empty';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { PageHead } from '@orbita/ui/page';
import { RingProgress } from '@orbita/ui/ring-progress';
import { Loading } from '@orbita/ui/skeleton';
import { SkeletonCard } from '@orbita/ui/skeleton-card';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTitle } from '../base/title.ts';
import { tenantDate } from '../base/zone.ts';
import { fullStatusQuery } from '../subscription/queries.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { documentTexts as t } from '../texts/document.ts';
import { DocumentItem, formatNames } from './document-item.tsx';
import { lookOf } from './document-shown.tsx';
import '../subscription/head-row.css';
import './documents.css';
import { interruptedOf } from './interrupted.tsx';
import { documentsQuery, type RequiredDocument, type Stage, unfinishedQuery } from './queries.ts';
import { useUploads } from './use-uploads.ts';

/** S-31: documents to deliver, grouped, each with its state and files; updated live. */
export default function DocumentsStep(props: StepProps) {
  return <StagePage {...props} stage="enrollment" title={t.title} />;
}

type StageProps = StepProps & {
  stage: Stage;
  title: string;
  /** What follows once all are approved, shown while some are not. */
  note?: string;
  /** Heading of the documents if they are only one option among others: nothing is owed, so nothing is counted. */
  choice?: string;
  /** Further information of this stage, below the documents. */
  children?: ReactNode;
};

/** The documents of one stage; S-16 is the same page with its own heading and note. */
export function StagePage(props: StageProps) {
  const { subscription, steps, stage, title } = props;
  useTitle(title);
  const documents = useQuery(documentsQuery(subscription.id, stage));
  return (
    <StepFrame subscription={subscription} steps={steps}>
      {documents.data ? (
        <Documents {...props} documents={documents.data} />
      ) : documents.error ? (
        <Failed title={title} onRetry={() => documents.refetch()} />
      ) : (
        <Loading label={t.loading}>
          <SkeletonCard />
          <SkeletonCard />
        </Loading>
      )}
    </StepFrame>
  );
}

function Failed({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  return (
    <>
      <PageHead title={title} />
      <LoadFailed title={t.loadFailed} onRetry={onRetry} />
    </>
  );
}

/** Everything required has been sent: the institution reviews it now. */
const isUnderReview = (documents: readonly RequiredDocument[]) =>
  documents.every((one) => !one.required || ['waiting', 'done'].includes(lookOf(one)));

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
  const [first] = documents.filter(({ state }) => state === 'pending').concat(documents);
  const formats = first ? formatNames(first.acceptedFormats) : '';
  const group = (required: boolean) => documents.filter((one) => one.required === required);
  const refused = documents.filter((one) => lookOf(one) === 'refused');
  const isOver = isStageComplete(documents);
  const advised = !isOver && !isUnderReview(documents);
  const next = refused[0] ?? documents.find((one) => one.required && lookOf(one) === 'todo');
  const item = (document: RequiredDocument) => (
    <DocumentItem
      key={document.documentId}
      document={document}
      subscriptionId={subscription.id}
      nameOf={(id) => documents.find(({ documentId }) => documentId === id)?.name ?? ''}
      unfinished={interruptedOf(document, unfinished.data ?? [], queue)}
      uploads={queue.filter(({ documentId }) => documentId === document.documentId)}
      store={store}
      isNext={document === next}
      formats={advised ? formats : ''}
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
      {refused.length > 0 && (
        <Notice kind="danger" role="status" title={newFileText(refused.map(({ name }) => name))} />
      )}
      {!isOver && (note || advised) && (
        <div className="stack stack--tight">
          {note && <p>{note}</p>}
          {advised && <p className="small muted">{t.advice(formats)}</p>}
        </div>
      )}
      {isOver ? (
        <Notice kind="success" role="status" title={FILE_TEXTS.allApproved} />
      ) : (
        !advised && (
          <Notice role="status" icon={ClockIcon} title={t.allSent}>
            {t.allSentNext}
          </Notice>
        )
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

/** One row for each, in the order in which they are requested. */
function Group({ title, documents, item }: GroupProps) {
  if (documents.length === 0) return null;
  return (
    <section className="stack stack--tight" aria-label={title}>
      <h2 className="h3">{title}</h2>
      <DocumentList>{documents.map(item)}</DocumentList>
    </section>
  );
}
