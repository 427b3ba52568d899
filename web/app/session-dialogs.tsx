import { textOf } from '@orbita/client/errors.ts';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Notice } from '@orbita/ui/notice';
import { lazy, Suspense, useState } from 'react';
import { chunk } from '../base/chunk-reload.ts';
import { answerProof, proofAsked } from '../base/proof-ask.ts';
import {
  endsAt,
  enteredAgain,
  leaveForGood,
  asking as openDialog,
  stay,
  wasRemembered,
} from '../base/session-keeper.ts';
import { BASE } from '../base/settings.ts';
import { postToTabs } from '../base/tab-channel.ts';
import { tenantTime } from '../base/zone.ts';
import { SignInAgain } from '../identity/sign-in-again.tsx';
import { sessionTexts as t } from '../texts/session.ts';
import { askLater, partMissing, tryPartsAgain } from './chunk-ask.ts';

const proofDialog = () => import('../identity/proof/proof-dialog.tsx');
const ProofDialog = lazy(() => chunk(proofDialog).then((found) => ({ default: found.ProofDialog })));

/**
 * Dialogs over any page that keep typed text from being lost: stay signed in, sign in again, prove one's identity, retry a
 * failed load.
 */
export function SessionDialogs() {
  const asking = openDialog.use();
  const proving = proofAsked.use();
  const missing = partMissing.use();
  if (asking === 'stay') return <StayDialog />;
  if (asking === 'sign-in') return <AgainDialog />;
  if (missing) return <PartDialog />;
  return proving ? (
    <Suspense>
      <ProofDialog onDone={answerProof} />
    </Suspense>
  ) : null;
}

/** Five minutes before the session ends: one press extends it (U12, WCAG 2.2.1). */
function StayDialog() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [end] = useState(endsAt);
  const goOn = () => {
    setBusy(true);
    setFailure(undefined);
    void stay()
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      open
      onClose={goOn}
      title={t.endsTitle}
      foot={
        <>
          <Button block busy={busy && t.staying} onClick={goOn}>
            {t.stay}
          </Button>
          <ButtonLink block kind="quiet" href={`${BASE}/logout`}>
            {t.exit}
          </ButtonLink>
        </>
      }
    >
      <p>{t.endsAt(tenantTime(new Date(end)))}</p>
      {failure !== undefined && <Notice kind="danger" role="alert" title={textOf(failure)} />}
    </Dialog>
  );
}

/** The session has ended: signing in here keeps the typed text; the page behind is hidden until then. */
function AgainDialog() {
  const done = () => {
    postToTabs('entered');
    enteredAgain();
  };
  return (
    <Dialog open covers title={t.overTitle}>
      <SignInAgain remember={wasRemembered()} onDone={done} />
      <div className="stack stack--tight">
        <ButtonLink block kind="outline" href={`${BASE}/`} target="_blank" rel="noopener">
          {t.otherWay}
        </ButtonLink>
        <p className="small muted center">{t.otherWayHint}</p>
      </div>
      <Button block kind="quiet" onClick={leaveForGood}>
        {t.giveUp}
      </Button>
    </Dialog>
  );
}

/** A deploy removed a chunk and a reload would lose typed text, so the person decides. */
function PartDialog() {
  return (
    <Dialog
      open
      onClose={askLater}
      title={t.partTitle}
      foot={
        <>
          <Button block onClick={tryPartsAgain}>
            {t.partRetry}
          </Button>
          <Button block kind="quiet" onClick={() => location.reload()}>
            {t.partReload}
          </Button>
        </>
      }
    >
      <p>{t.partHelp}</p>
    </Dialog>
  );
}
