import { resultDueBy } from '@orbita/domain/essay';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { GoodNews } from '@orbita/ui/good-news';
import { LinkAction } from '@orbita/ui/link-action';
import { LiveLine } from '@orbita/ui/live-line';
import { useTitle } from '../base/title.ts';
import { useServerNow } from '../base/use-server-now.ts';
import { tenantDateTime } from '../base/zone.ts';
import { StepPage } from '../subscription/step-frame.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import { momentOf } from './moments.ts';
import type { StartedParts } from './parts.ts';

const MINUTE_MS = 60_000;

/** S-19: delivered, awaiting the grade; the frame switches to the result when it arrives. */
export function AnalysisPage({ subscription, steps, essay }: StartedParts) {
  useTitle(t.analysisTitle);
  const now = useServerNow(MINUTE_MS);
  const due = essay.completedDate ? resultDueBy(new Date(essay.completedDate)) : null;
  const late = due !== null && now > due.getTime();
  return (
    <StepPage subscription={subscription} steps={steps}>
      <GoodNews mark={late ? 'clock' : 'file'} title={t.analysisTitle} lead={late ? t.late : t.received} />
      <Card className="stack">
        {essay.completedDate && due && (
          <Facts
            facts={[
              { label: t.deliveredAt, value: momentOf(essay.completedDate) },
              ...(late ? [] : [{ label: t.expectedBy, value: tenantDateTime(due) }]),
            ]}
          />
        )}
        <LiveLine>{t.waiting}</LiveLine>
        <p className="small muted">{t.mayLeave}</p>
      </Card>
      <div>
        <LinkAction href={`/essays/${essay.id}`}>{t.seeText}</LinkAction>
      </div>
    </StepPage>
  );
}
