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

/** Name of a device by its user agent; undefined where it names none. */
export const deviceName = (userAgent: string | undefined): string | undefined => nameIn(DEVICES, userAgent);

/** What somebody came in with, as she would call it: "Chrome no Android". It is what the browser says of itself. */
export function deviceLabel(userAgent: string | undefined): string {
  const [browser, device] = [nameIn(BROWSERS, userAgent), deviceName(userAgent)];
  if (browser && device) return `${browser} no ${device}`;
  return browser ?? device ?? 'Aparelho não identificado';
}
