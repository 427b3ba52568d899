/** How a person proved their identity. */
export type StaffMethod = 'code' | 'passkey' | 'idp' | 'demo';

/**
 * Limits of team sessions that tenants cannot change (spec 25.2.3); the others are parameters (`StaffSessionHours` and others).
 */
export const STAFF_SESSION = {
  /** Maximum hours of a session that cannot be verified again with the institution's own sign-in. */
  uncheckedHours: 8,
  /** Minutes after a person's first sign-in during which that sign-in alone is enough to create the first passkey. */
  enrolMinutes: 60,
  /** Maximum concurrent sessions per person; beyond it the oldest ends. */
  most: 5,
} as const;
