import { expect, it } from 'vitest';
import { isInApp } from './in-app.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = (view = '') =>
  `Mozilla/5.0 (Linux; Android 10; SM-A105M${view}) AppleWebKit/537.36 (KHTML, like Gecko)`;

// MomenSherif/react-oauth issue 115, nextauthjs/next-auth issue 7044.
it.each([
  ['Instagram on iOS', `${IPHONE} Mobile/15E148 Instagram 312.0.0.27.73 (iPhone12,1; iOS 15_8; pt_BR)`, true],
  ['Facebook on iOS', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.34.109;FBLC/pt_BR]`, true],
  [
    'Facebook on Android',
    `${android('; wv')} Version/4.0 Chrome/99.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/440]`,
    true,
  ],
  ['a view of any Android app', `${android('; wv')} Version/4.0 Chrome/87.0 Mobile Safari/537.36`, true],
  ['TikTok', `${IPHONE} Mobile/15E148 musical_ly_31.5.0 BytedanceWebview/d8a21c6`, true],
  ['LinkedIn', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.27.4`, true],
  ['Safari', `${IPHONE} Version/15.6 Mobile/15E148 Safari/604.1`, false],
  ['Chrome on iOS', `${IPHONE} CriOS/120.0.6099.50 Mobile/15E148 Safari/604.1`, false],
  ['Chrome on Android', `${android()} Chrome/87.0.4280.141 Mobile Safari/537.36`, false],
  ['Samsung Internet', `${android()} SamsungBrowser/13.2 Chrome/83.0.4103.106 Mobile Safari/537.36`, false],
  ['Firefox', 'Mozilla/5.0 (Windows NT 10.0; rv:91.0) Gecko/20100101 Firefox/91.0', false],
  ['nothing', '', false],
])('%s: %#', (_name, userAgent, inApp) => {
  expect(isInApp(userAgent)).toBe(inApp);
});
