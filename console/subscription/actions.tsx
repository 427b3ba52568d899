import type { Answer } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import type { IconComponent } from '@orbita/ui/icon';
import { BuildingIcon } from '@orbita/ui/icons/building';
import { CalendarIcon } from '@orbita/ui/icons/calendar';
import { CapIcon } from '@orbita/ui/icons/cap';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { ChevronRightIcon } from '@orbita/ui/icons/chevron-right';
import { CopyIcon } from '@orbita/ui/icons/copy';
import { DotsIcon } from '@orbita/ui/icons/dots';
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
import { usePageCommands } from '../ui/page-commands.ts';
import { ACT_OF, APPLICATION_QUEUES } from './queue.ts';

const ActionDialog = lazy(() => import('./action-dialog.tsx'));

type Action = Answer<'GET /operations/subscriptions/{id}/actions'>[number];

const SIGNS: Readonly<Record<Act, IconComponent>> = {
  'send-link': MailIcon,
  'ask-confirmation': CheckCircleIcon,
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

/** The most frequent acts, in this order; the rest follows in the server's order. */
const FIRST: readonly Act[] = [
  'send-link',
  'ask-confirmation',
  'view-as-candidate',
  'correct-contact',
  'send-document',
];
/** Number of acts visible beside "Mais". */
const IN_VIEW = 3;

type Shown = Action & { action: Act };

/**
 * Acts with a dialog in display order: first what the application is waiting for, then the frequent ones; refused ones are
 * never visible directly, but behind "Mais" with their reason.
 */
function arranged(actions: readonly Action[], waitsFor?: Act): { inView: Shown[]; more: Shown[] } {
  const known = actions.filter((one): one is Shown => isAct(one.action));
  const order = [...(waitsFor ? [waitsFor] : []), ...FIRST];
  const rank = ({ action }: Shown) => (order.includes(action) ? order.indexOf(action) : order.length);
  const allowed = known.filter(({ allowed: may }) => may).toSorted((one, other) => rank(one) - rank(other));
  return {
    inView: allowed.slice(0, IN_VIEW),
    more: [...allowed.slice(IN_VIEW), ...known.filter(({ allowed: may }) => !may)],
  };
}

/** Acts that change the person. */
const ABOUT_PERSON: readonly Act[] = ['block', 'unblock', 'correct-contact', 'correct-identity'];

type Props = {
  application: Application;
  /** The act whose dialog is open. */
  act: Act | undefined;
  onAct: (act: Act | undefined) => void;
  onDone: (outcome: Outcome, act: Act) => void;
};

/** What may be done with an application now, and why the rest may not (spec 25.6.1). */
export function Actions({ application, act, onAct: setAct, onDone }: Props) {
  const { data, error, refetch } = useActions(application.id);
  const reload = useReload(application.id, application.personId);
  const queue = application.work?.queue;
  const waitsFor = APPLICATION_QUEUES.find((one) => one === queue);
  const shown = data && arranged(data, waitsFor && ACT_OF[waitsFor]);
  const all = shown ? [...shown.inView, ...shown.more] : [];
  usePageCommands(
    all
      .filter(({ allowed }) => allowed)
      .map(({ action, label }) => ({ id: action, label, run: () => setAct(action) })),
  );
  const finish = async (done: Act, outcome: Outcome) => {
    setAct(undefined);
    await reload(ABOUT_PERSON.includes(done));
    onDone(outcome, done);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that act at once are no fields of a form
    <div className="acts" role="group" aria-label={t.title}>
      {error && !data && <Failed error={error} onRetry={() => refetch()} />}
      {!shown && !error && (
        <Loading label={t.loading}>
          <Skeleton width="22rem" height="2.5rem" />
        </Loading>
      )}
      {shown && all.length === 0 && <p className="muted">{t.none}</p>}
      {shown?.inView.map(({ action, label }, at) => (
        <Button
          key={action}
          kind={at === 0 && waitsFor ? 'primary' : 'outline'}
          icon={SIGNS[action]}
          onClick={() => setAct(action)}
        >
          {label}
        </Button>
      ))}
      {shown && shown.more.length > 0 && (
        <details className="more-actions">
          <summary className="button button--outline">
            <DotsIcon />
            {t.more}
          </summary>
          <ul className="actions">
            {shown.more.map((one) => (
              <Row key={one.action} action={one} onOpen={() => setAct(one.action)} />
            ))}
          </ul>
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
    </div>
  );
}

function Row({ action, onOpen }: { action: Shown; onOpen: () => void }) {
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
