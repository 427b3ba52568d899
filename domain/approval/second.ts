import type { Reach } from '../staff/index.ts';

/** Whether who holds a part for `reach` holds it for all these institutions; null = all of the tenant. */
export const reaches = (reach: Reach, institutions: Reach): boolean =>
  reach === null || institutions?.every((code) => reach.includes(code)) === true;

export type Deciding = {
  /** The person who decides, and for which institutions she holds the part that approves. */
  staffId: number;
  reach: Reach;
};
type Asked = {
  requestedBy: number;
  institutions: Reach;
  /** The person of the team whom it is about, if it is about one. */
  about?: number | null | undefined;
  /** People who are who asked under another name, or whom she let approve lately, and who let her. */
  linked: readonly number[];
};

/**
 * Whether somebody may decide a request (spec 25.4.4): another person than who asked, not the one who would gain by it, with
 * the part for every institution that it touches, and not one of `linked`.
 */
export function maySecond(
  { requestedBy, institutions, about, linked }: Asked,
  { staffId, reach }: Deciding,
): 'yes' | 'own' | 'about-self' | 'linked' | 'not-hers' {
  if (!reaches(reach, institutions) || (reach !== null && reach.length === 0)) return 'not-hers';
  if (staffId === requestedBy) return 'own';
  if (about === staffId) return 'about-self';
  return linked.includes(staffId) ? 'linked' : 'yes';
}
