import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The oldest browsers that everything built here must run in (spec 18): phones of 2020 and 2021 that get no newer system. Edge
 * and web views equal Chromium of the same version.
 */
const FLOOR = { safari_ios: 15, safari: 15, chrome: 87, firefox: 91 } as const;

/** The same in the form Vite and its minifiers expect: syntax is lowered to it, methods and properties are not. */
export const TARGET = [`chrome${FLOOR.chrome}`, `safari${FLOOR.safari}`, `firefox${FLOOR.firefox}`];

type Support = {
  version_added: string | boolean | null;
  version_removed?: unknown;
  flags?: unknown;
  prefix?: unknown;
  alternative_name?: unknown;
  partial_implementation?: boolean;
};
/** An entry of MDN's browser-compat-data: its own support and the entries below it. */
export type Compat = {
  __compat?: {
    support: Record<string, Support | Support[] | undefined>;
    status?: { standard_track: boolean };
  };
} & {
  [name: string]: Compat;
};
type Data = { javascript: { builtins: Compat }; api: Compat; css: Compat };

/** Whether that data is installed: a plain start builds without it, and what it built is rebuilt before it is tested. */
export function knowsBrowsers(): boolean {
  try {
    createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
    return true;
  } catch {
    return false;
  }
}

let data: Data | undefined;
/** Which browser supports what since when (MDN's browser-compat-data). */
export const compat = (): Data => {
  const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  data ??= JSON.parse(readFileSync(file, 'utf8')) as Data;
  return data;
};

const since = (support: Support | Support[] | undefined): number => {
  const versions = [support ?? []].flat().flatMap((one) => {
    if (one.flags || one.prefix || one.alternative_name || one.partial_implementation || one.version_removed)
      return [];
    const version = Number.parseFloat(String(one.version_added).replace('≤', ''));
    return Number.isNaN(version) ? [] : version;
  });
  return Math.min(...versions, Number.POSITIVE_INFINITY);
};

/** True when a browser of the floor lacks the feature; false without an entry. */
export const isNewer = (entry: Compat | undefined): boolean =>
  entry?.__compat !== undefined &&
  Object.entries(FLOOR).some(([browser, version]) => since(entry.__compat?.support[browser]) > version);
