export { type ConsoleSettings, DEFAULT_CONSOLE, WAYS_IN, type WayIn, waysIn } from './console.ts';
export { type Grant, type Reach, reachOf } from './reach.ts';
export { partsOfRole, ROLES, type Role, roles } from './roles.ts';
export { STAFF_SESSION } from './session.ts';
