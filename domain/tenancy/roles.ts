/** Names of the colour roles and the pairs the interface uses. */

const BASE = [
  'page',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'brand-soft',
  'brand-line',
  'brand-ink',
  'link',
  'focus',
  'action',
  'on-action',
  'action-edge',
  'action-hover',
  'action-press',
  'panel',
  'on-panel',
  'accent',
] as const;

/** Hue and chroma of the semantic colours; never taken from the brand. */
export const SEMANTIC = {
  success: { h: 152, c: 0.12 },
  warning: { h: 68, c: 0.12 },
  danger: { h: 27, c: 0.19 },
  info: { h: 252, c: 0.13 },
} as const;

/** Status colours of spec 8.1; `neutral` is used for every status that the reference does not list. */
export const STATUS_COLOURS = {
  subscribed: '#1d4ed8',
  scheduled: '#6d28d9',
  evaluated: '#0f766e',
  'terms-accepted': '#0e7490',
  'documentation-pending': '#b45309',
  'enrollment-pending': '#c2410c',
  enrolled: '#15803d',
  blacklisted: '#1f2937',
  unqualified: '#b91c1c',
  neutral: '#4b5563',
} as const;

export type Meaning = keyof typeof SEMANTIC;
export type StatusColour = keyof typeof STATUS_COLOURS;
export type Role =
  | (typeof BASE)[number]
  | `${Meaning}-${'soft' | 'line' | 'ink'}`
  | `status-${StatusColour}-${'soft' | 'ink'}`;

const meanings = Object.keys(SEMANTIC) as Meaning[];
const statuses = Object.keys(STATUS_COLOURS) as StatusColour[];

/** Every role, in the order of the style sheet. */
export const ROLES: readonly Role[] = [
  ...BASE,
  ...meanings.flatMap((name): Role[] => [`${name}-soft`, `${name}-line`, `${name}-ink`]),
  ...statuses.flatMap((name): Role[] => [`status-${name}-soft`, `status-${name}-ink`]),
];

/** Foreground, background and the required WCAG 2.2 ratio. */
export type Pair = readonly [foreground: Role, background: Role, ratio: number];

const papers = ['page', 'surface', 'sunken'] as const;
const TEXT = 4.5;
const CONTROL = 3;

const pairs = (foregrounds: readonly Role[], backgrounds: readonly Role[], ratio: number): Pair[] =>
  foregrounds.flatMap((fg) => backgrounds.map((bg): Pair => [fg, bg, ratio]));

/** Every pair that the interface uses: text needs 4.5, controls and focus 3 (WCAG 1.4.3, 1.4.11). */
export const PAIRS: readonly Pair[] = [
  ...pairs(['ink', 'ink-2', 'ink-3', 'brand-ink', 'link'], papers, TEXT),
  ...pairs(['brand-ink', 'link', 'ink', 'ink-2'], ['brand-soft'], TEXT),
  ...pairs(['on-action'], ['action', 'action-hover', 'action-press'], TEXT),
  ['on-panel', 'panel', TEXT],
  ...meanings.flatMap((name) => pairs([`${name}-ink`], [...papers, `${name}-soft`], TEXT)),
  // Notices contain text, links and outlined buttons on their own background.
  ...meanings.flatMap((name) => pairs(['ink', 'ink-2', 'link', 'brand-ink'], [`${name}-soft`], TEXT)),
  ...meanings.flatMap((name) => pairs(['line-strong', 'focus'], [`${name}-soft`], CONTROL)),
  ['ink', 'brand-line', TEXT],
  ...statuses.flatMap((name) => pairs([`status-${name}-ink`], [...papers, `status-${name}-soft`], TEXT)),
  ...pairs(['line-strong', 'action-edge', 'focus', 'danger-ink'], ['page', 'surface'], CONTROL),
  ...pairs(['line-strong', 'focus'], ['sunken'], CONTROL),
  ...pairs(['line-strong', 'focus'], ['brand-soft'], CONTROL),
];
