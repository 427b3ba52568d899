import { contrast, guard, type Hex, type Oklch, oklch, toOklch } from './colour.ts';
import {
  type Meaning,
  PAIRS,
  ROLES,
  type Role,
  SEMANTIC,
  STATUS_COLOURS,
  type StatusColour,
} from './roles.ts';

export type ThemeRoles = Record<Role, Hex>;
export interface ThemeTokens {
  light: ThemeRoles;
  dark: ThemeRoles;
}
export interface ThemeOptions {
  secondary?: string;
  link?: string;
}

const MEANINGS = Object.keys(SEMANTIC) as Meaning[];

/** Inputs for building one colour scheme. */
interface Scheme {
  dark: boolean;
  brandHex: Hex;
  brand: Oklch;
  /** 0–1, so that grey brands give pure greys. */
  vivid: number;
  /** Direction of the search for text colours: away from the background. */
  away: -1 | 1;
  neutral: (l: number, c: number) => Hex;
}

/** Soft background of a semantic colour, independent of the brand. */
const softOf = (name: Meaning, dark: boolean): Hex => {
  const { h, c } = SEMANTIC[name];
  return dark ? oklch(0.275, c * 0.36, h) : oklch(0.96, c * 0.26, h);
};
const brandSoft = ({ dark, brand }: Pick<Scheme, 'dark' | 'brand'>): Hex =>
  dark
    ? oklch(0.278, Math.min(brand.c * 0.28, 0.042), brand.h)
    : oklch(0.96, Math.min(brand.c * 0.1, 0.018), brand.h);

function paperRoles({ dark, neutral, vivid, brand, away }: Scheme) {
  const page = dark ? neutral(0.172, 0.009) : neutral(0.983, 0.0045);
  const surface: Hex = dark ? neutral(0.212, 0.012) : '#ffffff';
  const sunken = dark ? neutral(0.256, 0.014) : neutral(0.96, 0.007);
  const on = [page, surface, sunken];
  const text = (from: number, c: number, ratio: number, further: readonly Hex[] = []) =>
    guard({ from, c: c * vivid, h: brand.h, on: [...on, ...further], ratio, towards: away });
  // Outlined buttons are also used inside notices.
  const grounds = [brandSoft({ dark, brand }), ...MEANINGS.map((name) => softOf(name, dark))];
  return {
    page,
    surface,
    sunken,
    line: dark ? neutral(0.335, 0.016) : neutral(0.9, 0.012),
    'line-strong': text(dark ? 0.45 : 0.68, 0.018, 3.2, dark ? grounds : []),
    ink: dark ? neutral(0.955, 0.006) : neutral(0.235, 0.022),
    'ink-2': text(dark ? 0.74 : 0.48, 0.018, 7),
    'ink-3': text(0.6, 0.016, 4.9),
  };
}

function brandRoles({ dark, brand, away }: Scheme, papers: readonly Hex[], link: string | undefined) {
  const tint = (l: number, share: number, most: number) => oklch(l, Math.min(brand.c * share, most), brand.h);
  const soft = brandSoft({ dark, brand });
  const on = [...papers, soft];
  const inkChroma = brand.c < 0.03 ? brand.c : Math.min(Math.max(brand.c, 0.1), dark ? 0.13 : 0.17);
  const from = dark ? Math.max(brand.l, 0.72) : Math.min(brand.l, 0.52);
  const ink = guard({ from, c: inkChroma, h: brand.h, on, ratio: 5.2, towards: away });
  return {
    'brand-soft': soft,
    'brand-line': dark ? tint(0.42, 0.5, 0.08) : tint(0.875, 0.3, 0.07),
    'brand-ink': ink,
    link: link === undefined ? ink : linkInk(toOklch(link), dark, on),
    focus: ink,
  };
}

function linkInk(link: Oklch, dark: boolean, on: readonly Hex[]): Hex {
  const from = dark ? Math.max(link.l, 0.72) : link.l;
  const c = dark ? Math.min(link.c, 0.13) : link.c;
  return guard({ from, c, h: link.h, on, ratio: 4.6, towards: dark ? 1 : -1 });
}

interface Action {
  action: Hex;
  'on-action': Hex;
  'action-edge': Hex;
}
const filled = (action: Hex, on: Hex, edge: Hex = action): Action => ({
  action,
  'on-action': on,
  'action-edge': edge,
});

/** Dark text for light fills. */
const dimText = ({ neutral }: Scheme) => neutral(0.2, 0.03);

/** Main action: as close to the brand as the contrast allows (look 2, table "Main button"). */
function mainAction(scheme: Scheme, papers: readonly [Hex, Hex, Hex]): Action {
  const { dark, brand, brandHex, vivid } = scheme;
  const [page, surface, sunken] = papers;
  const white = contrast(brandHex, '#ffffff');
  if (white >= 3) return whiteTextAction(scheme, white, page, surface);
  if (brand.c < 0.12 && !dark) {
    const c = Math.min(Math.max(brand.c * 1.6, 0.06 * vivid), 0.13);
    const fill = guard({ from: 0.55, c, h: brand.h, on: ['#ffffff', sunken], ratio: 5, towards: -1 });
    return filled(fill, '#ffffff');
  }
  if (dark) return filled(brandHex, dimText(scheme));
  const c = Math.min(brand.c, 0.13);
  const edge = guard({ from: brand.l, c, h: brand.h, on: papers, ratio: 3.2, towards: -1 });
  return filled(brandHex, dimText(scheme), edge);
}

function whiteTextAction(scheme: Scheme, white: number, page: Hex, surface: Hex): Action {
  const { dark, brand, brandHex, neutral } = scheme;
  const tooDark = dark && contrast(brandHex, surface) < 3.1;
  // Black brands become white in the dark scheme, because a lightened grey would look disabled.
  if (tooDark && brand.c < 0.04) return filled(neutral(0.93, 0.006), dimText(scheme));
  const walk = { from: brand.l, c: brand.c, h: brand.h };
  if (tooDark) return filled(guard({ ...walk, on: [page, surface], ratio: 3.15, towards: 1 }), '#ffffff');
  if (white >= 4.6) return filled(brandHex, '#ffffff');
  return filled(guard({ ...walk, on: ['#ffffff'], ratio: 4.6, towards: -1 }), '#ffffff');
}

/** Colours of hover and press move away from the text colour, so contrast only grows. */
function actionSteps({ action, 'on-action': text }: Action) {
  const { l, c, h } = toOklch(action);
  const direction = text === '#ffffff' && l >= 0.3 ? -1 : 1;
  const step = (distance: number) => {
    const hex = oklch(Math.min(0.97, Math.max(0.02, l + direction * distance)), c, h);
    return contrast(hex, text) >= 4.5 ? hex : action;
  };
  return { 'action-hover': step(0.045), 'action-press': step(0.085) };
}

/** Large brand panel: sign-in on wide screens, result, enrolled. */
function panelRoles(scheme: Scheme, action: Hex): { panel: Hex; 'on-panel': Hex } {
  const { dark, brand, brandHex, neutral } = scheme;
  if (dark)
    return { panel: oklch(0.29, Math.min(brand.c, 0.085), brand.h), 'on-panel': neutral(0.97, 0.006) };
  const white = contrast(brandHex, '#ffffff');
  if (white >= 4.6) return { panel: brandHex, 'on-panel': '#ffffff' };
  if (white >= 3) return { panel: action, 'on-panel': '#ffffff' };
  return { panel: brandHex, 'on-panel': dimText(scheme) };
}

/** For decoration only, never for text or meaningful icons. */
function accent({ dark, brand, vivid }: Scheme, secondary: string | undefined): Hex {
  const colour = secondary
    ? toOklch(secondary)
    : { l: 0.76, c: Math.min(Math.max(brand.c, 0.06 * vivid), 0.12), h: (brand.h + 48) % 360 };
  return oklch(dark ? Math.max(colour.l, 0.7) : colour.l, colour.c, colour.h);
}

function meaningRoles(scheme: Scheme, papers: readonly Hex[]) {
  const { dark, away } = scheme;
  const roles: Partial<ThemeRoles> = {};
  for (const name of MEANINGS) {
    const { h, c } = SEMANTIC[name];
    const soft = softOf(name, dark);
    const ink = { from: dark ? 0.74 : 0.54, c: dark ? c * 0.85 : c, h, ratio: 5, towards: away };
    roles[`${name}-soft`] = soft;
    roles[`${name}-line`] = dark ? oklch(0.44, c * 0.6, h) : oklch(0.86, c * 0.62, h);
    roles[`${name}-ink`] = guard({ ...ink, on: [...papers, soft] });
  }
  return roles;
}

function statusRoles(scheme: Scheme, papers: readonly Hex[]) {
  const { dark, away } = scheme;
  const roles: Partial<ThemeRoles> = {};
  for (const name of Object.keys(STATUS_COLOURS) as StatusColour[]) {
    const { l, c, h } = toOklch(STATUS_COLOURS[name]);
    const soft = dark ? oklch(0.285, Math.min(c * 0.34, 0.06), h) : oklch(0.957, Math.min(c * 0.24, 0.04), h);
    const ink = { from: dark ? Math.max(l, 0.74) : l, c: dark ? Math.min(c, 0.13) : c, h };
    roles[`status-${name}-soft`] = soft;
    roles[`status-${name}-ink`] = guard({ ...ink, on: [...papers, soft], ratio: 4.9, towards: away });
  }
  return roles;
}

function schemeRoles(brandHex: Hex, dark: boolean, { secondary, link }: ThemeOptions): ThemeRoles {
  const brand = toOklch(brandHex);
  const vivid = Math.min(1, brand.c / 0.08);
  const neutral = (l: number, c: number) => oklch(l, c * vivid, brand.h);
  const scheme: Scheme = { dark, brandHex, brand, vivid, away: dark ? 1 : -1, neutral };
  const paper = paperRoles(scheme);
  const papers: [Hex, Hex, Hex] = [paper.page, paper.surface, paper.sunken];
  const action = mainAction(scheme, papers);
  const roles = {
    ...paper,
    ...brandRoles(scheme, papers, link),
    ...action,
    ...actionSteps(action),
    ...panelRoles(scheme, action.action),
    accent: accent(scheme, secondary),
    ...meaningRoles(scheme, papers),
    ...statusRoles(scheme, papers),
  };
  return roles as ThemeRoles;
}

const computed = new Map<string, ThemeTokens>();
const MOST_COMPUTED = 256;

/**
 * Every colour role, light and dark, computed from one brand colour (look 2, spec 3.3). Cached, because every page and every
 * message needs the colours of its host.
 * @param brand `#rgb` or `#rrggbb`, already validated (see `hexColour`).
 */
export function themeTokens(brand: string, options: ThemeOptions = {}): ThemeTokens {
  const hex = longHex(brand);
  const key = JSON.stringify([hex, options.secondary, options.link]);
  const known = computed.get(key);
  if (known) return known;
  const tokens = { light: schemeRoles(hex, false, options), dark: schemeRoles(hex, true, options) };
  if (computed.size >= MOST_COMPUTED) computed.clear();
  computed.set(key, tokens);
  return tokens;
}

function longHex(hex: string): Hex {
  const digits = hex.replace('#', '').toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits}`;
}

const block = (roles: ThemeRoles) => ROLES.map((role) => `--color-${role}:${roles[role]}`).join(';');

/**
 * Style block that the server inlines before the first paint: light, and dark by the device's preference unless
 * `data-scheme="light"` is set on the root. Shadows and scrim are static CSS.
 */
export function themeCss({ light, dark }: ThemeTokens): string {
  return `:root{${block(light)}}@media (prefers-color-scheme:dark){:root:not([data-scheme="light"]){${block(dark)}}}`;
}

export interface ContrastFailure {
  foreground: Role;
  background: Role;
  needed: number;
  ratio: number;
}

/** Pairs below their WCAG ratio; always empty for tokens of `themeTokens` (property-tested). */
export function contrastFailures(roles: ThemeRoles): ContrastFailure[] {
  return PAIRS.map(([foreground, background, needed]) => {
    return { foreground, background, needed, ratio: contrast(roles[foreground], roles[background]) };
  }).filter(({ ratio, needed }) => ratio < needed);
}
