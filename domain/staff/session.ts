/** How somebody proved who she is. */
export type StaffMethod = 'code' | 'passkey' | 'idp' | 'demo';

/** How long a session of the team lives (spec 25.2.3, 25.2.4). */
export const STAFF_SESSION = {
  hours: 10,
  /** Of a session that the institution's own sign-in cannot be asked about again. */
  uncheckedHours: 8,
  /** Without input; calls in the background are none. */
  idleMinutes: 30,
  /** How long after a sign-in or a confirmation acts are open that ask for a recent one. */
  recentMinutes: 10,
  /** Living sessions of one person; the oldest ends. */
  most: 5,
} as const;
