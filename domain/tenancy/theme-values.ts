/** Checks of theme values a tenant supplies: no value may bring style or script (security T10). */

/** Product defaults (spec 1, [seed]). */
export const DEFAULT_THEME = { primary: '#982439', secondary: '#c59559', link: '#982439' } as const;

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** True for `#rgb` and `#rrggbb`; names, functions and alpha are refused. */
export const isHexColour = (value: string): boolean => HEX.test(value);

/** A value fit for the style sheet: the given colour, or the fallback when it is no plain hex colour. */
export const hexColour = (value: string | null | undefined, fallback: string): string =>
  value && isHexColour(value) ? value.toLowerCase() : fallback;

const LINK_SCHEMES = new Set(['https:', 'mailto:', 'tel:']);

/** True for absolute https, mailto and tel addresses without credentials. */
export function isSafeLink(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return LINK_SCHEMES.has(url.protocol) && url.username === '' && url.password === '';
}

const IMAGE_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
};

/** Media type of a theme image by its extension; undefined when the type is not accepted. */
export function themeImageType(path: string): string | undefined {
  return IMAGE_TYPES[path.split('.').at(-1)?.toLowerCase() ?? ''];
}

/** Largest theme image in bytes: logos are in the first paint of cheap phones. */
export const THEME_IMAGE_LIMIT = 512 * 1024;

/** True for a relative path below the asset folder with an accepted image type and no way out of it. */
export function isThemeImagePath(path: string): boolean {
  const plain = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i.test(path);
  return plain && !path.includes('..') && themeImageType(path) !== undefined;
}

/** Problems of a theme, one English sentence per field, for the catalogue (spec 17.4). */
export function themeProblems(theme: Record<string, unknown>): { field: string; problem: string }[] {
  const problems: { field: string; problem: string }[] = [];
  const test = (field: string, valid: (value: string) => boolean, problem: string) => {
    const value = theme[field];
    if (value === undefined || value === null) return;
    if (typeof value !== 'string' || !valid(value)) problems.push({ field, problem });
  };
  for (const field of ['primary', 'secondary', 'link'])
    test(field, isHexColour, 'must be a hex colour like #982439');
  for (const field of ['favicon', 'logoSmall', 'logoLarge']) {
    test(field, isThemeImagePath, 'must be a relative path to an svg, png, jpg, webp or ico file');
  }
  return problems;
}
