import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptanceDemand,
  CONTRACT_FIELDS,
  contractHash,
  declaredPlace,
  describeDevice,
  missingContractFields,
  parseContractIdentifier,
} from './index.ts';

describe('the person who accepts', () => {
  it.each([
    [{ minor: false, accessKey: false }, 'code', { party: 'candidate', code: false, declaration: false }],
    [{ minor: false, accessKey: true }, 'code', { party: 'candidate', code: true, declaration: false }],
    [{ minor: true, accessKey: false }, 'code', { party: 'guardian', code: true, declaration: false }],
    [{ minor: true, accessKey: true }, 'declared', { party: 'guardian', code: false, declaration: true }],
  ] as const)('%o in mode %s', (who, mode, demand) => {
    expect(acceptanceDemand({ ...who, mode })).toEqual(demand);
  });
});

describe('contract post', () => {
  const post = {
    FormatedContract: '<h1>…</h1>',
    Contract: 'CT-GRAD:1',
    DeviceType: 'mobile',
    OS: '',
    Browser: '',
    BrowserVendor: '',
    IP: '',
    Address: '',
  } as const;
  it('has eight fields; those a browser may withhold can be empty', () => {
    expect(CONTRACT_FIELDS).toHaveLength(8);
    expect(missingContractFields(post)).toEqual([]);
    expect(missingContractFields({ ...post, Contract: '', IP: undefined })).toEqual(['Contract', 'IP']);
  });
  it('reads identifiers and hashes', () => {
    expect(parseContractIdentifier('CT-GRAD:12')).toEqual({ code: 'CT-GRAD', version: 12 });
    expect(parseContractIdentifier('CT-GRAD')).toBeUndefined();
    expect(contractHash('AB'.repeat(32))).toBe(`sha256:${'ab'.repeat(32)}`);
  });
  it('declares the geolocation, or an empty text', () => {
    expect(declaredPlace({ latitude: -19.9245, longitude: -43.9352, accuracy: 12.4 })).toBe(
      '-19.92450,-43.93520;12',
    );
    expect(declaredPlace(null)).toBe('');
  });
});

describe('device', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      { DeviceType: 'mobile', OS: 'Android 14', Browser: 'Chrome 140', BrowserVendor: 'Google Inc.' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      { DeviceType: 'mobile', OS: 'iOS 18.5', Browser: 'Safari 18', BrowserVendor: 'Apple Computer, Inc.' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      {
        DeviceType: 'desktop',
        OS: 'Windows 10 ou 11',
        Browser: 'Edge 141',
        BrowserVendor: 'Microsoft Corporation',
      },
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      { DeviceType: 'desktop', OS: 'Linux', Browser: 'Firefox 143', BrowserVendor: 'Mozilla' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36',
      {
        DeviceType: 'tablet',
        OS: 'Android 13',
        Browser: 'Samsung Internet 28',
        BrowserVendor: 'Samsung Electronics',
      },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0',
      {
        ...{ DeviceType: 'desktop', OS: 'Windows 10 ou 11' },
        ...{ Browser: 'Opera 124', BrowserVendor: 'Opera Software' },
      },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 401.0.0.25.81',
      {
        ...{ DeviceType: 'mobile', OS: 'iOS 18.5' },
        ...{ Browser: 'Instagram 401', BrowserVendor: 'Meta Platforms' },
      },
    ],
    ['', { DeviceType: 'desktop', OS: '', Browser: '', BrowserVendor: '' }],
  ])('%s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toEqual(device);
  });
  it('recognises an iPad that identifies as a Mac', () => {
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
    expect(describeDevice(mac, 5).DeviceType).toBe('tablet');
    expect(describeDevice(mac).OS).toBe('macOS 10.15');
  });
  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof describeDevice(text).OS === 'string'));
  });
});
