import { Filter, Filters } from '@orbita/ui/filters';
import { institutionTexts as t } from '../texts/tenancy.ts';
import type { InstitutionFilter as Choice } from './use-institution-filter.ts';

/** One pill for each institution and one for all. */
export function InstitutionFilter({ filter }: { filter: Choice }) {
  if (filter.options.length === 0) return null;
  return (
    <Filters label={t.filter}>
      <Filter pressed={filter.chosen === null} onClick={() => filter.choose(null)}>
        {t.all}
      </Filter>
      {filter.options.map(({ code, acronym, name }) => (
        <Filter key={code} pressed={filter.chosen === code} title={name} onClick={() => filter.choose(code)}>
          {acronym}
        </Filter>
      ))}
    </Filters>
  );
}
