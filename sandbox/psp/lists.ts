import { paginate } from './present.ts';
import { Problem, type ProblemName } from './problem.ts';
import { isTxid, type Page } from './validate.ts';

/** Query parameters of the standard's lists. */
export type Query = Record<string, string | undefined>;

/** True for an instant within the requested period, both ends included. */
export const within = (instant: string, { inicio, fim }: { inicio: string; fim: string }): boolean =>
  Date.parse(instant) >= Date.parse(inicio) && Date.parse(instant) <= Date.parse(fim);

/** One page of what was found, with the named parameters of the query as the answer repeats them. */
export function listed<T>(found: T[], page: Page, query: Query = {}, names: string[] = []) {
  const { items, paginacao } = paginate(found, page);
  const echo = names.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]);
  const { inicio, fim } = page;
  return { items, parametros: { inicio, fim, ...Object.fromEntries(echo), paginacao } };
}

/** The txid in the address of a charge (`cob`, `cobv`, `cobr`). Throws 400 of the given type. */
export const txidOf = (params: unknown, kind: string, type: ProblemName): string => {
  const { txid } = params as { txid: string };
  if (!isTxid(txid))
    throw new Problem(400, type, 'O txid não respeita o schema.', [
      { razao: 'O campo não respeita o schema.', propriedade: `${kind}.txid`, valor: txid },
    ]);
  return txid;
};

/** The revision of a charge that a query asks for; undefined for the current one. Throws 400 of the given type. */
export function revisionIn({ revisao }: Query, revisions: unknown[], type: ProblemName): number | undefined {
  if (revisao === undefined) return undefined;
  if (!/^\d{1,6}$/.test(revisao) || !revisions[Number(revisao)])
    throw new Problem(400, type, 'A revisão não existe para a cobrança.');
  return Number(revisao);
}
