import { passkeyLabel } from '../identity/index.ts';

/** Signs of a browser in its user agent; several name Chrome and Safari as well, so those come last. */
const BROWSERS: readonly (readonly [sign: string, name: string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

/** A browser as its person would name it, with the kind of its device: "Firefox (Windows)". */
export const browserName = (userAgent: string | undefined): string => {
  const name = BROWSERS.find(([sign]) => userAgent?.includes(sign))?.[1] ?? 'Outro navegador';
  return `${name} (${passkeyLabel(userAgent)})`;
};
