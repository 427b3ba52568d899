import type { Product } from './product.ts';

type Waiting = { data: { itemId: number }[] };

/** Decides what other journeys left in a queue, so that its length is the same in every run. */
export async function emptyQueue(product: Product, queue: string, decide: (id: number) => Promise<unknown>) {
  const { data } = await product.operations<Waiting>('GET', `/queues/${queue}?pageSize=100`);
  for (const { itemId } of data) await decide(itemId);
}

/** Decides a document as the institution's system does. */
export const approve = (product: Product, id: number, decision = 'approved') =>
  product.operations('POST', `/documents/${id}/review`, { decision });
/** Grades an essay as the institution's system does. */
export const grade = (product: Product, id: number) =>
  product.operations('POST', `/essays/${id}/grade`, { score: 600, hasPlagiarism: false });
