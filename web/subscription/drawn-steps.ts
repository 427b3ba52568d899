import type { Step as DrawnStep } from '../ui/steps.ts';
import type { Step } from './queries.ts';

/** Where a done step is read again; what is under way or still to come leads nowhere (spec 8.4). */
export const viewOf = ({ state, route }: Pick<Step, 'state' | 'route'>): string | undefined =>
  state === 'done' && route !== null ? route : undefined;

/** Steps as the components draw them; skipped ones are left out (spec 8.4). `shown` is the one being read again. */
export const drawnSteps = (steps: readonly Step[], shown?: Step['code']): DrawnStep[] =>
  steps.flatMap((step) => {
    const { code, label, state } = step;
    if (state === 'skipped') return [];
    return [{ key: code, label, state, href: viewOf(step), shown: code === shown }];
  });
