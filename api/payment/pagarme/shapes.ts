import { entryOf, nameForBank } from '@orbita/domain/foundation';
import { readCardBrand } from '@orbita/domain/payment';
import { z } from 'zod';
import type { CardAuthentication, CardCharge, CardCustomer, CardSale } from '../../platform/acquirer-port.ts';
import type { Listed } from '../../platform/listed.ts';
import { ProviderUnknown } from '../../platform/ports.ts';
import { identifier, momentOf, text } from '../answer-shapes.ts';
import { joined, readEach } from '../listed.ts';
import type { ProviderAnswer } from '../provider-http.ts';

const cents = z.number().int().nonnegative().nullish().catch(null);

const transaction = z.object({
  acquirer_return_code: text,
  brand_id: text,
  card: z.object({ id: text, last_four_digits: text, brand: text }).nullish().catch(null),
  retry_info: z.object({ brand_failure_return_code: text }).nullish().catch(null),
});
// Pagar.me may add fields and values: an unknown status leads to another lookup, not to an error.
const chargeShape = z.object({
  // It becomes part of addresses.
  id: z.string().regex(/^\w{1,60}$/),
  code: text,
  status: text,
  amount: z.number().int().nonnegative(),
  paid_amount: cents,
  canceled_amount: cents,
  created_at: text,
  order: z.object({ code: text }).nullish().catch(null),
  last_transaction: transaction.nullish().catch(null),
});
const orderShape = z.object({
  id: identifier,
  code: text,
  status: text,
  charges: z.array(z.unknown()).nullish().catch(null),
});
type Charge = z.infer<typeof chargeShape>;

const STATUS: Readonly<Record<string, CardCharge['status']>> = {
  paid: 'PAID',
  overpaid: 'PAID',
  underpaid: 'PAID',
  pending: 'PROCESSING',
  processing: 'PROCESSING',
  failed: 'DENIED',
  chargedback: 'CHARGEDBACK',
};

const statusOf = ({ status, paid_amount }: Charge): CardCharge['status'] =>
  status === 'canceled'
    ? (paid_amount ?? 0) > 0
      ? 'REFUNDED'
      : 'VOIDED'
    : (entryOf(STATUS, status ?? '') ?? 'UNKNOWN');

const last4Of = (shown: string | null | undefined): string | null =>
  /^\d{4}$/.test(shown ?? '') ? (shown ?? null) : null;

function chargeOf(charge: Charge, orderCode: string | null | undefined): CardCharge {
  const status = statusOf(charge);
  const { last_transaction: last } = charge;
  const capturedCents = charge.paid_amount ?? (status === 'PAID' ? charge.amount : 0);
  return {
    orderId: orderCode ?? charge.order?.code ?? charge.code ?? '',
    providerId: charge.id,
    status,
    amountCents: charge.amount,
    capturedCents,
    refundedCents: charge.canceled_amount ?? (status === 'REFUNDED' ? capturedCents : 0),
    brand: readCardBrand(last?.card?.brand),
    last4: last4Of(last?.card?.last_four_digits),
    declineCode: status === 'DENIED' ? last?.acquirer_return_code || null : null,
    adviceCode: last?.retry_info?.brand_failure_return_code || null,
    networkId: last?.brand_id || null,
    cardReference: last?.card?.id || null,
    at: momentOf(charge.created_at),
  };
}

const chargesOf = ({ charges, code }: z.infer<typeof orderShape>): Listed<CardCharge> =>
  readEach(charges ?? [], (charge) => {
    const read = chargeShape.safeParse(charge);
    if (!read.success) throw new ProviderUnknown('Pagar.me answered something that is no charge');
    return chargeOf(read.data, code);
  });

/**
 * Charges of an order. Throws `ProviderUnknown` if the body is not an order, or if the charge that counts may be one of those
 * that cannot be parsed.
 */
export function readOrder(answer: ProviderAnswer): CardCharge[] {
  const read = orderShape.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('Pagar.me answered something that is no order');
  const { items, unread } = chargesOf(read.data);
  if (unread > 0 && !items.some(({ status }) => status === 'PAID'))
    throw new ProviderUnknown('Pagar.me answered an order with a charge that cannot be read');
  return [...items];
}

/** Parses a charge. Throws `ProviderUnknown` if the body is not one. */
export function readCharge(answer: ProviderAnswer): CardCharge {
  const read = chargeShape.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('Pagar.me answered something that is no charge');
  return chargeOf(read.data, undefined);
}

const listShape = z.object({ data: z.array(z.unknown()).max(100) });

/**
 * Orders of one page, each with its charges; `size` includes those that cannot be parsed. Throws `ProviderUnknown` if the body
 * is not a page.
 */
export function readOrders(answer: ProviderAnswer): {
  size: number;
  ids: readonly string[];
  charges: Listed<CardCharge>;
} {
  const read = listShape.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('Pagar.me answered something that is no list of orders');
  const { items, unread } = readEach(read.data.data, (one) => {
    const order = orderShape.safeParse(one);
    if (!order.success) throw new ProviderUnknown('Pagar.me answered something that is no order');
    return order.data;
  });
  return {
    size: read.data.data.length,
    ids: items.map(({ id }) => id),
    charges: joined([...items.map(chargesOf), { items: [], unread }]),
  };
}

const addressOf = ({ address }: CardCustomer) =>
  address && {
    line_1: [address.number, address.street, address.neighborhood].filter(Boolean).join(', ').slice(0, 256),
    // Outside Brazil a postal code may have letters.
    zip_code: address.zipCode.replace(address.country === 'BR' ? /\D/g : /[^A-Za-z0-9]/g, ''),
    city: address.city.slice(0, 64),
    state: address.state.slice(0, 64),
    country: address.country,
  };

function customerOf(customer: CardCustomer) {
  const address = addressOf(customer);
  const { document, phone } = customer;
  return {
    name: nameForBank(customer.name, 64),
    email: customer.email,
    type: 'individual',
    ...(document
      ? { document: document.number, document_type: document.kind === 'cpf' ? 'CPF' : 'PASSPORT' }
      : {}),
    ...(phone
      ? {
          phones: {
            mobile_phone: { country_code: '55', area_code: phone.slice(0, 2), number: phone.slice(2) },
          },
        }
      : {}),
    ...(address ? { address } : {}),
  };
}

const authenticationOf = (given: CardAuthentication) => ({
  type: 'threed_secure',
  threed_secure: {
    mpi: 'third_party',
    eci: given.eci,
    version: given.version,
    ...(given.cavv === null ? {} : { cavv: given.cavv }),
    ...(given.xid === null ? {} : { transaction_id: given.xid }),
    ...(given.referenceId === null ? {} : { ds_transaction_id: given.referenceId }),
  },
});

/** The stored-credential fields of a sale, in Pagar.me's format. */
const credentialOf = (credential: CardSale['storedCredential']) =>
  credential === undefined
    ? {}
    : credential === 'first'
      ? { recurrence_cycle: 'first' }
      : {
          recurrence_cycle: 'subsequent',
          ...(credential.networkId === null ? {} : { payment_origin: { brand_id: credential.networkId } }),
        };

/** Body of POST /orders: a single item for the full amount. */
export function orderBody(sale: CardSale): unknown {
  const stored = typeof sale.storedCredential === 'object';
  const billing = addressOf(sale.customer);
  return {
    code: sale.orderId,
    closed: true,
    items: [{ code: sale.orderId, amount: sale.amountCents, description: 'Pagamento', quantity: 1 }],
    customer: customerOf(sale.customer),
    payments: [
      {
        payment_method: 'credit_card',
        credit_card: {
          operation_type: 'auth_and_capture',
          installments: sale.installments,
          statement_descriptor: sale.softDescriptor,
          ...(stored ? { card_id: sale.token } : { card_token: sale.token }),
          ...(billing && !stored ? { card: { billing_address: billing } } : {}),
          ...(sale.authentication ? { authentication: authenticationOf(sale.authentication) } : {}),
          ...credentialOf(sale.storedCredential),
        },
      },
    ],
  };
}

export const OWN_ID = /^(?:ch|or)_[A-Za-z0-9]{8,40}$/;
