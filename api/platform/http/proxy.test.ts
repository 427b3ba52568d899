import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { namesTwoHosts, originReader, readProxyTrust } from './proxy.ts';

const HOST = 'cua.alfa.orbita.test';
const from = (trust: string, peer: string, headers: Record<string, string>, named?: string) =>
  originReader(readProxyTrust(trust, named))({
    socket: { remoteAddress: peer },
    headers: { host: HOST, ...headers },
  } as unknown as IncomingMessage);
const forwarded = (value: string, trust = 'loopback', peer = '127.0.0.1') =>
  from(trust, peer, { 'x-forwarded-for': value }).ip;

describe('S44 the address of a visitor', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', 'what the proxy saw'],
    ['10.1.1.1, 203.0.113.7', '203.0.113.7', 'what comes before it is what a visitor wrote'],
    ['203.0.113.7, 127.0.0.1', '203.0.113.7', 'another proxy of ours stands between'],
    ['203.0.113.7,127.0.0.1,::1', '203.0.113.7', 'more of them do'],
    ['203.0.113.7, 198.51.100.9, 127.0.0.1', '198.51.100.9', 'the first that is not ours'],
    ['203.0.113.7:4711', '203.0.113.7', 'with a port'],
    ['[2804:14c::1]:4711', '2804:14c::1', 'with brackets and port'],
    ['2804:14C:0:0::1%eth0', '2804:14c::1', 'in another spelling'],
    ['::ffff:203.0.113.7', '203.0.113.7', 'IPv4 that IPv6 carries'],
    ['::ffff:127.0.0.1', '127.0.0.1', 'a proxy of ours that IPv6 carries'],
    ['198.51.100.9, unknown', '127.0.0.1', 'no address: nothing beyond the proxy is known'],
    ['198.51.100.9,', '127.0.0.1', 'an empty one'],
    ['', '127.0.0.1', 'none'],
    ['203.0.113.7 198.51.100.1', '127.0.0.1', 'two without a comma'],
    ['0x7f.1', '127.0.0.1', 'a spelling that only some systems read'],
  ])('of %j is %s: %s', (value, ip) => {
    expect(forwarded(value)).toBe(ip);
  });

  it('is that of the connection unless it comes from our proxy', () => {
    expect(forwarded('203.0.113.7', 'loopback', '198.51.100.4')).toBe('198.51.100.4');
    expect(forwarded('203.0.113.7', '', '127.0.0.1')).toBe('127.0.0.1');
    expect(forwarded('203.0.113.7', '10.0.0.0/8,fd00::/8', 'fd12::1')).toBe('203.0.113.7');
    expect(forwarded('203.0.113.7', '10.0.0.0/8', '::ffff:10.3.4.5')).toBe('203.0.113.7');
    expect(forwarded('203.0.113.7', '10.0.0.1', '10.0.0.2')).toBe('10.0.0.2');
  });

  it('is read from the configured header only', () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      'x-real-ip': '198.51.100.9',
      forwarded: 'for=192.0.2.1;proto=https;host=evil.test',
    };
    expect(from('loopback', '127.0.0.1', headers, 'address=x-real-ip').ip).toBe('198.51.100.9');
    expect(from('loopback', '127.0.0.1', headers, '').ip).toBe('127.0.0.1');
    expect(from('loopback', '127.0.0.1', headers)).toMatchObject({
      ip: '203.0.113.7',
      protocol: 'http',
      host: HOST,
    });
  });
});

describe('S44 scheme and host', () => {
  const of = (headers: Record<string, string>, named?: string, peer = '127.0.0.1') => {
    const { protocol, host } = from('loopback', peer, headers, named);
    return `${protocol}://${host}`;
  };
  it('come from our proxy, the host only if its header is configured', () => {
    expect(of({ 'x-forwarded-proto': 'https' })).toBe(`https://${HOST}`);
    expect(of({ 'x-forwarded-proto': 'https' }, undefined, '198.51.100.4')).toBe(`http://${HOST}`);
    expect(of({ 'x-forwarded-host': 'beta.orbita.test', 'x-original-host': 'beta.orbita.test' })).toBe(
      `http://${HOST}`,
    );
    expect(of({ 'x-forwarded-host': 'beta.orbita.test' }, 'host=x-forwarded-host')).toBe(
      'http://beta.orbita.test',
    );
    expect(of({ 'x-forwarded-host': 'evil.test, beta.orbita.test' }, 'host=x-forwarded-host')).toBe(
      'http://beta.orbita.test',
    );
    expect(of({ 'x-forwarded-host': 'beta.orbita.test' }, 'host=x-forwarded-host', '198.51.100.4')).toBe(
      `http://${HOST}`,
    );
  });
  it.each(['javascript', '', 'ftp', 'https evil', 'https,'])('%j is no scheme', (scheme) => {
    expect(of({ 'x-forwarded-proto': scheme })).toBe(`http://${HOST}`);
  });
  it.each([
    ['https,http', `http://${HOST}`],
    ['http, HTTPS', `https://${HOST}`],
  ])('of %j the last one counts, written by the nearest proxy', (scheme, origin) => {
    expect(of({ 'x-forwarded-proto': scheme })).toBe(origin);
  });
  it("have one spelling, as in a browser's Origin", () => {
    expect(of({ host: 'CUA.Alfa.orbita.TEST' })).toBe(`http://${HOST}`);
    expect(of({ host: `${HOST}:80` })).toBe(`http://${HOST}`);
    expect(of({ host: `${HOST}:443` })).toBe(`http://${HOST}:443`);
    expect(of({ host: `${HOST}:443`, 'x-forwarded-proto': 'https' })).toBe(`https://${HOST}`);
    expect(of({ host: `${HOST}:80:80` })).toBe(`http://${HOST}:80:80`);
    for (const spelled of [`${HOST}.`, `${HOST}.:80`, `${HOST.toUpperCase()}.:80`])
      expect(of({ host: spelled })).toBe(`http://${HOST}`);
    expect(of({ host: `${HOST}.:443`, 'x-forwarded-proto': 'https' })).toBe(`https://${HOST}`);
    expect(of({ host: `${HOST}.:8080` })).toBe(`http://${HOST}:8080`);
    for (const wrong of [`${HOST}..`, '.', '.:80', `${HOST}:80.`])
      expect(of({ host: wrong })).toBe(`http://${wrong}`.replace('.:80', '.'));
  });
  it('of a request with two hosts are ambiguous', () => {
    expect(namesTwoHosts({ rawHeaders: ['Host', 'a', 'host', 'a'] })).toBe(true);
    expect(namesTwoHosts({ rawHeaders: ['Host', 'a', 'X', 'host'] })).toBe(false);
  });
});

describe('S44 proxy settings', () => {
  it.each([
    'true',
    '*',
    '1',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    'proxy.internal',
    '10.0.0.0/8.',
  ])('%s is not a trusted proxy', (trusted) => {
    expect(() => readProxyTrust(trusted, undefined)).toThrow(trusted);
  });
  it.each([
    'x-forwarded-for',
    'address=',
    'adress=x-real-ip',
    'address=X-Real-IP',
    'address=a=b',
    'address=x-a,address=x-b',
    'host=host',
    'scheme=origin',
  ])('%s is not a proxy header', (headers) => {
    expect(() => readProxyTrust('loopback', headers)).toThrow(/is not address\|scheme\|host/);
  });
});
