export { BRAND_SAMPLE, type SampleBrand, sampleBrandOf } from './brand-sample.ts';
export * from './cnab-settings.ts';
export { contrast as contrastOf } from './colour.ts';
export { HOST_NAME } from './host-name.ts';
export * from './money-providers.ts';
export * from './parameters.ts';
export {
  DEFAULT_PAYMENT_SETTINGS,
  PAYMENT_VARIANTS,
  type PaymentSettings,
  type PaymentVariant,
  THREE_D_SECURE,
  type ThreeDSecure,
} from './payment-settings.ts';
export {
  PAIRS,
  ROLES,
  type Role,
} from './roles.ts';
export {
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
  type TrackingEvent,
  type TrackingFacts,
  trackingPayload,
} from './tracking.ts';
export { VIDEO_ORIGINS, type Video, videoOf } from './video.ts';
