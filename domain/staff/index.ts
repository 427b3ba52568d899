export { browserName } from './browser.ts';
export {
  type ConsoleSettings,
  DEFAULT_CONSOLE,
  groupsOfClaims,
  type IdentityProvider,
  rolesOfGroups,
  WAYS_IN,
  type WayIn,
  waysIn,
} from './console.ts';
export { type Grant, type Reach, reachOf } from './reach.ts';
export { partsOfRole, ROLES, type Role, roles } from './roles.ts';
export {
  carries,
  type Family,
  families,
  familyOf,
  type PartOf,
  type Scope,
  scopesOfFamily,
} from './scopes.ts';
export { STAFF_SESSION, type StaffMethod } from './session.ts';
export { needsStrength, provesStrongly, STRENGTHS, type Strength } from './strength.ts';
export { HIDDEN_IN_VIEW, isViewPath, STAFF_VIEW, VIEW_ONLY_TEXT, VIEW_PATH } from './view.ts';
