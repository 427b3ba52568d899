import { describe, expect, it } from 'vitest';
import { acceptanceContacts, contractIdentifier, describeDevice, parseContractIdentifier } from './index.ts';

const email = { channel: 'email', to: 'a@alfa.test' };
const sms = { channel: 'sms', to: '31900000001' };

describe('S17: where an acceptance code may be sent', () => {
  it.each([
    ['both, when none is confirmed', true, true, false, false, [email, sms]],
    ['both, when both are', true, true, true, true, [email, sms]],
    ['the confirmed e-mail alone', true, true, true, false, [email]],
    ['the confirmed phone alone', true, true, false, true, [sms]],
    ['what there is', false, true, false, false, [sms]],
    ['what there is, though a missing one is called confirmed', false, true, true, false, [sms]],
    ['nowhere, when there is nothing', false, false, true, true, []],
  ])('%s', (_where, hasEmail, hasPhone, emailConfirmed, cellPhoneConfirmed, contacts) => {
    const of = { email: hasEmail ? email.to : null, cellPhone: hasPhone ? sms.to : '' };
    expect(acceptanceContacts({ ...of, emailConfirmed, cellPhoneConfirmed })).toEqual(contacts);
  });
});

describe('names of contracts', () => {
  it.each([
    ['CT-GRAD:1', 1],
    ['CT_g.1:999999', 999_999],
    ['CT-GRAD:0', undefined],
    ['CT-GRAD:01', undefined],
    ['CT-GRAD:1000000', undefined],
    ['CT-GRAD:1 ', undefined],
    [' CT-GRAD:1', undefined],
    [`${'c'.repeat(60)}:2`, 2],
    [`${'c'.repeat(61)}:2`, undefined],
    [':1', undefined],
  ])('%s', (text, version) => expect(parseContractIdentifier(text)?.version).toBe(version));
  it('are parsed and formatted', () => {
    expect(parseContractIdentifier(contractIdentifier('CT-GRAD', 12))).toEqual({
      code: 'CT-GRAD',
      version: 12,
    });
  });
});

describe('devices', () => {
  const MAC =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
  it.each([
    [MAC, 0, 'desktop', 'macOS 10.15', 'Safari 17'],
    [MAC, 1, 'desktop', 'macOS 10.15', 'Safari 17'],
    [MAC, 5, 'tablet', 'macOS 10.15', 'Safari 17'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Chrome/120.0', 0, 'desktop', 'macOS 14', 'Chrome 120'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/120.0', 10, 'desktop', 'Windows 10 ou 11', 'Chrome 120'],
    ['Mozilla/5.0 (Windows NT 6.12; WOW64) Firefox/115.0', 0, 'desktop', 'Windows NT 6.12', 'Firefox 115'],
    ['Mozilla/5.0 (Windows NT 11.3) Firefox/115.0', 0, 'desktop', 'Windows NT 11.3', 'Firefox 115'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541) Chrome/120.0', 0, 'desktop', 'ChromeOS', 'Chrome 120'],
    ['Mozilla/5.0 (X11; Linux x86_64) Firefox/120.0', 0, 'desktop', 'Linux', 'Firefox 120'],
    ['Mozilla/5.0 (Linux; Android 4.12; X) Mobile Chrome/90.1', 5, 'mobile', 'Android 4.12', 'Chrome 90'],
    ['Mozilla/5.0 (Linux; Android 13; X) Chrome/90.1', 5, 'tablet', 'Android 13', 'Chrome 90'],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_25 like Mac OS X) Version/12.1 Safari/604',
      5,
      'tablet',
      'iPadOS 12.25',
      'Safari 12',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) Version/17.0 Mobile Safari/604',
      5,
      'mobile',
      'iOS 17',
      'Safari 17',
    ],
    ['Mozilla/5.0 (Linux; U; Android 2.3) Version/4.0', 5, 'tablet', 'Android 2.3', ''],
    ['curl/8.0', 0, 'desktop', '', ''],
  ])('%s with %i points', (agent, points, type, system, browser) => {
    const device = describeDevice(agent, points);
    expect([device.DeviceType, device.OS, device.Browser]).toEqual([type, system, browser]);
    expect(device.BrowserVendor === '').toBe(browser === '');
  });
});
