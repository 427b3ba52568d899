import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { offeringTexts as t } from '../texts/offering.ts';
import { Field } from '../ui/field.tsx';
import { Filter, Filters } from '../ui/filters.tsx';
import { SearchInput } from '../ui/text-input.tsx';
import { COURSE_TYPES, ingressOptions, modalityOptions } from './catalogue.ts';
import { FilterDialog, type FilterDialogProps, type FilterOption } from './filter-dialog.tsx';
import { type Offer, offerPolesQuery } from './queries.ts';
import type { CourseSearch } from './use-wanted.ts';

const SEARCH_MS = 300;
/** Offers and courses whose poles are asked for the list of poles; more would be a burden for little. */
const POLE_QUERIES = 30;

/** Search box: the list follows a moment after the last letter. */
function useSearch({ q, narrow }: CourseSearch): [string, (text: string) => void] {
  const [typed, setTyped] = useState(q);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => narrow({ q: typed.trim() || null }), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // A cleared filter empties the box too.
  useEffect(() => {
    if (q === '') setTyped('');
  }, [q]);
  return [typed, setTyped];
}

type Open = 'ingress' | 'modality' | 'pole' | null;

/** Filters of S-11; `offers` are all there are, so that no option leads to an empty list by itself. */
export function FilterBar({ search, offers }: { search: CourseSearch; offers: readonly Offer[] }) {
  const { wanted, narrow } = search;
  const [typed, setTyped] = useSearch(search);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <search className="stack">
      <div className="course-search">
        <Field id="busca" label={t.search}>
          <SearchInput
            placeholder={t.searchExample}
            enterKeyHint="search"
            maxLength={120}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      <Filters label={t.filters}>
        {COURSE_TYPES.map(({ type, label }) => (
          <Filter
            key={type}
            pressed={wanted.type === type}
            onClick={() => narrow({ tipo: wanted.type === type ? null : type })}
          >
            {label}
          </Filter>
        ))}
        <Filter opens pressed={wanted.ingress !== null} onClick={() => setOpen('ingress')}>
          {t.ingress}
        </Filter>
        <Filter opens pressed={wanted.modality !== null} onClick={() => setOpen('modality')}>
          {t.modality}
        </Filter>
        <Filter opens pressed={wanted.poleId !== null} onClick={() => setOpen('pole')}>
          {t.pole}
        </Filter>
      </Filters>
      {open === 'ingress' && (
        <FilterDialog
          title={t.ingress}
          all={t.all}
          options={ingressOptions(offers).map(({ kind, label }) => ({ value: kind, label }))}
          value={wanted.ingress}
          onChoose={(ingresso) => narrow({ ingresso })}
          onClose={close}
        />
      )}
      {open === 'modality' && (
        <FilterDialog
          title={t.modality}
          all={t.all}
          options={modalityOptions(offers).map((value) => ({ value, label: value }))}
          value={wanted.modality}
          onChoose={(modalidade) => narrow({ modalidade })}
          onClose={close}
        />
      )}
      {open === 'pole' && (
        <PoleDialog
          title={t.pole}
          all={t.allPoles}
          value={wanted.poleId === null ? null : String(wanted.poleId)}
          offers={offers}
          onChoose={(polo) => narrow({ polo })}
          onClose={close}
        />
      )}
    </search>
  );
}

type PoleDialogProps = Omit<FilterDialogProps, 'options' | 'loading'> & { offers: readonly Offer[] };

/** Campuses and poles of the offers, each once. */
function PoleDialog({ offers, ...rest }: PoleDialogProps) {
  const pairs = offers.flatMap((offer) => offer.courses.map(({ id }) => [offer, id] as const));
  const answers = useQueries({
    queries: pairs.slice(0, POLE_QUERIES).map(([offer, courseId]) => offerPolesQuery(offer, courseId)),
  });
  const found = new Map<string, FilterOption>();
  for (const { data } of answers) {
    for (const { id, description, city, uf } of data ?? []) {
      found.set(String(id), { value: String(id), label: description, note: `${city}/${uf}` });
    }
  }
  const options = [...found.values()].sort((a, b) => a.label.localeCompare(b.label, 'pt-BR'));
  return <FilterDialog {...rest} options={options} loading={answers.some(({ isPending }) => isPending)} />;
}
