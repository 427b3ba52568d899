import { contrastOf, type ThemeTokens, themeTokens } from '@orbita/domain/tenancy';
import { brandTexts as t } from '../texts/brand.ts';

export type Colours = { primary: string; secondary: string; link: string };
type Scheme = 'light' | 'dark';
export type Verdict = {
  pair: keyof typeof t.pairs;
  /** For each scheme: foreground, background, and the contrast ratio between them. */
  sides: Record<Scheme, { ink: string; paper: string; ratio: string }>;
  did: string;
  /** Whether the chosen colour was adjusted. */
  adjusted: boolean;
};

const SCHEMES = ['light', 'dark'] as const;
const ratioOf = (a: string, b: string): string =>
  (Math.floor(contrastOf(a, b) * 10) / 10).toFixed(1).replace('.', ',');

function buttonText(tokens: ThemeTokens, primary: string): [did: string, adjusted: boolean] {
  const { action, 'on-action': text } = tokens.light;
  const white = ratioOf(primary, '#ffffff');
  if (text !== '#ffffff') return [t.verdict.darkText(white), true];
  return action === primary
    ? [t.verdict.passes, false]
    : [t.verdict.darker(action.toUpperCase(), white), true];
}

/**
 * The result of three colours: the pairs of the theme with their contrast, computed by the functions that render the portal, so
 * that none can fail.
 * @param colours `#rrggbb` each.
 */
export function verdictsOf({ primary, secondary, link }: Colours): Verdict[] {
  const tokens = themeTokens(primary, { secondary, link });
  const sides = (ink: keyof ThemeTokens['light'], paper: keyof ThemeTokens['light']): Verdict['sides'] => {
    const [light, dark] = SCHEMES.map((scheme) => {
      const roles = tokens[scheme];
      return { ink: roles[ink], paper: roles[paper], ratio: ratioOf(roles[ink], roles[paper]) };
    }) as [Verdict['sides']['light'], Verdict['sides']['dark']];
    return { light, dark };
  };
  const [button, changed] = buttonText(tokens, primary.toLowerCase());
  const links = sides('link', 'surface');
  const same = links.light.ink === link.toLowerCase() && links.dark.ink === link.toLowerCase();
  return [
    { pair: 'button', sides: sides('on-action', 'action'), did: button, adjusted: changed },
    {
      pair: 'links',
      sides: links,
      did: same
        ? t.verdict.passes
        : t.verdict.both(links.light.ink.toUpperCase(), links.dark.ink.toUpperCase()),
      adjusted: !same,
    },
    { pair: 'focus', sides: sides('focus', 'page'), did: t.verdict.passes, adjusted: false },
    { pair: 'secondary', sides: sides('accent', 'surface'), did: t.verdict.decoration, adjusted: false },
  ];
}
