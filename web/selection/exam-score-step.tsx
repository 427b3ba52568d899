import { useQuery } from '@tanstack/react-query';
import { StagePage } from '../document/documents-step.tsx';
import { documentsQuery } from '../document/queries.ts';
import { useServerNow } from '../essay/use-server-now.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import { examTexts as t } from '../texts/selection.ts';
import { LiveLine } from '../ui/live-line.tsx';
import { Page } from '../ui/page.tsx';
import { Loading, SkeletonForm } from '../ui/skeleton.tsx';
import { examScoreQuery } from './queries.ts';

const MINUTE_MS = 60_000;

/** Where the look-up of the ENEM score stands (S-15); a score that was not found may be proved by the bulletin. */
export default function ExamScoreStep(props: StepProps) {
  const { subscription } = props;
  const { id } = subscription;
  const now = useServerNow(MINUTE_MS);
  const score = useQuery(examScoreQuery(id));
  const missing = score.data?.state === 'not-found';
  const documents = useQuery({ ...documentsQuery(id, 'selection'), enabled: missing });
  if (score.error && !score.data) throw score.error;
  if (!score.data || (missing && documents.isPending)) {
    return (
      <Page width="task">
        <Loading label={t.loading}>
          <SkeletonForm fields={2} />
        </Loading>
      </Page>
    );
  }
  if (missing && documents.data?.length)
    return <StagePage {...props} stage="selection" title={t.notFound.text} note={t.bulletin} />;
  const { state, expectedBy } = score.data;
  if (state === 'analysing') {
    const late = expectedBy !== null && now > Date.parse(expectedBy);
    return (
      <StandstillFrame {...props} mark="clock" {...(late ? t.late : t.analysing)} contact={late && 'quiet'}>
        <LiveLine>{t.waiting}</LiveLine>
      </StandstillFrame>
    );
  }
  const told = state === 'not-found' ? t.notFound : state === 'failed' ? t.failed : t.none;
  return <StandstillFrame {...props} mark="file" {...told} />;
}
