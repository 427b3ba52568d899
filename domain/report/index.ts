/** Figures of an intake, without personal data, and sentences about them (spec-console 25.13). */
export {
  campaignFinding,
  dailyFinding,
  funnelFinding,
  headlineOf,
  inThousands,
  leftOf,
  vacancyFinding,
  worstStep,
} from './findings.ts';
export {
  APPROVED_STATUSES,
  type FunnelRow,
  funnelOf,
  type OfferSteps,
  type StandingGroup,
} from './funnel.ts';
export {
  type CampaignRow,
  type DailyRow,
  MOST_CAMPAIGNS,
  MOST_DAYS,
  MOST_ROWS,
  OFFER_TYPES,
  type OfferType,
  REPORTS,
  type Report,
  type VacancyRow,
} from './kinds.ts';
export { tableOf } from './table.ts';
