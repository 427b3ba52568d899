/** `?fila=` for all documents, instead of one queue. */
export const EVERY = 'todos';

type Filters = { fila?: string | undefined; situacao?: string | undefined };

/** The address of the list with its filters, or of a document opened from that list, which leads back to it. */
export function addressOfList({ id, fila, situacao }: Filters & { id?: number }): string {
  const query = new URLSearchParams();
  if (fila) query.set('fila', fila);
  if (situacao) query.set('situacao', situacao);
  return `/documentos${id === undefined ? '' : `/${id}`}${query.size > 0 ? `?${query}` : ''}`;
}

/** The list that a document was opened from, if its address says so; otherwise the queue it is pending in. */
export function listBehind(search: string, queue: string | undefined): string {
  const query = new URLSearchParams(search);
  const [fila, situacao] = [query.get('fila') ?? '', query.get('situacao') ?? ''];
  return addressOfList(fila || situacao ? { fila, situacao } : { fila: queue });
}
