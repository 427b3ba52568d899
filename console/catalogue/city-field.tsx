import { TextInput } from '@orbita/ui/text-input';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { call } from '../base/api.ts';
import { useRested } from '../ui/rested.ts';

/** Minimum number of letters for a list. */
const FEWEST = 2;

/**
 * A city by name, chosen from those that match the beginning. `onChange` receives its IBGE code, '' while typing, and, once the
 * field is left, the typed text if it is no city.
 */
export function CityField({ onChange }: { onChange: (city: string) => void }) {
  const [typed, setTyped] = useState('');
  /** The text with which the field was left. */
  const [left, setLeft] = useState(false);
  const id = useId();
  const wanted = typed.split('/')[0]?.trim() ?? '';
  const q = useRested(wanted);
  const { data, isFetching } = useQuery({
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
  // A fully typed name selects the only city of that name, even if the list arrives after the field was left.
  const isKnown = q === wanted && !isFetching;
  const settle = useEffectEvent(() => {
    if (codeOf(typed) !== undefined) return;
    const [only, another] = found.filter(({ label }) =>
      label.toLowerCase().startsWith(`${typed.trim().toLowerCase()}/`),
    );
    if (only && !another) type(only.label);
    else onChange(typed);
  });
  useEffect(() => {
    if (left && isKnown) settle();
  }, [left, isKnown]);
  return (
    <>
      <TextInput
        list={id}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => {
          setLeft(false);
          type(currentTarget.value);
        }}
        onBlur={() => setLeft(true)}
      />
      <datalist id={id}>
        {found.map(({ code, label }) => (
          <option key={code} value={label} />
        ))}
      </datalist>
    </>
  );
}
