import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { failureText, whyUndelivered } from './failure-text.ts';

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

it.each([
  ['email', "Can't send mail - all recipients were rejected: 550 5.1.1 <x@y.test>: user unknown", 'refused'],
  ['email', 'Message failed: 554 5.7.1 Message rejected', 'refused'],
  ['email', 'Invalid login: 535 5.7.8 Authentication failed', 'unreachable'],
  ['email', 'Mail command failed: 452 4.2.2 Mailbox full', 'unreachable'],
  ['email', 'connection refused', 'unreachable'],
  ['email', null, 'unreachable'],
  ['sms', 'Twilio answered 400, code 21211', 'refused'],
  ['sms', 'Twilio answered 401, code 20003', 'unreachable'],
  ['sms', 'Twilio answered 503, code none', 'unreachable'],
  ['sms', 'The gateway answered 429', 'unreachable'],
  ['sms', 'The gateway answered 503', 'unreachable'],
  ['sms', 'not delivered: unknown subscriber', 'refused'],
  ['whatsapp', 'WhatsApp answered 400, code 131026: not on WhatsApp', 'refused'],
  ['whatsapp', 'WhatsApp answered 200, code 131026: not on WhatsApp', 'refused'],
  ['whatsapp', 'WhatsApp answered 403, code 190: our token has expired', 'unreachable'],
  ['whatsapp', 'no answer in time', 'unreachable'],
] as const)('a failed %s with "%s" counts as %s', (channel, text, why) => {
  expect(whyUndelivered(channel, text)).toBe(why);
});
