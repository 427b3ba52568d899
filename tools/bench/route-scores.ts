import type { Product } from '../../e2e/support/product.ts';
import { numberOf, points, withLighthouse } from './lighthouse.ts';
import { arrive, ROUTES } from './routes.ts';
import type { Figure } from './table.ts';

const LEAST_POINTS = 98;
const MOST_LCP_MS = 1300;
const MOST_SHIFT = 0.1;

/** Lighthouse performance score of every page after sign-in, each opened by its address after the pages before it. */
export const routeScores = (
  product: Product,
  browserPath: string,
  only: (what: string) => boolean = () => true,
): Promise<Figure[]> =>
  withLighthouse(browserPath, async (context, measure) => {
    const figures: Figure[] = [];
    // Everybody comes from sign-in, which fetches the app while the person types.
    const gate = await context.newPage();
    await gate.goto(product.url(), { waitUntil: 'networkidle' });
    await gate.close();
    for (const route of ROUTES.filter(({ what }) => only(what))) {
      const { what } = route;
      const result = await measure(what, await arrive(route, product, context), ['performance']);
      const score = points(result, 'performance');
      const lcp = numberOf(result, 'largest-contentful-paint');
      const shift = numberOf(result, 'cumulative-layout-shift');
      figures.push(
        {
          what: `${what}: performance`,
          measured: String(score),
          target: `≥ ${LEAST_POINTS}`,
          reached: score >= LEAST_POINTS,
        },
        {
          what: `${what}: LCP`,
          measured: `${Math.round(lcp)} ms`,
          target: `≤ ${MOST_LCP_MS} ms`,
          reached: lcp <= MOST_LCP_MS,
        },
        {
          what: `${what}: CLS`,
          measured: shift.toFixed(3),
          target: `≤ ${MOST_SHIFT}`,
          reached: shift <= MOST_SHIFT,
        },
      );
    }
    return figures;
  });
