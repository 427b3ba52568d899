import type { HostContext } from '../platform/http/context.ts';

type Asked = Pick<HostContext, 'host' | 'header' | 'maybeSession'>;

/**
 * Institution to which lists of offers and subscriptions are limited: that of a brand host, unless a user who may lift the filter
 * sends the header `institution-global-filter: false` (spec 2.2). null = no limit.
 */
export async function institutionFilter(ctx: Asked): Promise<number | null> {
  const { institutionId } = ctx.host;
  if (institutionId === null || ctx.header('institution-global-filter') !== 'false') return institutionId;
  const session = await ctx.maybeSession();
  return session?.disableFilter ? null : institutionId;
}
