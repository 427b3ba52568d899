import { bodyOf } from '../../testing/journey.ts';
import { type Order, settlePix } from '../../testing/requests.ts';
import type { Product } from './product.ts';

/** The sandbox pays; the notification comes back through the provider's channel. */
export const payInSandbox = async (product: Product, paymentId: number, order?: Order) =>
  bodyOf(await settlePix(product.institution(), paymentId, order));

/** Payments of an application, newest last. */
export const paymentsOf = async (product: Product, id: number) =>
  bodyOf(await product.institution().call('GET /operations/subscriptions/{id}', { params: { id } })).payments;
