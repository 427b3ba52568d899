import { Field } from '@orbita/ui/field';
import { Filter, Filters } from '@orbita/ui/filters';
import { SearchInput } from '@orbita/ui/search-input';
import { useEffect, useState } from 'react';
import { offeringTexts as t } from '../texts/offering.ts';
import { COURSE_TYPES, inOrder } from './catalogue.ts';
import { FilterDialog } from './filter-dialog.tsx';
import type { OfferFilterOptions } from './queries.ts';
import type { CourseSearch } from './use-wanted.ts';

const SEARCH_MS = 300;

export type FilterBarProps = {
  search: CourseSearch;
  /** Available options; undefined while loading. */
  options: OfferFilterOptions | undefined;
};

/** Search box: the list follows shortly after the last key press. */
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

/** Kinds of course that exist here; the chosen one stays so that it can be deselected. */
const offered =
  (chosen: string | null, options: OfferFilterOptions | undefined) =>
  ({ type, numbers }: (typeof COURSE_TYPES)[number]) =>
    type === chosen || !options || numbers.some((number) => options.types.includes(number));

type Open = 'ingress' | 'modality' | 'pole' | null;

/** Filters of S-11; the server reports what exists, so that no option alone leads to an empty list. */
export function FilterBar({ search, options }: FilterBarProps) {
  const { wanted, narrow } = search;
  const [typed, setTyped] = useSearch(search);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const rest = { loading: options === undefined, onClose: close };
  return (
    <search className="stack">
      <div className="course-search">
        <Field id="busca" label={t.search}>
          <SearchInput
            placeholder={t.searchExample}
            maxLength={120}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      <Filters label={t.filters}>
        {COURSE_TYPES.filter(offered(wanted.type, options)).map(({ type, label }) => (
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
          options={(options?.ingresses ?? []).map(({ kind, names }) => ({
            value: kind,
            label: names.join(', '),
          }))}
          value={wanted.ingress}
          onChoose={(ingresso) => narrow({ ingresso })}
          {...rest}
        />
      )}
      {open === 'modality' && (
        <FilterDialog
          title={t.modality}
          all={t.all}
          options={inOrder(options?.modalities ?? []).map((value) => ({ value, label: value }))}
          value={wanted.modality}
          onChoose={(modalidade) => narrow({ modalidade })}
          {...rest}
        />
      )}
      {open === 'pole' && (
        <FilterDialog
          title={t.pole}
          all={t.allPoles}
          options={(options?.poles ?? []).map(({ id, description, city, uf }) => ({
            value: String(id),
            label: description,
            note: `${city}/${uf}`,
          }))}
          value={wanted.poleId === null ? null : String(wanted.poleId)}
          onChoose={(polo) => narrow({ polo })}
          {...rest}
        />
      )}
    </search>
  );
}
