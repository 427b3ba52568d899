import { passkeyLabel } from '../identity/index.ts';

/** Marks of a browser in its user agent; several also name Chrome and Safari, so those come last. */
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

/** Everyday name of a browser and its kind of device: "Firefox (Windows)". */
export const browserName = (userAgent: string | undefined): string => {
  const name = BROWSERS.find(([sign]) => userAgent?.includes(sign))?.[1] ?? 'Outro navegador';
  return `${name} (${passkeyLabel(userAgent)})`;
};
