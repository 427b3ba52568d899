export * from './cnab-settings.ts';
export { contrast, type Hex } from './colour.ts';
export * from './parameters.ts';
export {
  type CardProvider,
  DEFAULT_PAYMENT_SETTINGS,
  PAYMENT_VARIANTS,
  type PaymentSettings,
  type PaymentVariant,
  THREE_D_SECURE,
  type ThreeDSecure,
} from './payment-settings.ts';
export {
  type Meaning,
  PAIRS,
  type Pair,
  ROLES,
  type Role,
  STATUS_COLOURS,
  type StatusColour,
} from './roles.ts';
export type { SupportWhatsapp } from './support.ts';
export {
  type ContrastFailure,
  contrastFailures,
  type ThemeOptions,
  type ThemeRoles,
  type ThemeTokens,
  themeCss,
  themeTokens,
} from './theme.ts';
export * from './theme-values.ts';
export {
  type Campaign,
  campaignOf,
  ENROLLED_PART,
  isTrackedPlace,
  TRACKING_EVENTS,
  type TrackingEvent,
  type TrackingFacts,
  type TrackingPayload,
  trackingPayload,
} from './tracking.ts';
export { VIDEO_ORIGINS, type Video, type VideoOrigin, videoOf } from './video.ts';
