import { LinkAction } from '@orbita/ui/link-action';
import { PageHead } from '@orbita/ui/page';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { chunk } from '../../base/chunk-reload.ts';
import { useTitle } from '../../base/title.ts';
import { tenantDateTime } from '../../base/zone.ts';
import { recordTexts as t } from '../../texts/record.ts';
import { RecordLoading } from '../loaded.tsx';
import { fullStatusQuery, type Step, type Subscription } from '../queries.ts';
import type { RecordProps } from '../record-props.ts';
import { stepRoute } from '../routes.ts';
import { closedAt } from '../step-dates.ts';
import { StepFrame } from '../step-frame.tsx';

type Record = ComponentType<RecordProps>;

const record = (load: () => Promise<{ default: Record }>) => lazy(() => chunk(load));
const essay = record(() => import('../../essay/essay-record.tsx'));
const test = record(() => import('../../selection/test-record.tsx'));
const examScore = record(() => import('../../selection/exam-score-record.tsx'));

const RECORDS: Partial<{ [code in Step['code']]: Record }> = {
  subscription: record(() => import('../subscription-record.tsx')),
  tax: record(() => import('../../payment/tax-record.tsx')),
  'selection-documents': record(() => import('../../document/selection-documents-record.tsx')),
  questionnaire: record(() => import('../../admission/questionnaire-record.tsx')),
  interview: record(() => import('../../admission/interview-record.tsx')),
  result: record(() => import('../../selection/result-record.tsx')),
  data: record(() => import('../../enrolment/pages/data-record.tsx')),
  class: record(() => import('../../enrolment/class-record.tsx')),
  payment: record(() => import('../../payment/payment-record.tsx')),
  documents: record(() => import('../../document/documents-record.tsx')),
};

function recordOf({ code }: Step, { offer }: Subscription): Record | undefined {
  if (code !== 'assessment') return RECORDS[code];
  const { kind } = offer.ingressMode;
  if (kind === 'online-essay') return essay;
  return kind === 'exam-score' ? examScore : test;
}

type Props = RecordProps & { steps: readonly Step[]; step: Step };

/** Read-only page of a done step (spec 8.4), with a link back to the current one. */
export default function RecordPage({ subscription, steps, step }: Props) {
  const title = t.titles[step.code] ?? step.label;
  useTitle(title);
  const status = useQuery(fullStatusQuery(subscription.id));
  const closed = status.data && closedAt(step.code, steps, status.data.history, subscription);
  const current = steps.find(({ state }) => state === 'current');
  const Content = recordOf(step, subscription);
  return (
    <StepFrame subscription={subscription} steps={steps} shown={step.code}>
      <div className="stack stack--tight">
        <div>
          <LinkAction href={stepRoute(subscription)}>{current ? t.backTo(current.label) : t.back}</LinkAction>
        </div>
        <PageHead title={title} lead={closed ? t.doneAt(tenantDateTime(closed)) : t.readOnly} />
      </div>
      <Suspense fallback={<RecordLoading />}>{Content && <Content subscription={subscription} />}</Suspense>
    </StepFrame>
  );
}
