import { describe, expect, it } from 'vitest';
import { addressOffence, isPublicAddress } from './guard.ts';
import { post } from './post.ts';
import { GIVE_UP_MS, WAITS, waitAfter } from './schedule.ts';
import { signedHeaders } from './sign.ts';

const HOUR = 3600_000;

describe('webhook signatures', () => {
  it('follow the Standard Webhooks specification', () => {
    // The example from the specification's reference implementations.
    const headers = signedHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      new Date(1614265330_000),
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});

describe('webhook addresses', () => {
  it('must be on the public internet and use https in production', () => {
    const offends = (url: string) => addressOffence(url, { development: false }) !== undefined;
    expect(offends('https://academico.exemplo.test/avisos')).toBe(false);
    for (const url of [
      'http://academico.exemplo.test/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://ana:senha@exemplo.test/',
      'ftp://exemplo.test/',
      'exemplo.test',
    ])
      expect([url, offends(url)]).toEqual([url, true]);
    expect(addressOffence('http://localhost:8081/x', { development: true })).toBeUndefined();
  });

  it('of private networks are recognised in IPv4 and IPv6', () => {
    for (const ip of [
      '10.1.2.3',
      '172.31.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '0.0.0.0',
      '224.0.0.1',
    ])
      expect([ip, isPublicAddress(ip)]).toEqual([ip, false]);
    for (const ip of [
      '::1',
      '::',
      'fc00::1',
      'fe80::1',
      '::ffff:192.168.0.1',
      '2002:a00:1::',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    ])
      expect([ip, isPublicAddress(ip)]).toEqual([ip, false]);
    for (const ip of ['200.160.2.3', '2804:14c::1']) expect([ip, isPublicAddress(ip)]).toEqual([ip, true]);
  });

  // KeeperHub/keeperhub pull request 1269: in a cluster with IPv6, every host that has only IPv4 resolves to such an address.
  it('behind a NAT64 gateway are those they are translated into', () => {
    for (const ip of ['64:ff9b::c8a0:203', '64:ff9b:0:0:0:0:200.160.2.3', '64:FF9B::808:808'])
      expect([ip, isPublicAddress(ip)]).toEqual([ip, true]);
    for (const ip of [
      '64:ff9b::',
      '64:ff9b::1',
      '64:ff9b::a00:1',
      '64:ff9b::7f00:1',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::192.168.0.1',
      '64:ff9b:1::c8a0:203',
      '64:ff9b::1:c8a0:203',
    ])
      expect([ip, isPublicAddress(ip)]).toEqual([ip, false]);
    expect(addressOffence('https://[64:ff9b::a9fe:a9fe]/', { development: false })).toBeDefined();
  });
});

describe('a host name that resolves to an internal address', () => {
  it('is not called in production, although the name looks public', async () => {
    await expect(post('https://localhost:1/', '{}', {}, { development: false })).rejects.toThrow(
      'The address leads to a private network',
    );
  });
});

describe('the retry schedule', () => {
  it('grows, is randomly later but never earlier, and ends after about three days', () => {
    const whole = WAITS.reduce((sum, wait) => sum + wait, 0);
    expect(whole).toBeGreaterThan(72 * HOUR);
    expect(whole).toBeLessThan(80 * HOUR);
    WAITS.forEach((wait, index) => {
      expect(waitAfter(index + 1, 0)).toBe(wait);
      expect(waitAfter(index + 1, 1)).toBeGreaterThan(wait);
    });
    expect(waitAfter(WAITS.length + 1, 0)).toBeUndefined();
    expect(GIVE_UP_MS).toBeLessThan(whole);
  });
});
