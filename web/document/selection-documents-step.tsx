import { useQuery } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { selectionDocumentTexts as t } from '../texts/document.ts';
import { ActionList } from '../ui/action-list.tsx';
import { CheckCircleIcon } from '../ui/icons/check-circle.tsx';
import { StagePage } from './documents-step.tsx';

/** S-16: documents the selection asks for, and what the analysis of disciplines found. */
export default function SelectionDocumentsStep(props: StepProps) {
  return (
    <StagePage {...props} stage="selection" title={t.title} note={t.note}>
      {props.subscription.offer.ingressMode.useDisciplines && <Analysis id={props.subscription.id} />}
    </StagePage>
  );
}

/** Disciplines done elsewhere that count here, once the institution has said so. */
function Analysis({ id }: { id: number }) {
  const { data } = useQuery({
    // Below the key of the application: whatever reloads it reloads this too.
    queryKey: ['subscription', id, 'disciplines'],
    queryFn: () => call('GET /candidate/subscriptions/{id}/disciplines', { params: { id } }),
  });
  const { accepted, term } = data?.analysis ?? { accepted: [], term: null };
  if (accepted.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="aproveitadas">
      <h2 id="aproveitadas">{t.accepted}</h2>
      {term !== null && <p>{t.term(term)}</p>}
      <ActionList
        done
        items={accepted.map(({ id: discipline, name, code, workload }) => ({
          key: String(discipline),
          icon: CheckCircleIcon,
          title: name,
          note: `${t.acceptedChip} · ${code} · ${t.workload(workload)}`,
        }))}
      />
    </section>
  );
}
