const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

// The order matters: most browsers also name those whose engine they use.
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const nameIn = (names: [RegExp, string][], userAgent: string | undefined): string | undefined =>
  names.find(([sign]) => sign.test(userAgent ?? ''))?.[1];

/** Name of a device by its user agent; undefined when the user agent names none. */
export const deviceName = (userAgent: string | undefined): string | undefined => nameIn(DEVICES, userAgent);

/** Browser and device of a sign-in in everyday words: "Chrome no Android". Based on what the browser says about itself. */
export function deviceLabel(userAgent: string | undefined): string {
  const [browser, device] = [nameIn(BROWSERS, userAgent), deviceName(userAgent)];
  if (browser && device) return `${browser} no ${device}`;
  return browser ?? device ?? 'Aparelho não identificado';
}
