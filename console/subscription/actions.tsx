import type { Answer } from '@orbita/protocol';
import type { IconComponent } from '@orbita/ui/icon';
import { BuildingIcon } from '@orbita/ui/icons/building';
import { CalendarIcon } from '@orbita/ui/icons/calendar';
import { CapIcon } from '@orbita/ui/icons/cap';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ChevronRightIcon } from '@orbita/ui/icons/chevron-right';
import { CopyIcon } from '@orbita/ui/icons/copy';
import { DownloadIcon } from '@orbita/ui/icons/download';
import { EyeIcon } from '@orbita/ui/icons/eye';
import { MailIcon } from '@orbita/ui/icons/mail';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import { UploadIcon } from '@orbita/ui/icons/upload';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { lazy, Suspense } from 'react';
import type { Outcome } from '../act/outcome.tsx';
import type { Act } from '../act/props.ts';
import { useActions, useReload } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { Failed } from '../base/states.tsx';
import { acts, actTexts as t } from '../texts/subscription-acts.ts';
import { LinkIcon } from '../ui/icons/link.tsx';
import { LockIcon } from '../ui/icons/lock.tsx';
import { UndoIcon } from '../ui/icons/undo.tsx';
import { XCircleIcon } from '../ui/icons/x-circle.tsx';
import { Section } from '../ui/page.tsx';
import { usePageCommands } from '../ui/page-commands.ts';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

type Action = Answer<'GET /operations/subscriptions/{id}/actions'>[number];

const SIGNS: Readonly<Record<Act, IconComponent>> = {
  'send-link': MailIcon,
  'copy-link': CopyIcon,
  'view-as-candidate': EyeIcon,
  'cancel-links': LinkIcon,
  'correct-contact': PencilIcon,
  'correct-identity': PencilIcon,
  'change-course': CapIcon,
  'extend-deadline': CalendarIcon,
  dossier: DownloadIcon,
  'give-discount': PencilIcon,
  reinstate: UndoIcon,
  disqualify: XCircleIcon,
  block: LockIcon,
  unblock: UndoIcon,
  'see-all-institutions': BuildingIcon,
  'book-test': CalendarIcon,
  'ask-exam-score': CheckCircleIcon,
  'send-document': UploadIcon,
  'choose-disciplines': CapIcon,
  'answer-questionnaire': PencilIcon,
  'grant-attempt': PencilIcon,
  'grant-accommodations': PencilIcon,
  'analyse-disciplines': CheckCircleIcon,
  'receive-payment': BuildingIcon,
  'settle-payment': CheckCircleIcon,
  'refuse-payment': XCircleIcon,
  refund: UndoIcon,
  'retry-papers': UndoIcon,
  'student-number': CapIcon,
  'approve-selection': CheckCircleIcon,
  'reject-selection': XCircleIcon,
};

const isAct = (action: string): action is Act => Object.hasOwn(acts, action);

/** Acts with a dialog, the allowed ones first; those refused stay, with their reason. */
const shownActs = (actions: readonly Action[]): (Action & { action: Act })[] =>
  actions
    .filter((one): one is Action & { action: Act } => isAct(one.action))
    .toSorted((one, other) => Number(other.allowed) - Number(one.allowed));

/** Acts that change the person herself. */
const ABOUT_PERSON: readonly Act[] = ['block', 'unblock', 'correct-contact', 'correct-identity'];
/** So many stand open; the rest is behind "Mais {n} ações". */
const OPEN = 5;

type Props = {
  application: Application;
  /** The act whose dialog is open. */
  act: Act | undefined;
  onAct: (act: Act | undefined) => void;
  onDone: (outcome: Outcome, act: Act) => void;
};

/** What may be done with an application now, and why not (spec 25.6.1). */
export function Actions({ application, act, onAct: setAct, onDone }: Props) {
  const { data, error, refetch } = useActions(application.id);
  const reload = useReload(application.id, application.personId);
  const shown = data && shownActs(data);
  const rest = shown?.slice(OPEN) ?? [];
  usePageCommands(
    (shown ?? [])
      .filter(({ allowed }) => allowed)
      .map(({ action, label }) => ({ id: action, label, run: () => setAct(action) })),
  );
  const finish = async (done: Act, outcome: Outcome) => {
    setAct(undefined);
    await reload(ABOUT_PERSON.includes(done));
    onDone(outcome, done);
  };
  const row = (one: Action & { action: Act }) => (
    <Row key={one.action} action={one} onOpen={() => setAct(one.action)} />
  );
  return (
    <Section title={t.title}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!shown && !error && (
        <Loading label={t.loading}>
          <Skeleton width="100%" height="2.5rem" />
          <Skeleton width="100%" height="2.5rem" />
        </Loading>
      )}
      {shown?.length === 0 && <p className="muted">{t.none}</p>}
      {shown && shown.length > 0 && <ul className="actions">{shown.slice(0, OPEN).map(row)}</ul>}
      {rest.length > 0 && (
        <details className="more-actions">
          <summary>
            <ChevronRightIcon small />
            {t.more(rest.length)}
          </summary>
          <ul className="actions">{rest.map(row)}</ul>
        </details>
      )}
      {act && (
        <Suspense>
          <ActionDialog
            act={act}
            application={application}
            onClose={() => setAct(undefined)}
            onDone={() => finish(act, acts[act].done)}
            onOutcome={(outcome) => finish(act, outcome)}
          />
        </Suspense>
      )}
    </Section>
  );
}

function Row({ action, onOpen }: { action: Action & { action: Act }; onOpen: () => void }) {
  const Sign = SIGNS[action.action];
  if (!action.allowed)
    return (
      <li>
        <div className="action action--off">
          <Sign small />
          <span>
            {action.label}
            <small>{action.reason?.text}</small>
          </span>
          <LockIcon small />
        </div>
      </li>
    );
  return (
    <li>
      <button className="action" type="button" onClick={onOpen}>
        <Sign small />
        <span>
          {action.label}
          <small>{action.confirm ? t.confirm[action.confirm] : acts[action.action].small}</small>
        </span>
        <ChevronRightIcon small />
      </button>
    </li>
  );
}
