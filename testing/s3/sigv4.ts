import { createHash, createHmac } from 'node:crypto';

/**
 * Signature version 4 as published by AWS ("Authenticating Requests (AWS Signature Version 4)", Amazon S3 API Reference),
 * implemented for a verifying server: it takes a request as received.
 */
export type SignedRequest = {
  method: string;
  /** Path and query as received, encoded. */
  path: string;
  query: string;
  /** Signed headers, by lower-case name. */
  headers: Readonly<Record<string, string>>;
  payloadHash: string;
  /** Such as `20130524T000000Z`. */
  date: string;
  /** `{day}/{region}/{service}/aws4_request`. */
  scope: string;
};

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name, value.join('=')].map((text) => encoded(decodeURIComponent(text)));
    });
  const inOrder = pairs.map((pair) => pair.join('=')).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return inOrder.join('&');
}

const canonicalPath = (path: string): string =>
  path
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');

/** The signature of a request, in hexadecimal digits. */
export function signatureOf(request: SignedRequest, secret: string): string {
  const names = Object.keys(request.headers).sort();
  const canonical = [
    request.method,
    canonicalPath(request.path),
    canonicalQuery(request.query),
    ...names.map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    request.payloadHash,
  ].join('\n');
  const [day = '', region = '', service = ''] = request.scope.split('/');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  const text = ['AWS4-HMAC-SHA256', request.date, request.scope, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex');
}
