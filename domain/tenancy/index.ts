export { contrast, type Hex } from './colour.ts';
export * from './parameters.ts';
export {
  type Meaning,
  PAIRS,
  type Pair,
  ROLES,
  type Role,
  STATUS_COLOURS,
  type StatusColour,
} from './roles.ts';
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
  ENROLLED_PART,
  isTrackedPlace,
  TRACKING_EVENTS,
  type TrackingEvent,
  type TrackingFacts,
  type TrackingPayload,
  trackingPayload,
} from './tracking.ts';
