import fc from 'fast-check';
import type { Described } from './description.ts';
import { strangeText } from './strange.ts';

export type Header = readonly [string, string];

/** Headers that a proxy, a browser or somebody with a shell adds; each may occur, a few at a time. */
const extras: readonly Header[] = [
  ...['', 'x', 'x'.repeat(8_000), '__proto__', '\u00e9', 'a,b'].map(
    (value): Header => ['idempotency-key', value],
  ),
  ...[
    'unknown.test',
    '',
    'x'.repeat(2_000),
    'cua.alfa.orbita.test:99999',
    '[::1]',
    'a b',
    'cua.alfa.orbita.test, beta.orbita.test',
  ].map((value): Header => ['x-forwarded-host', value]),
  ...['https', 'javascript', '', 'https,http'].map((value): Header => ['x-forwarded-proto', value]),
  ...['unknown', '::ffff:1.2.3.4', '2001:db8::1', '1.2.3.4, 5.6.7.8', '999.1.1.1', ','.repeat(2_000)].map(
    (value): Header => ['x-forwarded-for', value],
  ),
  ...['beta', 'alfa', '', '__proto__', 'ALFA'].map((value): Header => ['x-tenant-alias', value]),
  ...['x', '00000000-0000-4000-8000-000000000000'].map((value): Header => ['x-tenant-id', value]),
  ...['CUA01', 'EPA01', 'FBX01', '', 'x'.repeat(3_000)].map((value): Header => ['x-institution-code', value]),
  ...['true', 'false', 'x'].map((value): Header => ['institution-global-filter', value]),
  ...['https://outro.test', 'null', 'http://', 'http://cua.alfa.orbita.test'].map(
    (value): Header => ['origin', value],
  ),
  ...[
    'orbita-session=x',
    'a=b; '.repeat(500),
    '=',
    ';;;',
    'orbita-session="',
    '__Secure-orbita-session=%ff',
    'a=%',
  ].map((value): Header => ['cookie', value]),
  ...[
    'Bearer',
    'Bearer ',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Basic eDp5',
    `Bearer ${'a'.repeat(7_000)}`,
    'Bearer a.b.c',
    'svc_x',
  ].map((value): Header => ['authorization', value]),
  ...['text/html', '*/*;q=9', ',', 'x'.repeat(4_000)].map((value): Header => ['accept', value]),
  ...['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'].map((value): Header => ['range', value]),
  ...['*', '"x"', 'W/"'].map((value): Header => ['if-none-match', value]),
  ...['gzip;q=2', '*', 'x'].map((value): Header => ['accept-encoding', value]),
  ['expect', '100-continue'],
  ['expect', 'x'],
  ['upgrade', 'h2c'],
  ['upgrade', 'websocket'],
  ['connection', 'close'],
  ['connection', 'upgrade'],
  ['te', 'trailers'],
  ['x-http-method-override', 'DELETE'],
  ['x-operator', 'Maria \u00e9\u0007'],
  ['x-request-id', '"><x>'],
  ['content-encoding', 'gzip'],
  ['x-padding', 'x'.repeat(20_000)],
];

/** A header of the call itself: most often with a valid value. */
const own = (call: Described, valueFor: (name: string) => fc.Arbitrary<unknown>): fc.Arbitrary<Header[]>[] =>
  call.parameters
    .filter((one) => one.in === 'header' && (one.required || one.name.toLowerCase() === 'idempotency-key'))
    .map((one) => {
      const name = one.name.toLowerCase();
      const good = name === 'idempotency-key' ? fc.uuid() : valueFor(name);
      const value = fc.oneof(
        { weight: 10, arbitrary: good.map(String) },
        { weight: 1, arbitrary: strangeText.map((text) => text.replaceAll(/[\r\n]/g, ' ')) },
      );
      const rate = one.required ? 15 : 1;
      return fc.oneof(
        { weight: rate, arbitrary: value.map((text): Header[] => [[name, text]]) },
        { weight: 1, arbitrary: fc.constant<Header[]>([]) },
      );
    });

/** Headers of a request, without host, credentials and length. */
export const headersOf = (
  call: Described,
  valueFor: (name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Header[]> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 10, arbitrary: fc.constant<Header[]>([]) },
        { weight: 2, arbitrary: fc.constantFrom(...extras).map((one): Header[] => [one]) },
        { weight: 1, arbitrary: fc.array(fc.constantFrom(...extras), { minLength: 2, maxLength: 5 }) },
      ),
      ...own(call, valueFor),
    )
    .map((parts) => parts.flat());
