import { TextInput } from '@orbita/ui/text-input';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../base/api.ts';
import { useRested } from '../ui/rested.ts';

/** The fewest letters for which there is a list. */
const FEWEST = 2;

/**
 * A city by its name, chosen from those that begin so. `onChange` gets its IBGE code, nothing while it is being typed, and once the
 * field is left what was typed, if that is no city.
 */
export function CityField({ onChange }: { onChange: (city: string) => void }) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const q = useRested(typed.split('/')[0]?.trim() ?? '');
  const { data } = useQuery({
    queryKey: ['catalogue', 'cities', q],
    queryFn: ({ signal }) =>
      call('GET /operations/catalogue/cities', { query: { q }, signal, background: true }),
    enabled: q.length >= FEWEST,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ data: cities }) => cities.map(({ code, name, uf }) => ({ code, label: `${name}/${uf}` })),
  });
  const found = data ?? [];
  const codeOf = (text: string) =>
    found.find(({ label }) => label.toLowerCase() === text.trim().toLowerCase())?.code;
  const type = (text: string) => {
    setTyped(text);
    onChange(String(codeOf(text) ?? ''));
  };
  return (
    <>
      <TextInput
        list={id}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        // Whoever typed the whole name before the list came means the only city of that name.
        onBlur={() => {
          const [only, another] = found.filter(({ label }) =>
            label.toLowerCase().startsWith(`${typed.trim().toLowerCase()}/`),
          );
          if (codeOf(typed) !== undefined) return;
          if (only && !another) type(only.label);
          else onChange(typed);
        }}
      />
      <datalist id={id}>
        {found.map(({ code, label }) => (
          <option key={code} value={label} />
        ))}
      </datalist>
    </>
  );
}
