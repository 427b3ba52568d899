/** Figures that there are of an intake, each a plot of its own (spec-console 25.13). */
export const REPORTS = ['daily', 'funnel', 'vacancies', 'campaigns'] as const;
export type Report = (typeof REPORTS)[number];

/** Offers by what they lead to; the numbers are those of the seed, where postgraduate has one with a fee and one without. */
export const OFFER_TYPES = {
  graduation: { label: 'Graduação', types: [1] },
  postgraduate: { label: 'Pós-graduação', types: [2, 4] },
  extension: { label: 'Extensão', types: [3] },
} as const;
export type OfferType = keyof typeof OFFER_TYPES;

/** Fewer than these say nothing about people: no share is told of them. */
export const LEAST_TOLD = 30;
/** Names of channels and campaigns that are shown, most used first: anybody can type one into an address. */
export const MOST_CAMPAIGNS = 500;
/** Days that are counted one by one at most. */
export const MOST_DAYS = 370;
/** Rows of a report at most. */
export const MOST_ROWS = 5_000;

/** Applications of a day (`YYYY-MM-DD`); `before` of the same day since the beginning of the intake before, null without one. */
export type DailyRow = { day: string; created: number; before: number | null };

/** Places of a course at a pole, over the offers of the intake. */
export type VacancyRow = {
  course: string;
  pole: string;
  institutionCode: string;
  vacancies: number;
  taken: number;
};

/**
 * Applications by where they came from. Null: no name was given. `others`: all names behind the first ones, together.
 * `approved`: passed the selection, or needed none.
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
