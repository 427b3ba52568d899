import { useState, useSyncExternalStore } from 'react';
import { SignInAgain } from '../identity/sign-in-again.tsx';
import { sessionTexts as t } from '../texts/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { textOf } from './api.ts';
import { askLater, onPartMissing, partMissing, tryPartsAgain } from './chunk-ask.ts';
import {
  askingNow,
  endsAt,
  enteredAgain,
  leaveForGood,
  onAsking,
  stay,
  wasRemembered,
} from './session-keeper.ts';
import { BASE } from './settings.ts';
import { tellTabs } from './tab.ts';
import { tenantTime } from './zone.ts';

/** What is asked over any page so that no typed word is lost: to go on, to sign in again, to try a part again. */
export function SessionDialogs() {
  const asking = useSyncExternalStore(onAsking, askingNow);
  const missing = useSyncExternalStore(onPartMissing, partMissing);
  if (asking === 'stay') return <StayDialog />;
  if (asking === 'sign-in') return <AgainDialog />;
  return missing ? <PartDialog /> : null;
}

/** Five minutes before the end: one press goes on (U12, WCAG 2.2.1). */
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

/** The session is over: signing in here keeps every word of the page, which nobody sees meanwhile. */
function AgainDialog() {
  const done = () => {
    tellTabs('entered');
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

/** A part of the app is gone after a deploy, and a reload would throw words away: the person decides. */
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
