import type { Reach } from '../staff/index.ts';

/** Whether `reach` includes all these institutions; null means all institutions of the tenant. */
export const reaches = (reach: Reach, institutions: Reach): boolean =>
  reach === null || institutions?.every((code) => reach.includes(code)) === true;

export type Deciding = {
  /** The team member deciding, and the institutions for which they hold the approving scope. */
  staffId: number;
  reach: Reach;
};
type Asked = {
  requestedBy: number;
  institutions: Reach;
  /** The team member whom the request is about, if any. */
  about?: number | null | undefined;
  /**
   * People linked to the requester: the same person under another name, people whom the requester recently allowed to approve,
   * and people who allowed the requester.
   */
  linked: readonly number[];
};

/**
 * Whether a person may decide a request (spec 25.4.4): not the requester, not the person it is about, holding the scope for every
 * institution involved, and not one of `linked`.
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
