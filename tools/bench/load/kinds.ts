/** The kinds of work measured, from the smallest to the largest. */
export const KINDS = ['read', 'autosave', 'application', 'account', 'journey'] as const;
export type Kind = (typeof KINDS)[number];

export const TITLES: Record<Kind, string> = {
  read: 'Read one application',
  autosave: 'Autosave of an essay',
  application: 'Application (offers, poles, create)',
  account: 'Account with password hash, and application',
  journey: 'Whole J01, from account to documents',
};

/** The product, or the bare server with the same number of plain statements. */
export const SIDES = ['product', 'bare'] as const;
export type Side = (typeof SIDES)[number];

/** Limits for a measurement; only rows with one process have them. */
export type Target = { ratio?: number; rate?: number; p95?: number; p99?: number };

/** Rates are per second, times in milliseconds; 500 ms comes from spec 18. */
export const TARGETS: Record<Kind, Target> = {
  read: { ratio: 0.6, p95: 500 },
  autosave: { ratio: 0.7, p95: 500 },
  application: { rate: 120, p99: 300 },
  account: { rate: 60, p99: 300 },
  journey: { rate: 10 },
};
/** The most MiB one api process may use under this load. */
export const MOST_RESIDENT = 220;
