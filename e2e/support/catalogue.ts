import type { Product } from './product.ts';

type Files = { yaml: string; files?: Record<string, string> };

/**
 * Applies the tenant's current catalogue with its text rewritten; returns a function that restores everything. Throws if
 * nothing was rewritten.
 */
export async function changeCatalogue(
  product: Product,
  rewrite: (yaml: string) => string,
  tenant = 'alfa',
): Promise<() => Promise<unknown>> {
  const before = await product.operations<Files>('GET', '/catalogue/export', undefined, tenant);
  const yaml = rewrite(before.yaml);
  if (yaml === before.yaml) throw new Error('The catalogue was not changed');
  const apply = (body: Files) => product.operations('POST', '/catalogue/apply', body, tenant);
  await apply({ ...before, yaml });
  return () => apply(before);
}

/** Rewrites a list entry, identified by its first line, up to the next entry. */
export const rewriteEntry = (
  yaml: string,
  list: string,
  first: string,
  rewrite: (entry: string) => string,
): string => {
  const [head = '', body = ''] = splitAt(yaml, yaml.indexOf(`\n${list}:\n`) + 1);
  const at = body.indexOf(`  - ${first}\n`);
  if (at < 0) throw new Error(`${list} has no ${first}`);
  const [before, rest] = splitAt(body, at);
  const end = rest.slice(1).search(/^(?: {2}- |\S)/m) + 1;
  const [entry, after] = end > 0 ? splitAt(rest, end) : [rest, ''];
  return head + before + rewrite(entry) + after;
};

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at)];
