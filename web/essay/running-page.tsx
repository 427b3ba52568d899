import { ActionBar } from '@orbita/ui/action-bar';
import { ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Countdown } from '@orbita/ui/countdown';
import { PageHead } from '@orbita/ui/page';
import { useTitle } from '../base/title.ts';
import { useServerNow } from '../base/use-server-now.ts';
import { StepPage } from '../subscription/step-frame.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import { hourOf } from './moments.ts';
import type { StartedParts } from './parts.ts';

/** An essay whose clock is running elsewhere: a link back to it. */
export function RunningPage({ subscription, steps, essay }: StartedParts) {
  useTitle(t.runningTitle);
  const now = useServerNow();
  return (
    <StepPage subscription={subscription} steps={steps}>
      <PageHead title={t.runningTitle} lead={t.runningLead} />
      {essay.deadline && (
        <Card className="stack stack--tight">
          <Countdown big label={t.timeLeft} remainingMs={Date.parse(essay.deadline) - now} />
          <p className="muted small">{t.endsAt(hourOf(essay.deadline))}</p>
        </Card>
      )}
      <ActionBar sticky>
        <ButtonLink block href={`/essays/${essay.id}`}>
          {t.continue}
        </ButtonLink>
      </ActionBar>
    </StepPage>
  );
}
