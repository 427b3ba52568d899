/** `?fila=` of every document, instead of those of one queue. */
export const EVERY = 'todos';

type Filters = { fila?: string | undefined; situacao?: string | undefined };

/** The address of the list with its filters, or of a document that was opened from that list and leads back to it. */
export function addressOfList({ id, fila, situacao }: Filters & { id?: number }): string {
  const query = new URLSearchParams();
  if (fila) query.set('fila', fila);
  if (situacao) query.set('situacao', situacao);
  return `/documentos${id === undefined ? '' : `/${id}`}${query.size > 0 ? `?${query}` : ''}`;
}

/** The list that a document was opened from, where its address says so; otherwise the queue it waits in. */
export function listBehind(search: string, queue: string | undefined): string {
  const query = new URLSearchParams(search);
  const [fila, situacao] = [query.get('fila') ?? '', query.get('situacao') ?? ''];
  return addressOfList(fila || situacao ? { fila, situacao } : { fila: queue });
}
