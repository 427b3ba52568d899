import { randomUUID } from 'node:crypto';
import type { Product } from '../world.ts';

export type Outcome<T> = { ok: true; data: T } | { ok: false; message: string };

const TIMEOUT = 8_000;

const headersFor = (product: Product, tenant: string): Record<string, string> => ({
  authorization: `Bearer ${product.operationsToken}`,
  'x-tenant-alias': tenant,
  'x-operator': 'Sandbox',
});

const addressOf = (product: Product, path: string): string =>
  `${product.apiUrl}/orbita/api/operations${path}`;

const unreachable = (product: Product): Outcome<never> => ({
  ok: false,
  message: `O produto não respondeu em ${product.apiUrl}.`,
});

const refusalText = async (answer: Response): Promise<string> => {
  const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  const said = [body.code, body.message].filter(Boolean).join(': ');
  return `O produto respondeu ${answer.status}${said ? ` (${said})` : ''}.`;
};

/** Calls the product's operations API on the institution's behalf. Never throws: the message is for people. */
export async function callOperations<T>(
  product: Product,
  tenant: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Outcome<T>> {
  try {
    const answer = await fetch(addressOf(product, path), {
      method,
      headers: {
        ...headersFor(product, tenant),
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!answer.ok) return { ok: false, message: await refusalText(answer) };
    return { ok: true, data: (await answer.json()) as T };
  } catch {
    return unreachable(product);
  }
}
