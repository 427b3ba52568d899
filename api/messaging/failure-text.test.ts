import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { failureText } from './failure-text.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('error text of a failed delivery for operators', () => {
  it('contains no internal address', async () => {
    const refused = await new Promise((onError) => connect(9, '127.0.0.1').on('error', onError));
    expect(String(refused)).toContain('127.0.0.1');
    expect(failureText(refused)).toBe('connection refused');
  });
  it.each([
    [coded('ESOCKET', 'connect ECONNREFUSED 10.0.0.7:2525'), 'connection refused'],
    [coded('ECONNRESET', 'read ECONNRESET'), 'connection closed'],
    [coded('ENOTFOUND', 'getaddrinfo ENOTFOUND mail.internal'), 'host not found'],
    [coded('EHOSTUNREACH'), 'host not reached'],
    [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'no answer in time'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'certificate not trusted'],
    [new Error('Must be an https address'), 'Must be an https address'],
    ['word', 'word'],
  ])('%s', (error, text) => expect(failureText(error)).toBe(text));
  it('is short', () => {
    expect(failureText(new Error('a'.repeat(1_000)))).toHaveLength(200);
  });
});
