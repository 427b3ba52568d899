/** Reports about an intake, each with its own chart (spec-console 25.13). */
export const REPORTS = ['daily', 'funnel', 'vacancies', 'campaigns'] as const;
export type Report = (typeof REPORTS)[number];

/**
 * Offers grouped by education type. The numbers are those of the seed, which has two for postgraduate: with and without a fee.
 */
export const OFFER_TYPES = {
  graduation: { label: 'Graduação', types: [1] },
  postgraduate: { label: 'Pós-graduação', types: [2, 4] },
  extension: { label: 'Extensão', types: [3] },
} as const;
export type OfferType = keyof typeof OFFER_TYPES;

/** Smaller numbers are not meaningful: no shares are reported for them. */
export const LEAST_TOLD = 30;
/** Maximum number of channel and campaign names shown, most used first, because anybody can invent one in an address. */
export const MOST_CAMPAIGNS = 500;
/** Maximum number of days counted individually. */
export const MOST_DAYS = 370;
/** Maximum number of rows of a report. */
export const MOST_ROWS = 5_000;

/**
 * Applications of a day (`YYYY-MM-DD`); `before` is the same day counted from the start of the previous intake, null without one.
 */
export type DailyRow = { day: string; created: number; before: number | null };

/** Vacancies of a course at a pole, over all offers of the intake. */
export type VacancyRow = {
  course: string;
  pole: string;
  institutionCode: string;
  vacancies: number;
  taken: number;
};

/**
 * Applications by origin. Null: no name was given. `others`: all names beyond the maximum, combined. `approved`: passed the
 * selection, or needed none.
 */
export type CampaignRow = {
  channel: string | null;
  campaign: string | null;
  others: boolean;
  created: number;
  approved: number;
  paid: number;
  enrolled: number;
};
