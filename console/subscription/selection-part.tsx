import { Loading, Skeleton } from '@orbita/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePart } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { AdmissionLines } from '../admission/admission-lines.tsx';
import { Failed } from '../base/states.tsx';
import { EssayLines } from '../essay/essay-lines.tsx';
import { ExamLines, TestLines } from '../selection/selection-lines.tsx';
import { partTexts, selectionPartTexts as t } from '../texts/parts.ts';
import { Section } from '../ui/page.tsx';
import type { SelectionKind } from './parts.ts';

/** The results of an application's selection: the parts that exist and that the caller may see (spec 25.6.1). */
export default function SelectionPart({
  of: { id },
  kinds,
}: {
  of: Pick<Application, 'id'>;
  kinds: readonly SelectionKind[];
}) {
  return (
    <Section title={t.title}>
      {kinds.map((kind) => {
        const Lines = LINES[kind];
        return <Lines key={kind} id={id} />;
      })}
    </Section>
  );
}

function Essays({ id }: { id: number }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/essays');
  return (
    <Lines query={query} isEmpty={(all) => all.length === 0}>
      {(all) => <EssayLines essays={all} />}
    </Lines>
  );
}

function Tests({ id }: { id: number }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/tests');
  return (
    <Lines query={query} isEmpty={(all) => all.length === 0}>
      {(all) => <TestLines tests={all} />}
    </Lines>
  );
}

function Exams({ id }: { id: number }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/exam-scores');
  return (
    <Lines query={query} isEmpty={(all) => all.length === 0}>
      {(all) => <ExamLines scores={all} />}
    </Lines>
  );
}

function Admission({ id }: { id: number }) {
  const query = usePart(id, 'GET /operations/subscriptions/{id}/admission');
  return (
    <Lines query={query} isEmpty={({ questionnaire, interview }) => !questionnaire && !interview}>
      {(admission) => <AdmissionLines admission={admission} />}
    </Lines>
  );
}

const LINES: Readonly<Record<SelectionKind, (props: { id: number }) => ReactNode>> = {
  essay: Essays,
  test: Tests,
  exam: Exams,
  admission: Admission,
};

type LinesProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  isEmpty: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
};

function Lines<Data>({ query: { data, error, refetch }, isEmpty, children }: LinesProps<Data>) {
  if (data !== undefined)
    return isEmpty(data) ? (
      <p className="muted">{t.none}</p>
    ) : (
      <dl className="facts--list">{children(data)}</dl>
    );
  if (error) return <Failed error={error} onRetry={() => refetch()} />;
  return (
    <Loading label={partTexts.awaited(t.title)}>
      <Skeleton width="80%" />
    </Loading>
  );
}
