import { useMe } from './me.ts';

/** Short name of one of these institutions by its code; one that is not among them keeps its code. */
export const placeNameIn = (
  institutions: readonly { code: string; acronym: string }[],
  wanted: string,
): string => institutions.find(({ code }) => code === wanted)?.acronym ?? wanted;

/** Short name of an institution of who is signed in, by its code. */
export function usePlaceName(): (code: string) => string {
  const { institutions } = useMe();
  return (wanted) => placeNameIn(institutions, wanted);
}

/** An institution as people call it, never by its code. */
export function PlaceName({ code }: { code: string }) {
  return <span translate="no">{usePlaceName()(code)}</span>;
}
