import type { Page } from '@playwright/test';
import { issueLink } from '../support/access-key.ts';
import { Candidate } from '../support/candidate.ts';
import { expect, forget, test } from '../support/test.ts';
import { heading } from '../support/whole-way.ts';

/** Read calls that a page makes from now on: below `/candidate/`, without the person's own id. */
function readings(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const [, call] = pathname.split('/orbita/api/candidate/');
    if (call !== undefined && request.method() === 'GET')
      made.push(call.replace(/users\/[\w-]{36}/, 'users/uuid') + search);
  });
  return made;
}

/** Once events are connected a page checks what it missed, which is not the subject here. */
const withoutEvents = (page: Page) => page.route('**/events/tickets', (route) => route.abort());

/** Holds back the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Opens a page whose scripts are held back until it has requested `early`, and checks that no call is made again. */
async function asksOnce(page: Page, address: string, made: string[], early: readonly string[]) {
  // The previous page may still be making requests.
  await page.goto('about:blank');
  made.length = 0;
  const bringScripts = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(() => [...made].sort()).toEqual([...early].sort());
  bringScripts();
  await expect(heading(page, /./)).toBeVisible();
  expect(made.filter((call, place) => made.indexOf(call) !== place)).toEqual([]);
  await page.unroute('**/assets/*.js');
}

test('a page requests its data before its scripts arrive, and nothing twice', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const { subscriptionId: id } = await Candidate.at('approved', product, context);
  await withoutEvents(page);
  const made = readings(page);
  const frame = [
    'users/check/',
    `users/uuid/subscription/${id}`,
    `subscriptions/status/${id}`,
    `subscriptions/${id}/steps`,
  ];
  for (const [path, early] of [
    ['/portal', ['users/check/', 'users/uuid/subscriptions']],
    ['/course', ['users/check/', 'offers?page=1&pageSize=60', 'offers/filters']],
    [
      `/tracking?subscription=${id}`,
      [
        'users/check/',
        'users/uuid/subscriptions',
        `users/uuid/subscription/${id}`,
        `subscriptions/${id}/steps`,
        `subscriptions/${id}/status`,
      ],
    ],
    [
      `/subscriptions/essays/${id}?etapa=dados`,
      [...frame, 'users/uuid/person-data', `subscriptions/${id}/enrollment-data`, 'genders'],
    ],
    [`/subscriptions/essays/${id}`, frame],
  ] as const)
    await test.step(path, () => asksOnce(page, product.url(path), made, early));
});

for (const [state, part, calls, later] of [
  ['applied', '', ['essays']],
  ['data-complete', '?etapa=revisao', ['enrollment-data', 'get-subscription-contract']],
  ['contract-accepted', '', ['payment-options', 'payments']],
  ['pix-open', '', ['payment-options', 'payments']],
  // The payment confirmation gives way to the documents after a while.
  ['paid', '', ['documents?stage=enrollment', 'status'], '2026-01-12T10:40:00-03:00'],
] as const)
  test(`a step asks what it shows before its scripts come, once its status is known: ${state}${later ? ', later' : ''}`, async ({
    page,
    product,
    context,
    expectedStatuses,
  }) => {
    expectedStatuses.add(0);
    const { subscriptionId: id } = await Candidate.at(state, product, context);
    if (later) await product.setClock(later);
    await withoutEvents(page);
    const made = readings(page);
    await asksOnce(page, product.url(`/subscriptions/essays/${id}${part}`), made, [
      'users/check/',
      `users/uuid/subscription/${id}`,
      `subscriptions/status/${id}`,
      ...['steps', ...calls].map((call) => `subscriptions/${id}/${call}`),
      ...(part ? ['users/uuid/person-data', `courses/value/${id}`] : []),
    ]);
  });

test('a page that missed nothing requests only its status after its event streams open', async ({
  page,
  product,
  context,
}) => {
  const { subscriptionId: id } = await Candidate.at('contract-accepted', product, context);
  const made = readings(page);
  const opened = new Set<string>();
  page.on('websocket', (socket) => opened.add(new URL(socket.url()).pathname.split('/').at(-1) ?? ''));
  const address = product.url(`/subscriptions/essays/${id}`);
  const again = async () => {
    await page.goto('about:blank');
    made.length = 0;
    opened.clear();
    await page.goto(address);
    await expect.poll(() => [...opened].sort()).toEqual(['business', 'financial']);
    await page.waitForLoadState('networkidle');
    return made.filter((call, place) => made.indexOf(call) !== place).sort();
  };
  await test.step('shortly after an event, everything is requested again', async () => {
    expect(await again()).toContain(`subscriptions/${id}/payments`);
  });
  await test.step('later, only the status', async () => {
    await product.setClock('2026-01-12T10:05:00-03:00');
    expect(await again()).toEqual([`subscriptions/status/${id}`]);
  });
});

test('the editor requests its essay before its scripts arrive, and only once', async ({
  page,
  product,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const { essayId } = await Candidate.at('essay-started', product, context);
  await withoutEvents(page);
  const early = ['users/check/', `subscriptions/essays/${essayId}`];
  await asksOnce(page, product.url(`/essays/${essayId}`), readings(page), early);
});

test('a link’s page requests nothing for the signed-in person, and a signed-out page nothing at all', async ({
  page,
  product,
  context,
}) => {
  const candidate = await Candidate.at('approved', product, context);
  const { path } = await issueLink(product, candidate.subscriptionId);
  const made = readings(page);
  await test.step('a link', async () => {
    const bringScripts = await holdScripts(page);
    await page.goto(product.url(path), { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    expect(made).toEqual([]);
    bringScripts();
    await expect(heading(page, /Você passou/)).toBeVisible();
    await page.unroute('**/assets/*.js');
  });
  await test.step('nobody signed in', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await forget(page, { name: /^(accessToken|uuid)$/ });
    made.length = 0;
    await page.goto(product.url(`/subscriptions/essays/${candidate.subscriptionId}`));
    await expect(heading(page, /./)).toBeVisible();
    expect(made).toEqual([]);
  });
});
