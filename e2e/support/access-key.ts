import type { Product } from './product.ts';

/** Has operations issue a link for an application; `path` is what follows the base path. */
export async function issueLink(
  product: Product,
  subscriptionId: number,
): Promise<{ keyId: number; key: string; path: string }> {
  const { keyId, url } = await product.operations<{ keyId: number; url: string }>(
    'POST',
    `/subscriptions/${subscriptionId}/access-keys`,
    { purpose: 'continue' },
  );
  const address = new URL(url);
  const path = address.pathname.replace('/orbita/candidate', '') + address.search;
  return { keyId, key: address.searchParams.get('accesskey') ?? '', path };
}
