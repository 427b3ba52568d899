import { type SubscriptionEvent, statusInfo } from '@orbita/domain/subscription';
import { eventTexts, onBehalfTexts, historyTexts as t } from '../texts/history.ts';
import type { History } from './step-dates.ts';

/** One event, as it is shown. */
export type HistoryEntry = { key: string; text: string; status: string; at: string };

/** Events that are not shown. */
const SILENT: readonly string[] = ['essay-saved'];

const textOf = ({ event, actor }: Pick<History[number], 'event' | 'actor'>): string => {
  const known = event as SubscriptionEvent;
  const behalf = actor === 'operations' ? onBehalfTexts[known] : undefined;
  return behalf ?? eventTexts[known] ?? t.other;
};

/** The history of an application, newest first (spec 8.6); events of a later version get a general text. */
export const historyEntries = (history: History): HistoryEntry[] =>
  history
    .flatMap(({ event, actor, to, at }, index) =>
      SILENT.includes(event)
        ? []
        : [
            {
              key: `${index}`,
              text: textOf({ event, actor }),
              status: t.statusBecame(statusInfo(to).label),
              at,
            },
          ],
    )
    .reverse();
