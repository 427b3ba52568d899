import { ActionBar } from '@orbita/ui/action-bar';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { GoodNews } from '@orbita/ui/good-news';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { useState } from 'react';
import { useTitle } from '../base/title.ts';
import { StepPage } from '../subscription/step-frame.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import type { StartedParts } from './parts.ts';
import { useStart } from './use-start.ts';

/** S-18b: the time ran out; says whether the text was delivered. */
export function TimeOverPage({
  subscription,
  steps,
  overview,
  essay,
  onFollow,
}: StartedParts & { onFollow: () => void }) {
  useTitle(t.timeOver);
  const { start, busy, failure } = useStart(subscription.id);
  const [asking, setAsking] = useState(false);
  const delivered = essay.state !== 'timed-out';
  const anew = (kind: 'primary' | 'outline', act: () => void) => (
    <Button block kind={kind} busy={busy && t.starting} onClick={act}>
      {t.startAnew}
    </Button>
  );
  return (
    <StepPage subscription={subscription} steps={steps}>
      <GoodNews mark="clock" title={t.timeOver} lead={delivered ? t.delivered : t.notDelivered} />
      {overview.attemptsLeft === 0 && <Notice kind="warning" title={t.noAttempts} />}
      {!delivered && overview.attemptsLeft > 0 && <p>{t.attemptsAfter(overview.attemptsLeft)}</p>}
      {failure && <Notice kind="danger" role="alert" title={failure} />}
      {delivered ? (
        <ActionBar>
          <Button block onClick={onFollow}>
            {t.followResult}
          </Button>
          {overview.attemptsLeft > 0 && anew('outline', () => setAsking(true))}
        </ActionBar>
      ) : (
        <ActionBar>
          {overview.attemptsLeft > 0 && anew('primary', start)}
          <ButtonLink block kind="outline" href={`/essays/${essay.id}`}>
            {t.seeText}
          </ButtonLink>
        </ActionBar>
      )}
      {delivered && (
        <div>
          <LinkAction href={`/essays/${essay.id}`}>{t.seeText}</LinkAction>
        </div>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t.discardTitle}
        foot={
          <>
            <Button
              kind="danger"
              onClick={() => {
                setAsking(false);
                start();
              }}
            >
              {t.startAnew}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t.keepDelivered}
            </Button>
          </>
        }
      >
        <p>{t.discard}</p>
        <p>{t.attemptsAfter(overview.attemptsLeft)}</p>
      </Dialog>
    </StepPage>
  );
}
