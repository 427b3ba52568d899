import type { Product } from './product.ts';

/** The sandbox pays; the notice comes back the provider's way. */
export const payInSandbox = (product: Product, paymentId: number, more: Record<string, unknown> = {}) =>
  product.operations('POST', `/simulator/payments/${paymentId}`, { result: 'paid', ...more });

/** Payments of an application, newest last. */
export async function paymentsOf(
  product: Product,
  subscriptionId: number,
): Promise<{ paymentId: number; state: string; amount: number }[]> {
  const whole = await product.operations<{
    payments: { paymentId: number; state: string; amount: number }[];
  }>('GET', `/subscriptions/${subscriptionId}`);
  return whole.payments;
}
