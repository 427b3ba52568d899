import { viewRouteOf } from '@orbita/domain/subscription';
import type { Step as DrawnStep } from '@orbita/ui/steps.ts';
import type { Step } from './queries.ts';

/** Address of the read-only page of a step that is done, or sent and in review; other steps have none (spec 8.4). */
export function viewOf({ code, state, inReview, route }: Step): string | undefined {
  if (route === null) return undefined;
  if (state === 'done') return route;
  return (inReview && viewRouteOf(code, route)) || undefined;
}

/** Steps as the components show them, without skipped ones (spec 8.4). `shown` is the step that the page shows. */
export const drawnSteps = (steps: readonly Step[], shown?: Step['code']): DrawnStep[] =>
  steps.flatMap((step) => {
    const { code, label, state } = step;
    if (state === 'skipped') return [];
    return [{ key: code, label, state, href: viewOf(step), shown: code === shown }];
  });
