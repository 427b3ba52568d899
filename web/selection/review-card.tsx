import type { Answer } from '@orbita/protocol';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { StatusChip } from '@orbita/ui/status-chip';
import { tenantDate, tenantDateTime } from '../base/zone.ts';
import { reviewTexts as t } from '../texts/selection.ts';

type Request = NonNullable<Answer<'GET /candidate/subscriptions/{id}/decision-review'>['request']>;

const CHIPS = {
  received: 'pending',
  'in-review': 'in-review',
  concluded: 'neutral',
  denied: 'neutral',
} as const;

/** The requested review: request, dates and answer. */
export function ReviewCard({ request }: { request: Request }) {
  const { status, outcome, requestedAt, answeredAt, dueAt, details, answer, firstScore, score } = request;
  const changed = firstScore !== null && score !== null && firstScore !== score;
  return (
    <Card look="flat" className="stack stack--tight">
      <div role="status">
        <StatusChip status={outcome === 'granted' ? 'approved' : CHIPS[status]}>
          {outcome ? t.outcome[outcome] : t.states[status]}
        </StatusChip>
      </div>
      <p className="small muted">
        {t.asked(tenantDateTime(requestedAt))}.{' '}
        {answeredAt ? t.answered(tenantDateTime(answeredAt)) : t.due(tenantDate(dueAt))}.
      </p>
      <Facts
        facts={[
          ...(details ? [{ label: t.said, value: details }] : []),
          ...(answer ? [{ label: t.answer, value: answer }] : []),
        ]}
      />
      {changed && <p>{t.score(firstScore.toLocaleString('pt-BR'), score.toLocaleString('pt-BR'))}</p>}
    </Card>
  );
}
