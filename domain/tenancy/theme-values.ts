import { entryOf } from '../foundation/index.ts';

/** Checks of a tenant's theme values: no value may inject style or script (security T10). */

/** Product defaults (spec 1, [seed]). */
export const DEFAULT_THEME = { primary: '#982439', secondary: '#c59559', link: '#982439' } as const;

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Whether the value is `#rgb` or `#rrggbb`; names, functions and alpha are refused. */
export const isHexColour = (value: string): boolean => HEX.test(value);

/** The given colour, or the fallback when it is not a plain hex colour. */
export const hexColour = (value: string | null | undefined, fallback: string): string =>
  value && isHexColour(value) ? value.toLowerCase() : fallback;

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
  return entryOf(IMAGE_TYPES, path.split('.').at(-1)?.toLowerCase() ?? '');
}

/** Maximum size of a theme image in bytes: logos are part of the first paint, even on cheap phones. */
export const THEME_IMAGE_LIMIT = 512 * 1024;

/** Whether the path is relative, stays inside the asset folder and has an accepted image type. */
export function isThemeImagePath(path: string): boolean {
  const plain = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/i.test(path);
  return plain && !path.includes('..') && themeImageType(path) !== undefined;
}
