/**
 * Modules of `api` in their order, written once (design, section 1): a module imports values and types only from modules
 * of the lines before its own. `<module>/team` is what the institution does with that capability. What must reach a later
 * module goes through a registry that `api/start.ts` fills: routes, jobs, effects of moves, facts for moves. A registry that
 * the platform carries is declared by the module whose types it holds (`interface Platform` in `api/work/queue.ts`).
 */
export const MODULE_ORDER: readonly (readonly string[])[] = [
  ['platform'],
  ['tenancy', 'consent', 'caller'],
  ['messaging'],
  ['work'],
  ['subscription'],
  ['approval'],
  ['admission', 'essay', 'identity', 'offering'],
  ['person'],
  ['enrolment'],
  ['payment'],
  ['contract'],
  ['selection'],
  ['document'],
  ['caller/team', 'messaging/team'],
  [
    'person/team',
    'identity/team',
    'essay/team',
    'admission/team',
    'document/team',
    'enrolment/team',
    'selection/team',
    'contract/team',
  ],
  ['payment/team'],
  ['subscription/team'],
  ['catalogue'],
  ['tenancy/team', 'simulator', 'health'],
  ['export', 'report'],
  ['staff'],
  ['privacy'],
  ['commands'],
  ['cells'],
  ['http'],
];

/** Folders of `api` that are no module: they may import what they need. */
export const BESIDE_MODULES: readonly string[] = ['journeys'];

/**
 * Modules of `web` in their order: a module imports from modules of the lines before its own alone, types and lazy imports
 * included. `base` is what every capability may need; `<module>/pages` are the pages of a capability that look at later
 * ones; `app` is what runs first and names the pages.
 */
export const WEB_ORDER: readonly (readonly string[])[] = [
  ['texts', 'card-fields'],
  ['base'],
  ['person'],
  ['tenancy', 'messaging'],
  ['identity'],
  ['subscription'],
  ['enrolment', 'essay'],
  ['admission', 'contract', 'document', 'offering', 'offline'],
  ['payment', 'selection'],
  ['enrolment/pages', 'essay/pages', 'identity/pages', 'person/pages'],
  ['subscription/pages'],
  ['app'],
];

/** The same of `console`; `subscription` holds the page of an application, which joins what each capability does to it. */
export const CONSOLE_ORDER: readonly (readonly string[])[] = [
  ['texts', 'viewer'],
  ['ui'],
  ['base'],
  ['approval', 'export', 'work'],
  ['act'],
  [
    ...[
      'admission',
      'catalogue',
      'caller',
      'contract',
      'document',
      'enrolment',
      'essay',
      'identity',
      'manual',
      'messaging',
      'payment',
      'person',
      'privacy',
    ],
    'staff',
  ],
  ['selection'],
  ['subscription'],
  ['report'],
  ['app'],
];
