/** What a contract post declares about the device (spec 13.1). */
export interface Device {
  DeviceType: 'desktop' | 'mobile' | 'tablet';
  OS: string;
  Browser: string;
  BrowserVendor: string;
}

type Found = readonly [pattern: RegExp, name: string, vendor: string];

// The first match wins, because user agents also contain the names of browsers listed later.
const BROWSERS: readonly Found[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge', 'Microsoft Corporation'],
  [/\b(?:OPR|OPiOS|OPT)\/(\d+)/, 'Opera', 'Opera Software'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet', 'Samsung Electronics'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi', 'Vivaldi Technologies'],
  [/\bFBAV\/(\d+)/, 'Facebook', 'Meta Platforms'],
  [/\bInstagram (\d+)/, 'Instagram', 'Meta Platforms'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox', 'Mozilla'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome', 'Google Inc.'],
  [/\bVersion\/(\d+)/, 'Safari', 'Apple Computer, Inc.'],
];

const dotted = (version: string | undefined) => (version ?? '').replaceAll('_', '.');

function systemOf(userAgent: string): string {
  const android = /Android (\d+(?:\.\d+)?)/.exec(userAgent);
  if (android) return `Android ${android[1]}`;
  const ios = /(?:iPhone|CPU) OS (\d+(?:_\d+)?)/.exec(userAgent);
  if (ios) return `${userAgent.includes('iPad') ? 'iPadOS' : 'iOS'} ${dotted(ios[1])}`;
  if (/Windows NT 10\.0/.test(userAgent)) return 'Windows 10 ou 11';
  const windows = /Windows NT (\d+\.\d+)/.exec(userAgent);
  if (windows) return `Windows NT ${windows[1]}`;
  if (userAgent.includes('CrOS')) return 'ChromeOS';
  const mac = /Mac OS X (\d+(?:[_.]\d+)?)/.exec(userAgent);
  if (mac) return `macOS ${dotted(mac[1])}`;
  return userAgent.includes('Linux') ? 'Linux' : '';
}

function typeOf(userAgent: string, touchPoints: number): Device['DeviceType'] {
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  const hiddenTablet = userAgent.includes('Macintosh') && touchPoints > 1;
  if (hiddenTablet || /iPad|Tablet|Silk/.test(userAgent)) return 'tablet';
  if (userAgent.includes('Android') && !userAgent.includes('Mobile')) return 'tablet';
  return /Mobi|iPhone|iPod/.test(userAgent) ? 'mobile' : 'desktop';
}

/**
 * Device by the user agent; unknown parts are empty.
 * @param touchPoints `navigator.maxTouchPoints` if the browser has it.
 */
export function describeDevice(userAgent: string, touchPoints = 0): Device {
  const device = { DeviceType: typeOf(userAgent, touchPoints), OS: systemOf(userAgent) };
  for (const [pattern, name, vendor] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    // Other browsers also have a token "Version".
    if (name === 'Safari' && !userAgent.includes('Safari/')) continue;
    if (version) return { ...device, Browser: `${name} ${version}`, BrowserVendor: vendor };
  }
  return { ...device, Browser: '', BrowserVendor: '' };
}
