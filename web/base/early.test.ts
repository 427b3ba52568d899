import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askEarly, type EarlyWindow, takeEarly } from './early.ts';
import { firstAddresses } from './first-calls.ts';
import { tokenOf } from './testing/browser.ts';

const UUID = '6f1c1e5e-3c7a-4c1e-9d8e-0d8f6f1f2a3b';
const TOKEN = tokenOf({ sub: UUID });
const asked: { address: string; headers: Record<string, string> }[] = [];
const page = {
  path: '/portal',
  search: '',
  cookie: `cookieConsent=00; accessToken=${TOKEN}; uuid=${UUID}`,
  access: null as string | null,
  settings: { tenant: { alias: 'alfa', id: '1' }, institution: { code: 'CUA01' } } as object,
};
const usual = { ...page };
const answer = vi.fn(async () => new Response('{}'));

/** Calls below `subscriptions/5001` that the page of an application makes once its status has named the page. */
async function asksOfStep(pageName: string, search = ''): Promise<string[]> {
  answer.mockImplementation(async () => Response.json({ page: pageName }));
  const frame = asks('/subscriptions/5001', { search }).length;
  await new Promise((turn) => setTimeout(turn));
  answer.mockImplementation(async () => new Response('{}'));
  return asked.slice(frame).map(({ address }) => address.replace('/orbita/api/candidate/', ''));
}

/** Requests of the page at an address: the end of each address, and the headers beyond those of every call. */
function asks(path: string, given: Partial<typeof page> = {}): (string | Record<string, string>)[][] {
  Object.assign(page, usual, { path }, given);
  asked.length = 0;
  (window as EarlyWindow).orbitaEarly = undefined;
  askEarly(firstAddresses());
  return asked.map(({ address, headers }) => {
    const { authorization, 'x-tenant-alias': alias, 'x-tenant-id': id, ...more } = headers;
    expect([authorization, alias, id]).toEqual([`Bearer ${TOKEN}`, 'alfa', '1']);
    return [address.replace('/orbita/api/candidate/', ''), more];
  });
}

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', {
    get pathname() {
      return `/orbita/candidate${page.path}`;
    },
    get search() {
      return page.search;
    },
  });
  vi.stubGlobal('document', {
    get cookie() {
      return page.cookie;
    },
    getElementById: () => ({ textContent: JSON.stringify(page.settings) }),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => page.access });
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ address, headers });
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const CHECK = ['users/check/', {}];
const LIST = [`users/${UUID}/subscriptions`, { 'institution-global-filter': 'false' }];
const named = { 'x-institution-code': 'CUA01' };
const OFFERS = { ...named, 'institution-global-filter': 'false' };
const FRAME = [
  CHECK,
  [`users/${UUID}/subscription/5001`, {}],
  ['subscriptions/status/5001', named],
  ['subscriptions/5001/steps', named],
];

it.each([
  ['/portal', [CHECK, LIST]],
  ['/tracking', [CHECK, LIST]],
  ['/course', [CHECK, ['offers?page=1&pageSize=60', OFFERS], ['offers/filters', OFFERS]]],
  ['/essays/7', [CHECK, ['subscriptions/essays/7', named]]],
  ['/subscriptions/5001', FRAME],
  ['/subscriptions/essays/5001', FRAME],
  ['/subscriptions/pos/classes/5001', FRAME],
])('the page %s immediately makes the calls it always makes', (path, expected) => {
  expect(asks(path)).toEqual(expected);
});

it.each([
  ['?subscription=5001', '5001'],
  ['?com=x&subscription=5001&y', '5001'],
])('the page that follows an application requests the one its address names: %s', (search, id) => {
  expect(asks('/tracking', { search })).toEqual([
    CHECK,
    LIST,
    [`users/${UUID}/subscription/${id}`, {}],
    [`subscriptions/${id}/steps`, named],
    [`subscriptions/${id}/status`, named],
  ]);
});
it.each(['?subscription=', '?subscription=05', '?subscription=1e3', '?xsubscription=5', '?subscription=5x'])(
  'and only the list where it names none: %s',
  (search) => expect(asks('/tracking', { search })).toEqual([CHECK, LIST]),
);

const OPTIONS = 'subscriptions/5001/payment-options';
const DATA = [`users/${UUID}/person-data`, 'subscriptions/5001/enrollment-data'];
it.each([
  ['payment', '', [OPTIONS, 'subscriptions/5001/payments']],
  ['waitingPayment', '', [OPTIONS, 'subscriptions/5001/payments']],
  ['tax-payment', '', [OPTIONS, 'subscriptions/5001/payments']],
  ['payment', '?etapa=pagamento-confirmado', []],
  ['successfulPayment', '?etapa=pagamento-confirmado', []],
  ['essay', '', ['subscriptions/5001/essays']],
  ['documents', '', ['subscriptions/5001/documents?stage=enrollment', 'subscriptions/5001/status']],
  ['personal-data', '', []],
  ['documents', '?etapa=pagamento-confirmado', []],
  ['selection-documents', '', ['subscriptions/5001/documents?stage=selection']],
  ['personal-data', '?etapa=escolaridade', [...DATA, 'genders']],
  ['personal-data', '?etapa=__proto__', [...DATA, 'genders']],
  [
    'personal-data',
    '?etapa=revisao',
    [...DATA, 'courses/value/5001', 'subscriptions/5001/get-subscription-contract'],
  ],
  [
    'enrolled',
    '',
    [
      'subscriptions/5001/payments',
      'subscriptions/5001/documents?stage=enrollment',
      'subscriptions/5001/status',
    ],
  ],
  ['successfulPayment', '', []],
])('the step %s%s makes its first calls once the status has named it', async (name, search, expected) => {
  expect(await asksOfStep(name, search)).toEqual(expected);
});

it('a page gets the status after the calls of its step were sent', async () => {
  answer.mockImplementation(async () => Response.json({ page: 'essay' }));
  asks('/subscriptions/5001');
  const { address, headers } = asked.find((one) =>
    one.address.includes('/status/'),
  ) as (typeof asked)[number];
  const early = await takeEarly('GET', address, headers);
  expect(asked.at(-1)?.address).toMatch(/\/subscriptions\/5001\/essays$/);
  expect(await early?.response.json()).toEqual({ page: 'essay' });
  answer.mockImplementation(async () => new Response('{}'));
});

it('an unreadable status causes no further calls, and is passed on unchanged', async () => {
  answer.mockImplementation(async () => new Response('<html>', { status: 503 }));
  asks('/subscriptions/5001');
  const { address, headers } = asked.find((one) =>
    one.address.includes('/status/'),
  ) as (typeof asked)[number];
  const early = await takeEarly('GET', address, headers);
  expect([early?.response.status, await early?.response.text(), asked.length]).toEqual([503, '<html>', 4]);
  answer.mockImplementation(async () => new Response('{}'));
});

it('makes no calls at another kind of address, without a session, or for a visitor from a link', () => {
  for (const path of [
    '/',
    '/logout',
    '/portal/x',
    '/subscriptions',
    '/subscriptions/0x1',
    '/subscriptions/05',
  ])
    expect([path, asks(path)]).toEqual([path, []]);
  for (const path of ['/subscriptions/other/5', '/subscriptions/1234567890123456', '/visualizacao/portal'])
    expect([path, asks(path)]).toEqual([path, []]);
  expect(asks('/portal', { cookie: `uuid=${UUID}` })).toEqual([]);
  expect(asks('/portal', { cookie: 'accessToken=a; uuid=' })).toEqual([]);
  expect(asks('/subscriptions/5001', { access: '{}' })).toEqual([]);
  expect(asks('/subscriptions/5001', { search: '?accesskey=k' })).toEqual([]);
});

it('omits calls that name an institution on a host of several', () => {
  const settings = { ...usual.settings, institution: null };
  expect(asks('/subscriptions/5001', { settings })).toEqual(FRAME.slice(0, 2));
  expect(asks('/essays/7', { settings })).toEqual([CHECK]);
  expect(asks('/course', { settings })).toEqual([CHECK]);
  expect(asks('/tracking', { settings, search: '?subscription=5001' })).toEqual([CHECK, LIST]);
});

it('makes no calls, silently, where the browser lacks something', () => {
  vi.stubGlobal('AbortSignal', {});
  expect(asks('/portal')).toEqual([]);
  vi.unstubAllGlobals();
  expect(() => askEarly(firstAddresses())).not.toThrow();
});

const first = () => asked[0] as { address: string; headers: Record<string, string> };

it('returns each answer once, and only to the same call of the same person', async () => {
  asks('/portal');
  const { address, headers } = first();
  expect(takeEarly('GET', address, { ...headers, authorization: 'Bearer other' })).toBeUndefined();
  expect(takeEarly('GET', `${address}?a=1`, headers)).toBeUndefined();
  const early = await takeEarly('GET', address, headers);
  expect([early?.response.status, early?.at]).toEqual([200, expect.any(Number)]);
  expect(takeEarly('GET', address, headers)).toBeUndefined();
});

it('returns no answer from before a change', () => {
  asks('/portal');
  const { address, headers } = first();
  expect(takeEarly('POST', '/orbita/api/candidate/subscriptions', headers)).toBeUndefined();
  expect(takeEarly('GET', address, headers)).toBeUndefined();
});

it('passes a failure to the caller that takes the answer, and to nobody else', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  answer.mockRejectedValueOnce(new TypeError('offline'));
  answer.mockRejectedValueOnce(new TypeError('offline'));
  asks('/portal');
  const { address, headers } = first();
  await expect(takeEarly('GET', address, headers)).rejects.toThrow('offline');
  await new Promise((turn) => setTimeout(turn));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
