import { useMe } from './me.ts';

/** Short name of an institution by its code; one that is not the person's keeps its code. */
export function usePlaceName(): (code: string) => string {
  const { institutions } = useMe();
  return (wanted) => institutions.find(({ code }) => code === wanted)?.acronym ?? wanted;
}

/** An institution as people call it, never by its code. */
export function PlaceName({ code }: { code: string }) {
  return <span translate="no">{usePlaceName()(code)}</span>;
}
