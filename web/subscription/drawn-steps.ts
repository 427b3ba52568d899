import type { Step as DrawnStep } from '@orbita/ui/steps.ts';
import type { Step } from './queries.ts';

/** Address of the read-only page of a done step; other steps have none (spec 8.4). */
export const viewOf = ({ state, route }: Pick<Step, 'state' | 'route'>): string | undefined =>
  state === 'done' && route !== null ? route : undefined;

/** Steps as the components show them, without skipped ones (spec 8.4). `shown` is the done step that the page shows. */
export const drawnSteps = (steps: readonly Step[], shown?: Step['code']): DrawnStep[] =>
  steps.flatMap((step) => {
    const { code, label, state } = step;
    if (state === 'skipped') return [];
    return [{ key: code, label, state, href: viewOf(step), shown: code === shown }];
  });
