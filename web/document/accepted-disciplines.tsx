import { ActionList } from '@orbita/ui/action-list';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { useQuery } from '@tanstack/react-query';
import { disciplinesQuery } from '../enrolment/queries.ts';
import type { Subscription } from '../subscription/queries.ts';
import { selectionDocumentTexts as t } from '../texts/document.ts';

/** Disciplines taken elsewhere that are credited here, once the institution has decided. */
export function AcceptedDisciplines({ subscription }: { subscription: Subscription }) {
  const { data } = useQuery({
    ...disciplinesQuery(subscription.id),
    enabled: subscription.offer.ingressMode.useDisciplines,
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
