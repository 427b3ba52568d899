import type { Ctx } from '../platform/http/context.ts';

type Asked = Pick<Ctx, 'host' | 'header' | 'maybeSession'>;

/**
 * Institution to which lists of offers and subscriptions are limited: that of a brand host, unless the header
 * `institution-global-filter: false` comes from a user who may switch the filter off (spec 2.2). null = none.
 */
export async function institutionFilter(ctx: Asked): Promise<number | null> {
  const { institutionId } = ctx.host;
  if (institutionId === null || ctx.header('institution-global-filter') !== 'false') return institutionId;
  const session = await ctx.maybeSession();
  return session?.disableFilter ? null : institutionId;
}
