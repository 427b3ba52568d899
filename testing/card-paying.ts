import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { CardAuthenticationResult } from '@orbita/protocol/payment';
import { tokenOf } from './cards.ts';
import { control, type Enrolling } from './enrolling.ts';
import type { Harness } from './harness.ts';
import { type Paying, paying } from './paying.ts';
import { inventedPerson } from './people.ts';
import type { Charge } from './requests.ts';

type More = Partial<Charge> & {
  headers?: { 'idempotency-key': string };
  authentication?: CardAuthenticationResult;
  provider?: AcquirerProvider;
};

/** Helpers of a harness for card payments: the combined work of page and card fields. */
export function cardPaying(harness: Harness) {
  const use: Paying = paying(harness);
  const holder = { holderName: 'ANA DE SOUZA', holderDocument: inventedPerson(77).cpf };

  const options = async (who: Enrolling) =>
    (
      await who.client.call('GET /candidate/subscriptions/{id}/payment-options', {
        params: { id: who.id },
        query: { purpose: 'enrollment' },
      })
    ).body;
  const access = (who: Enrolling, provider: AcquirerProvider) =>
    who.client.call('POST /candidate/subscriptions/{id}/card-access', {
      params: { id: who.id },
      body: { provider },
    });
  /** What the card fields pass to the page for a card. */
  const cardOf = async (who: Enrolling, number: string, given?: AcquirerProvider) => {
    const provider = given ?? (await options(who)).cardFields?.provider;
    if (!provider) throw new Error('No card can be typed');
    harness.typed(number);
    const { body } = await access(who, provider);
    return {
      provider,
      token: await tokenOf(body, number),
      brand: 'visa',
      last4: number.slice(-4),
      ...holder,
    };
  };
  /** Types a card and pays with it. */
  const pay = async (
    who: Enrolling,
    number: string,
    { headers, authentication, provider, ...more }: More = {},
  ) =>
    use.pay(who, headers ?? use.key(), {
      method: 'credit-card',
      card: { ...(await cardOf(who, number, provider)), ...(authentication ? { authentication } : {}) },
      ...more,
    });
  /** The acquirers' charges for an application's payments. */
  const atAcquirers = async () =>
    (await (await control(harness, 'GET', '/cards')).json()) as {
      provider: AcquirerProvider;
      account: string;
      orderId: string;
      state: string;
      amount: number;
      captured: number;
      givenBack: number;
      installments: number;
      recurring: boolean;
      networkId: string;
      eci: string | null;
    }[];
  const decide = (provider: AcquirerProvider, orderId: string, what: object) =>
    control(harness, 'POST', `/cards/${provider}/orders/${orderId}`, what);
  const fault = (port: string, mode: string) => control(harness, 'PUT', '/faults', { port, mode });
  return { ...use, options, access, cardOf, payWithCard: pay, atAcquirers, decide, fault };
}
export type CardPaying = ReturnType<typeof cardPaying>;
