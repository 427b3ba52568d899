/**
 * Type of the message with which a console page sends the brand to the sample portal, between windows of different origins (spec
 * 25.14).
 */
export const BRAND_SAMPLE = 'orbita-amostra';

const LOGOS = ['logoSmall', 'logoLarge'] as const;

/** Colours as `#rrggbb`; logos as `data:` addresses, absent if the saved one stays. */
export type SampleBrand = { primary: string; secondary: string; link: string } & {
  [Logo in (typeof LOGOS)[number]]?: string;
};

const COLOUR = /^#[0-9a-f]{6}$/i;
const PICTURE =
  /^data:image\/(?:png|jpeg|webp|svg\+xml|x-icon|vnd\.microsoft\.icon);base64,[a-z0-9+/]*={0,2}$/i;
/** Maximum length of a base64-encoded brand picture. */
const MOST_LETTERS = 1_000_000;

const isColour = (value: unknown): value is string => typeof value === 'string' && COLOUR.test(value);

/** The brand in a message from another window; undefined for anything else. */
export function sampleBrandOf(message: unknown): SampleBrand | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { type, primary, secondary, link, ...more } = message as Record<string, unknown>;
  if (type !== BRAND_SAMPLE || !isColour(primary) || !isColour(secondary) || !isColour(link))
    return undefined;
  const brand: SampleBrand = { primary, secondary, link };
  for (const name of LOGOS) {
    const logo = more[name];
    if (logo === undefined) continue;
    if (typeof logo !== 'string' || logo.length > MOST_LETTERS || !PICTURE.test(logo)) return undefined;
    brand[name] = logo;
  }
  return brand;
}
