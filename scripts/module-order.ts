/**
 * Modules of `api` in their order, defined only here (design, section 1): a module imports values and types only from modules
 * on earlier lines. `<module>/team` is what the institution does with that capability. Anything for a later module goes through
 * a registry that `api/start.ts` fills: routes, jobs, effects of moves, facts for moves. A registry in the platform is declared
 * by the module that owns its types (`interface Platform` in `api/work/queue.ts`).
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

/** Folders of `api` that are not modules: they may import what they need. */
export const BESIDE_MODULES: readonly string[] = ['journeys'];

/**
 * Modules of `web` in their order: a module imports only from modules on earlier lines, including types and lazy imports.
 * `base` is what every capability may need; `<module>/pages` are the pages of a capability that depend on later ones; `app`
 * runs first and lists the pages.
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

/**
 * The same for `console`; `subscription` contains the page of an application, which combines what each capability contributes.
 */
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
