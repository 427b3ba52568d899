import { expect, it } from 'vitest';
import { browserName } from './index.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome (Windows)',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge (Windows)'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36 OPR/120', 'Opera (Linux)'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/18 Safari/605', 'Safari (Mac)'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/140 Mobile Safari/604', 'Chrome (iPhone)'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605 FxiOS/140 Mobile Safari/604', 'Firefox (iPhone)'],
  [
    'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28 Chrome/130 Mobile Safari/537',
    'Samsung Internet (Android)',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140) Gecko/20100101 Firefox/140', 'Firefox (Linux)'],
  ['curl/8', 'Outro navegador (Este dispositivo)'],
  [undefined, 'Outro navegador (Este dispositivo)'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
