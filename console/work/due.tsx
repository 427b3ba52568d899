import { AlertIcon } from '@orbita/web/ui/icons/alert';
import { ClockIcon } from '@orbita/web/ui/icons/clock';
import { serverNow } from '../app/clock.ts';
import { exactly, span } from '../app/zone.ts';
import { benchTexts as t } from '../texts/work.ts';

const STATES = { none: undefined, 'at-risk': 'soon', late: 'over' } as const;

/** When an item is due, in words, with a sign where that is near or past. */
export function Due({ dueAt, risk }: { dueAt: string; risk: keyof typeof STATES }) {
  const left = Date.parse(dueAt) - serverNow();
  return (
    <span className="due" data-state={STATES[risk]} title={exactly(dueAt)}>
      {risk === 'late' ? <AlertIcon small /> : <ClockIcon small />}
      {left > 0 ? t.due(span(left)) : t.late(span(-left))}
    </span>
  );
}
