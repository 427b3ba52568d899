// Longer than other files: one table of test cards and what each of them leads to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, openTestSandbox, type TestSandbox, until } from '../../testing/sandbox-kit.ts';

const CIELO = { merchantid: 'sandbox-alfa-CUA01', merchantkey: 'sandbox-key' };
const PAGARME = { authorization: `Basic ${Buffer.from('sk_test_sandbox-alfa-CUA01:').toString('base64')}` };
const CARD = '4000000000000010';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox({ webhookDelays: [10, 20], cardProcessingMs: 60 });
});
afterAll(() => world.discard());

/** Key for one card, as the merchant's server gets it. */
async function cieloKey(): Promise<string> {
  const granted = await world.call('/cielo/oauth2/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('sandbox-alfa-CUA01:sandbox-secret').toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token, expires_in } = (await granted.json()) as { access_token: string; expires_in: number };
  expect(expires_in).toBe(599);
  const key = await world.json('POST', '/cielo/post/api/public/v2/accesstoken', undefined, {
    authorization: `Bearer ${access_token}`,
    merchantid: CIELO.merchantid,
  });
  expect(key.status).toBe(201);
  return ((await key.json()) as { AccessToken: string }).AccessToken;
}

const postCard = (accessToken: string, number: string, more: Record<string, string> = {}) =>
  world.call('/cielo/post/api/public/v1/card', {
    method: 'POST',
    body: new URLSearchParams({
      HolderName: 'ANA',
      RawNumber: number,
      Expiration: '12/2040',
      SecurityCode: '123',
      AccessToken: accessToken,
      ...more,
    }),
  });

async function cieloSale(number: string, orderId: string, more: object = {}): Promise<Response> {
  const { PaymentToken } = (await (await postCard(await cieloKey(), number)).json()) as {
    PaymentToken: string;
  };
  return world.json(
    'POST',
    '/cielo/1/sales/',
    {
      MerchantOrderId: orderId,
      Customer: { Name: 'Ana' },
      Payment: {
        Type: 'CreditCard',
        Amount: 15_700,
        Installments: 1,
        Capture: true,
        CreditCard: { PaymentToken },
        ...more,
      },
    },
    CIELO,
  );
}

async function pagarmeToken(number: string, cvv = '123'): Promise<Response> {
  return world.json('POST', '/pagarme/core/v5/tokens?appId=pk_test_sandbox-alfa-CUA01', {
    type: 'card',
    card: { number, holder_name: 'ANA', exp_month: 12, exp_year: 2040, cvv },
  });
}

async function pagarmeOrder(token: string, code: string, customer: object = {}): Promise<Response> {
  return world.json(
    'POST',
    '/pagarme/core/v5/orders',
    {
      code,
      items: [{ amount: 15_700, description: 'x', quantity: 1 }],
      customer: { name: 'Ana', ...customer },
      payments: [
        {
          payment_method: 'credit_card',
          credit_card: { installments: 1, card_token: token, operation_type: 'auth_and_capture' },
        },
      ],
    },
    PAGARME,
  );
}

describe('Silent Order Post', () => {
  it('exchanges a card for a token, once per key', async () => {
    const key = await cieloKey();
    const first = await postCard(key, CARD);
    expect(first.status).toBe(201);
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect((await first.json()) as object).toEqual({
      PaymentToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await postCard(key, CARD)).status).toBe(401);
    expect((await postCard('none', CARD)).status).toBe(401);
  });

  it('names the wrong fields and keeps the key for a second attempt', async () => {
    const key = await cieloKey();
    const wrong = await postCard(key, '4000000000000011', { SecurityCode: '1' });
    expect(wrong.status).toBe(400);
    expect(
      ((await wrong.json()) as { Invalid: { Field: string }[] }).Invalid.map(({ Field }) => Field),
    ).toEqual(['cardNumber', 'cardCvvc']);
    expect((await postCard(key, CARD)).status).toBe(201);
  });

  it('has a script that defines the public function', async () => {
    const script = await (await world.call('/cielo/post/scripts/silentorderpost-1.0.min.js')).text();
    expect(script).toContain('window.bpSop_silentOrderPost = (options)');
  });

  it('refuses unknown clients', async () => {
    const answer = await world.call('/cielo/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('sandbox-alfa-CUA01:wrong').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(answer.status).toBe(401);
  });
});

describe('3-D Secure of Cielo', () => {
  const mpiKey = async (secret = 'sandbox-secret'): Promise<Response> =>
    world.json(
      'POST',
      '/cielo/mpi/v2/auth/token',
      { EstablishmentCode: '1006993069', MerchantName: 'Alfa', MCC: '8220' },
      {
        authorization: `Basic ${Buffer.from(`sandbox-alfa-CUA01:${secret}`).toString('base64')}`,
      },
    );
  const bearer = async () => {
    const { access_token } = (await (await mpiKey()).json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  };
  const enroll = async (cardnumber: string, headers: Record<string, string>) =>
    world.json(
      'POST',
      '/cielo/mpi/v2/3ds/enroll',
      { cardnumber, totalamount: '36000', ordernumber: 'a1' },
      headers,
    );

  it('gives keys to known clients, and a script that defines the public function', async () => {
    expect((await mpiKey('wrong')).status).toBe(401);
    const key = (await (await mpiKey()).json()) as object;
    expect(key).toMatchObject({ token_type: 'bearer', expires_in: expect.stringMatching(/^\d{4}-/) });
    expect((await enroll(CARD, { authorization: 'Bearer none' })).status).toBe(401);
    const script = await (await world.call('/cielo/mpi/Scripts/BP.Mpi.3ds21.min.js')).text();
    expect(script).toContain('window.bpmpi_authenticate =');
  });

  it.each([
    ['4000000000001000', { Status: 'AUTHENTICATED', Eci: '05' }],
    ['5200000000001005', { Status: 'AUTHENTICATED', Eci: '02' }],
    ['6505050000001018', { Status: 'FAILED', Cavv: null }],
    ['4000000000001117', { Status: 'NOT_ENROLLED', Cavv: null }],
    [CARD, { Status: 'NOT_ENROLLED' }],
  ])('a card %s ends without a bank page in %j', async (number, result) => {
    const answer = await (await enroll(number, await bearer())).json();
    expect(answer).toMatchObject({ Authentication: result });
  });

  it.each([
    ['4000000000000077', '123456', undefined, 'AUTHENTICATED'],
    ['4000000000000077', '000000', undefined, 'FAILED'],
    ['4000000000000077', '123456', 'true', 'FAILED'],
    ['4000000000001109', '123456', undefined, 'FAILED'],
  ])('a card %s with the code %s, refused %s: %s', async (number, code, refuse, status) => {
    const headers = await bearer();
    const asked = (await (await enroll(number, headers)).json()) as { AcsUrl: string; Pareq: string };
    const send = (path: string, values: Record<string, string>) =>
      world.call(path, { method: 'POST', body: new URLSearchParams(values) });
    const { pathname } = new URL(asked.AcsUrl);
    const validate = () =>
      world.json('POST', '/cielo/mpi/v2/3ds/validate', { TransactionId: asked.Pareq }, headers);
    const page = await (await send(pathname, { creq: asked.Pareq })).text();
    expect(page).toContain(`final ${number.slice(-4)}`);
    expect(page).not.toContain(number);
    expect((await validate()).status).toBe(404);
    await send(`${pathname}/answer`, { id: asked.Pareq, code, ...(refuse ? { refuse } : {}) });
    expect(await (await validate()).json()).toMatchObject({ Status: status });
  });

  it('does not answer for a card whose service is down', async () => {
    expect((await enroll('4000000000000101', await bearer())).status).toBe(503);
  });
});

describe('sales at Cielo', () => {
  it.each([
    ['4000000000001000', 2, '6'],
    ['4024007197692931', 2, '6'],
    ['4000000000000002', 3, '05'],
    ['4000000000000093', 3, '57'],
    ['4000000000000127', 3, '77'],
  ])('a card %s ends in status %i with code %s', async (number, status, code) => {
    const answer = await cieloSale(number, `A${number}`);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ Payment: { Status: status, ReturnCode: code } });
  });

  it('refuse card numbers instead of tokens, used tokens and wrong keys', async () => {
    const bare = { Type: 'CreditCard', Amount: 1, Installments: 1, CreditCard: { CardNumber: CARD } };
    const sent = await world.json('POST', '/cielo/1/sales', { MerchantOrderId: 'B1', Payment: bare }, CIELO);
    expect(sent.status).toBe(400);
    expect((await world.json('GET', '/cielo/1/sales?merchantOrderId=B1', undefined, CIELO)).status).toBe(404);
    expect((await world.json('GET', '/cielo/1/sales?merchantOrderId=B1', undefined, {})).status).toBe(401);
    expect((await cieloSale(CARD, 'B2', { Installments: 2, Recurrent: true })).status).toBe(400);
  });

  it('that were only authorised are captured later, and not twice', async () => {
    const { Payment } = (await (await cieloSale(CARD, 'C1', { Capture: false })).json()) as {
      Payment: { PaymentId: string; Status: number };
    };
    expect(Payment.Status).toBe(1);
    const capture = () =>
      world.json('PUT', `/cielo/1/sales/${Payment.PaymentId}/capture?amount=10000`, undefined, CIELO);
    expect(await (await capture()).json()).toMatchObject({ Status: 2 });
    expect((await capture()).status).toBe(400);
  });
});

describe('Cielo field names', () => {
  const ways = {
    lower: (name: string) => name.toLowerCase(),
    upper: (name: string) => name.toUpperCase(),
    camel: (name: string) => name.charAt(0).toLowerCase() + name.slice(1),
  };
  const renamed = (value: unknown, way: (name: string) => string): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [way(name), renamed(inner, way)]))
      : value;

  it.each(Object.entries(ways))(
    'are read in %s case, at any depth, of bodies and queries',
    async (name, way) => {
      const key = await cieloKey();
      const card = { HolderName: 'ANA', RawNumber: CARD, Expiration: '12/2040', SecurityCode: '123' };
      const posted = await world.call('/cielo/post/api/public/v1/card', {
        method: 'POST',
        body: new URLSearchParams(renamed({ ...card, AccessToken: key }, way) as Record<string, string>),
      });
      const { PaymentToken } = (await posted.json()) as { PaymentToken: string };
      const sale = {
        MerchantOrderId: `CASE${name}`,
        Customer: { Name: 'Ana' },
        Payment: { Type: 'CreditCard', Amount: 500, Capture: false, CreditCard: { PaymentToken } },
      };
      const sold = await world.json('POST', '/cielo/1/sales/', renamed(sale, way), CIELO);
      expect(sold.status).toBe(201);
      const { Payment } = (await sold.json()) as { Payment: { PaymentId: string; Amount: number } };
      expect(Payment.Amount).toBe(500);
      const query = new URLSearchParams({ [way('Amount')]: '300' });
      const at = `/cielo/1/sales/${Payment.PaymentId}`;
      expect(
        await (await world.json('PUT', `${at}/capture?${query}`, undefined, CIELO)).json(),
      ).toMatchObject({
        Status: 2,
      });
      expect(await (await world.json('GET', at, undefined, CIELO)).json()).toMatchObject({
        Payment: { CapturedAmount: 300 },
      });
    },
  );
});

describe('orders at Pagar.me', () => {
  const tokenIn = async (answer: Response) => ((await answer.json()) as { id: string }).id;

  it('give the same answer for the same key, and refuse another request under it', async () => {
    const token = await tokenIn(await pagarmeToken(CARD));
    const body = (amount: number) => ({
      code: 'P1',
      items: [{ amount, quantity: 1 }],
      customer: { name: 'Ana' },
      payments: [
        {
          payment_method: 'credit_card',
          credit_card: { card_token: token, operation_type: 'auth_and_capture' },
        },
      ],
    });
    const send = (amount: number) =>
      world.json('POST', '/pagarme/core/v5/orders', body(amount), { ...PAGARME, 'idempotency-key': 'k1' });
    const first = await (await send(500)).json();
    expect(first).toMatchObject({ status: 'paid', charges: [{ status: 'paid', paid_amount: 500 }] });
    expect(await (await send(500)).json()).toEqual(first);
    expect((await send(501)).status).toBe(409);
  });

  it('follow the simulator: security codes beginning with 6, and a suspicious buyer', async () => {
    const refused = await pagarmeOrder(await tokenIn(await pagarmeToken('4235647728025682', '612')), 'P2');
    expect(await refused.json()).toMatchObject({
      status: 'failed',
      charges: [{ status: 'failed', last_transaction: { acquirer_return_code: '05' } }],
    });
    const token = await tokenIn(await pagarmeToken(CARD));
    const suspected = await pagarmeOrder(token, 'P3', { document: '11111111111' });
    const { charges } = (await suspected.json()) as {
      charges: { status: string; last_transaction: object }[];
    };
    expect(charges[0]?.status).toBe('failed');
    expect(charges[0]?.last_transaction).not.toHaveProperty('acquirer_return_code');
  });

  it("are cancelled and read with or without a content type, as the product's client does", async () => {
    const order = await pagarmeOrder(await tokenIn(await pagarmeToken(CARD)), 'P6');
    const { charges } = (await order.json()) as { charges: { id: string }[] };
    const headers = { ...PAGARME, 'content-type': 'application/json' };
    const at = `/pagarme/core/v5/charges/${charges[0]?.id}`;
    expect((await world.call(at, { headers })).status).toBe(200);
    for (const body of ['', ' \n', null]) {
      const answer = await world.call(at, { method: 'DELETE', headers, body });
      expect(answer.status).not.toBe(400);
    }
    expect(await (await world.call(at, { headers })).json()).toMatchObject({ canceled_amount: 15_700 });
    expect((await world.call(at, { method: 'DELETE', headers, body: '{' })).status).toBe(400);
  });

  it('refuse wrong cards, keys and used tokens', async () => {
    expect((await pagarmeToken('4000000000000011')).status).toBe(422);
    expect((await world.json('POST', '/pagarme/core/v5/tokens?appId=none', {})).status).toBe(401);
    const token = await tokenIn(await pagarmeToken(CARD));
    expect((await pagarmeOrder(token, 'P4')).status).toBe(200);
    expect((await pagarmeOrder(token, 'P5')).status).toBe(412);
    expect((await world.json('GET', '/pagarme/core/v5/orders', undefined, {})).status).toBe(401);
  });
});

describe('notices', () => {
  it('name only the payment at Cielo, have fixed headers, and are retried until accepted', async () => {
    const receiver = await openReceiver((_request, n) => ({ status: n === 1 ? 500 : 200 }));
    const target = { url: `${receiver.url}/cielo`, headers: { 'x-notice': 'secret' } };
    await world.control('PUT', '/cards/cielo/accounts/sandbox-alfa-CUA01/webhook', target);
    const { Payment } = (await (await cieloSale(CARD, 'N1')).json()) as { Payment: { PaymentId: string } };
    await until(
      () => receiver.received.length,
      (count) => count >= 2,
    );
    expect(receiver.received[1]).toMatchObject({ path: '/cielo', headers: { 'x-notice': 'secret' } });
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
      { PaymentId: Payment.PaymentId, ChangeType: 1 },
      { PaymentId: Payment.PaymentId, ChangeType: 1 },
    ]);
    await world.control('POST', '/cards/cielo/orders/N1', { result: 'chargeback' });
    await world.control('POST', '/cards/cielo/orders/N1/notices', { kind: 'forged' });
    await until(
      () => receiver.received.length,
      (count) => count >= 4,
    );
    const later = receiver.received
      .slice(2)
      .map(({ body }) => JSON.parse(body) as { PaymentId: string; ChangeType: number });
    expect(later[0]).toEqual({ PaymentId: Payment.PaymentId, ChangeType: 7 });
    expect(later[1]?.PaymentId).not.toBe(Payment.PaymentId);
    await receiver.close();
  });

  it('contain the charge at Pagar.me, even an older one than the last', async () => {
    const receiver = await openReceiver(() => ({ status: 200 }));
    await world.control('PUT', '/cards/pagarme/accounts/sandbox-alfa-CUA01/webhook', { url: receiver.url });
    const token = ((await (await pagarmeToken('4000000000000036')).json()) as { id: string }).id;
    expect(await (await pagarmeOrder(token, 'N2')).json()).toMatchObject({ status: 'pending' });
    await until(
      () => receiver.received.length,
      (count) => count >= 1,
    );
    await world.control('POST', '/cards/pagarme/orders/N2/notices', { kind: 'outdated' });
    await until(
      () => receiver.received.length,
      (count) => count >= 2,
    );
    const notices = receiver.received.map(
      ({ body }) => JSON.parse(body) as { id: string; type: string; data: { code: string } },
    );
    expect(notices.map(({ type }) => type)).toEqual(['charge.paid', 'charge.processing']);
    expect(notices.map(({ data }) => data.code)).toEqual(['N2', 'N2']);
    expect(notices[0]?.id).toMatch(/^hook_/);
    await receiver.close();
  });

  it('are not sent for invalid orders', async () => {
    expect((await world.control('POST', '/cards/cielo/orders/none', { result: 'approve' })).status).toBe(404);
    expect((await world.control('POST', '/cards/other/orders/N1', { result: 'approve' })).status).toBe(404);
    expect((await world.control('POST', '/cards/cielo/orders/N1', { result: 'perhaps' })).status).toBe(422);
    expect((await world.control('POST', '/cards/cielo/orders/N1', { result: 'approve' })).status).toBe(409);
    expect((await world.control('PUT', '/cards/cielo/accounts/a/webhook', { url: 'nowhere' })).status).toBe(
      422,
    );
  });
});
