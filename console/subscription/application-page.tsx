import { courseName } from '@orbita/domain/foundation';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AwaitedItem, isMissing } from '../app/awaited-item.tsx';
import { useScreenTitle } from '../app/title.ts';
import { day, exactly } from '../app/zone.ts';
import { applicationTexts as t } from '../texts/subscription.ts';
import { Actions } from './actions.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { AttentionMarks } from './attention.tsx';
import { Notes } from './notes.tsx';
import { type Outcome, OutcomeNotice } from './outcome.tsx';
import { useAhead, useApplication, useLive } from './queries.ts';
import { type Application, ApplicationChip } from './status.tsx';
import { Steps, StepsLine } from './steps.tsx';
import { Timeline } from './timeline.tsx';
import '../styles/application.css';

/** E-02 `/inscricoes/{id}`: one application, what happened with it and what may be done (spec 25.6). */
export default function ApplicationPage() {
  const id = Number(useParams().id);
  const title = Number.isSafeInteger(id) ? t.title(id) : t.loadingTitle;
  useScreenTitle(title);
  const { data, error, refetch } = useApplication(id);
  useAhead(id);
  useLive(id, data?.version);
  if (data && !isMissing(id, error)) return <Whole application={data} key={id} />;
  return (
    <AwaitedItem
      id={id}
      title={title}
      error={error}
      onRetry={() => void refetch()}
      texts={t}
      list="/inscricoes"
    />
  );
}

/** The deadline that is next, and what it is the end of. */
export function nextDeadline({ deadlines }: Pick<Application, 'deadlines'>) {
  const dated = (['payment', 'documents', 'class'] as const).flatMap((of) => {
    const at = deadlines[of];
    return at === null ? [] : [{ of, at }];
  });
  return dated.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))[0];
}

function Whole({ application }: { application: Application }) {
  const [outcome, setOutcome] = useState<Outcome>('');
  const deadline = nextDeadline(application);
  const { person } = application;
  return (
    <div className="content content--three">
      <div className="head">
        <div className="head__text">
          <div className="row">
            <h1 tabIndex={-1}>{person.socialName ?? person.name}</h1>
            <ApplicationChip of={application} />
          </div>
          <p className="head__lead">
            {[
              t.number(application.id),
              courseName(application.courseName),
              application.campusPolo,
              application.ingressMode,
              application.institutionCode,
            ].join(' · ')}
          </p>
          <p className="head__outcome">
            {t.reads} <q>{application.candidateReads}</q>
          </p>
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
      </div>
      <div className="wide" role="status">
        <OutcomeNotice outcome={outcome} />
      </div>
      <StepsLine application={application} />
      <Steps application={application} />
      <Timeline id={application.id} onDone={setOutcome} />
      <aside className="aside" aria-label={t.aside}>
        <Actions application={application} onDone={setOutcome} />
        <ApplicationFacts application={application} />
        <Notes application={application} onDone={setOutcome} />
      </aside>
    </div>
  );
}
