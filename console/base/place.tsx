import { useMe } from './me.ts';

/** Short name of one of these institutions by its code; unknown codes are returned as they are. */
export const placeNameIn = (
  institutions: readonly { code: string; acronym: string }[],
  wanted: string,
): string => institutions.find(({ code }) => code === wanted)?.acronym ?? wanted;

/** Short name of one of the signed-in person's institutions, by its code. */
export function usePlaceName(): (code: string) => string {
  const { institutions } = useMe();
  return (wanted) => placeNameIn(institutions, wanted);
}

/** An institution by the name people use, never by its code. */
export function PlaceName({ code }: { code: string }) {
  return <span translate="no">{usePlaceName()(code)}</span>;
}
