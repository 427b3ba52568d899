import { serverNow } from '@orbita/client/server-clock.ts';
import { Notice } from '@orbita/ui/notice';
import { Skeleton } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useGo, useInstitution } from '../base/institution.ts';
import { usePollMs } from '../base/live.ts';
import { useMay } from '../base/me.ts';
import { Failed } from '../base/states.tsx';
import { useScreenTitle } from '../base/title.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { announce } from '../ui/announce.tsx';
import { LockIcon } from '../ui/icons/lock.tsx';
import { useItemPainted } from '../ui/keys.ts';
import { type ClaimState, useReviewClaim } from '../work/claim.ts';
import { Due } from '../work/due.tsx';
import { readOnlyNotice, takenNotice, useTakenSaid } from '../work/hindered.tsx';
import { useNextAfter } from '../work/next-after.ts';
import { queueQuery } from '../work/queues.ts';
import { ReviewBar } from '../work/review-bar.tsx';
import { useSkip, useSkipSaid } from '../work/skip.ts';
import '../styles/review.css';
import '../styles/essay.css';
import {
  dueOf,
  type Essay,
  type EssayQueue,
  essayQuery,
  forgetEssays,
  isReview,
  queueOf,
  WATCH_MS,
} from './essay.ts';
import { Grading } from './grading.tsx';
import { registeredText } from './send-line.tsx';
import type { Registered } from './use-sending.ts';

const PART = 'essays.grade';
const LEAD = 'essays.lead';

/** The third mark is the lead's, and only the lead sees the earlier marks (spec 25.7). */
const isForLead = (essay: Essay): boolean => queueOf(essay) === 'third-grades' && essay.marks === null;

const roundOf = (essay: Essay): string =>
  isReview(essay) ? t.review : (t.rounds[Math.min(essay.round, 3)] ?? '');

/** E-03, the review: one essay after the other, by keyboard (spec 25.7). */
export default function ReviewPage() {
  const id = Number(useParams().id);
  const go = useGo();
  const may = useMay();
  const institution = useInstitution()?.code;
  const query = useQuery({ ...essayQuery(id), refetchInterval: usePollMs(WATCH_MS) });
  const essay = query.data?.id === id ? query.data : undefined;
  const queue = essay && queueOf(essay);
  // The person's own mark moves the essay on, and its event may arrive before its answer: they stay in the queue it was taken
  // from.
  const worked = useRef<{ id?: number; queue: EssayQueue }>({ queue: 'essays' });
  if (queue && worked.current.id !== id) worked.current = { id, queue };
  const mayMark =
    essay !== undefined && queue !== undefined && may(PART) && !isForLead(essay) && !essay.barred;
  const { refetch } = query;
  const { claim, takeIt, decided } = useReviewClaim({
    kind: 'essay',
    id,
    holds: mayMark,
    holder: essay?.claim,
    lookAgain: refetch,
  });
  useTakenSaid(claim);
  const items = useQuery({
    ...queueQuery(queue ?? 'essays', institution),
    enabled: queue !== undefined && may(queue === 'third-grades' ? LEAD : PART),
  });
  const item = items.data?.data.find(({ itemId }) => itemId === id);
  const [registered, setRegistered] = useState<Registered>();
  /** The essay this person last marked here: who decided that one needs no mention. */
  const [own, setOwn] = useState<number>();
  const { stays: problem, askNext } = useNextAfter(id);
  useScreenTitle(t.item(id));
  useItemPainted(id);

  const next = useCallback(
    async (done?: Registered) => {
      const from = worked.current.queue;
      await askNext(from, (following) => {
        forgetEssays();
        if (following) go(`/redacoes/${following}`);
        else go(`/redacoes?fila=${from}`, { state: { registered: done } });
      });
    },
    [askNext, go],
  );

  const said = useSkipSaid();
  const skip = useSkip(id, { onSkipped: forgetEssays, onNext: () => void next() });
  const mayTake = may(LEAD) ? () => void takeIt() : undefined;
  const due =
    item ??
    (queue && essay?.dueBy
      ? dueOf({ dueBy: essay.dueBy, since: essay.completedDate }, serverNow())
      : undefined);

  return (
    <div className="review">
      <ReviewBar
        back={`/redacoes?fila=${worked.current.queue}`}
        backLabel={t.back}
        item={id}
        title={essay ? t.item(id) : t.opening}
        about={essay ? [essay.course, t.attempt(essay.attempt), queue ? roundOf(essay) : ''] : []}
        claim={claim}
        due={due && <Due {...due} />}
        total={items.data}
      />
      {essay ? (
        <Grading
          key={essay.id}
          essay={essay}
          form={formOf(queue !== undefined && !mayMark, claim)}
          hindered={hinderedBy(essay, may(PART), claim, mayTake)}
          decided={own === id ? undefined : decided}
          registered={registered}
          problem={problem}
          skipped={said}
          onRegistered={(done) => {
            announce(registeredText(done));
            setRegistered(done);
            setOwn(id);
            void next(done);
          }}
          onNext={() => void next()}
          onSkip={(from) => {
            void skip({ queue: from, itemId: id, name: t.item(id) });
            void next();
          }}
          onBack={() => {
            forgetEssays();
            go(`/redacoes?fila=${worked.current.queue}`);
          }}
          onLookAgain={async () => (await refetch()).data}
          onTakeOver={mayTake}
        />
      ) : (
        <div className="content">
          {query.error ? <Failed error={query.error} onRetry={() => refetch()} /> : <Opening />}
        </div>
      )}
    </div>
  );
}

const Opening = () => (
  <div className="table__places" aria-hidden="true">
    <Skeleton width="40%" />
    <Skeleton width="100%" />
    <Skeleton width="90%" />
  </div>
);

/** Which form is shown: none for people who may not mark, a read-only one while somebody else has the essay. */
const formOf = (isBarred: boolean, { is }: ClaimState): 'none' | 'read' | 'open' => {
  if (isBarred) return 'none';
  return is === 'theirs' ? 'read' : 'open';
};

/** Why nothing can be decided now, with what can be done about it; undefined = a decision is possible. */
function hinderedBy(
  essay: Essay,
  mayGrade: boolean,
  claim: ClaimState,
  onTakeOver: (() => void) | undefined,
): ReactNode {
  if (!mayGrade) return readOnlyNotice(PART);
  if (essay.barred) return <Notice icon={LockIcon} title={t.barred[essay.barred]} />;
  if (isForLead(essay)) return <Notice icon={LockIcon} title={t.leadOnly} />;
  return takenNotice(claim, onTakeOver);
}
