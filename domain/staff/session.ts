/** How somebody proved who she is. */
export type StaffMethod = 'code' | 'passkey' | 'idp' | 'demo';

/** What no tenant sets of a session of the team (spec 25.2.3); the rest are parameters (`StaffSessionHours` and others). */
export const STAFF_SESSION = {
  /** Most hours of a session that the institution's own sign-in cannot be asked about again. */
  uncheckedHours: 8,
  /** Minutes after somebody's first sign-in in which she makes her first passkey by that sign-in alone. */
  enrolMinutes: 60,
  /** Living sessions of one person; the oldest ends. */
  most: 5,
} as const;
