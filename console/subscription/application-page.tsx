import { courseName } from '@orbita/domain/foundation';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { type Outcome, OutcomeNotice } from '../act/outcome.tsx';
import type { Act } from '../act/props.ts';
import { useAhead, useApplication, useLive } from '../act/queries.ts';
import { type Application, ApplicationChip } from '../act/status.tsx';
import { ItemPage } from '../base/awaited-item.tsx';
import { useMay } from '../base/me.ts';
import { usePlaceName } from '../base/place.tsx';
import { useScreenTitle } from '../base/title.ts';
import { day, exactly } from '../base/zone.ts';
import { applicationTexts as t } from '../texts/subscription.ts';
import { Actions } from './actions.tsx';
import { AttentionMarks } from './attention.tsx';
import { Blocks } from './blocks.tsx';
import { Notes } from './notes.tsx';
import { OwnerLine } from './owner.tsx';
import { ACT_OF, queueNamed } from './queue.ts';
import { Steps } from './steps.tsx';
import { Timeline } from './timeline.tsx';
import { WaitLine } from './wait.tsx';
import '../styles/parts.css';
import '../styles/application.css';

/** Only used for applications opened from a queue. */
const QueueBar = lazy(() => import('./queue-bar.tsx').then(({ QueueBar: Bar }) => ({ default: Bar })));

/** E-02 `/inscricoes/{id}`: one application, its history and what may be done (spec 25.6). */
export default function ApplicationPage() {
  const id = Number(useParams().id);
  const title = Number.isSafeInteger(id) ? t.title(id) : t.loadingTitle;
  useScreenTitle(title);
  const { data, error, refetch } = useApplication(id);
  useAhead(id);
  useLive(id, data?.version);
  return (
    <ItemPage id={id} title={title} of={{ data, error, refetch }} texts={t} list="/inscricoes">
      {(found) => <Whole application={found} key={id} />}
    </ItemPage>
  );
}

/** The next deadline, and what it ends. */
export function nextDeadline({ deadlines }: Pick<Application, 'deadlines'>) {
  const dated = (['payment', 'documents', 'class'] as const).flatMap((of) => {
    const at = deadlines[of];
    return at === null ? [] : [{ of, at }];
  });
  return dated.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0];
}

function Whole({ application }: { application: Application }) {
  const [outcome, setOutcome] = useState<Outcome>('');
  const [act, setAct] = useState<Act>();
  /** The last act done here. */
  const [done, setDone] = useState<Act>();
  const queue = queueNamed(new URLSearchParams(useLocation().search).get('fila'), useMay());
  const wanted = queue && ACT_OF[queue];
  const isOver = wanted !== undefined && act === wanted && application.work === null;
  // What somebody else decided must not be decided over unseen (spec 25.4.3).
  useEffect(() => {
    if (isOver) setAct(undefined);
  }, [isOver]);
  const deadline = nextDeadline(application);
  const { person } = application;
  const institution = usePlaceName()(application.institutionCode);
  return (
    <div className="content content--facts">
      {queue && (
        <Suspense>
          <QueueBar
            application={application}
            queue={queue}
            done={done === wanted}
            onAct={() => setAct(wanted)}
          />
        </Suspense>
      )}
      <div className="head">
        <div className="head__text">
          <div className="row">
            <h1 tabIndex={-1} translate="no">
              {person.socialName ?? person.name}
            </h1>
            <ApplicationChip of={application} />
          </div>
          <p className="head__lead">
            {[
              t.number(application.id),
              courseName(application.courseName),
              application.campusPolo,
              application.ingressMode,
              institution,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="head__outcome">
            {t.reads} <q>{application.candidateReads}</q>
          </p>
          <WaitLine of={application} />
          <OwnerLine of={application} />
          {deadline && (
            <p className="meta">
              {t.until[deadline.of]}{' '}
              <b>
                <time dateTime={deadline.at} title={exactly(deadline.at)}>
                  {day(deadline.at)}
                </time>
              </b>
            </p>
          )}
          {application.attention.length > 0 && (
            <div className="row">
              <AttentionMarks of={application} />
            </div>
          )}
        </div>
        <Actions
          application={application}
          act={act}
          onAct={setAct}
          onDone={(said, made) => {
            setOutcome(said);
            setDone(made);
          }}
        />
      </div>
      <div className="wide" role="status">
        <OutcomeNotice outcome={outcome} />
      </div>
      <Blocks application={application} />
      <aside className="aside" aria-label={t.aside}>
        <Notes application={application} onDone={setOutcome} />
        <Steps application={application} />
        <Timeline id={application.id} onDone={setOutcome} />
      </aside>
    </div>
  );
}
