import { type SubscriptionEvent, statusInfo } from '@orbita/domain/subscription';
import { eventTexts, historyTexts as t } from '../texts/history.ts';
import type { History } from './step-dates.ts';

/** One thing that happened, as the person reads it. */
export type Told = { key: string; text: string; status: string; at: string };

/** Drafts of a text are no news. */
const SILENT: readonly string[] = ['essay-saved'];

const textOf = (event: string): string =>
  event in eventTexts ? eventTexts[event as SubscriptionEvent] : t.other;

/** The history of an application in plain words, newest first (spec 8.6); an event of a later version is told in general. */
export const toldHistory = (history: History): Told[] =>
  history
    .flatMap(({ event, to, at }, index) =>
      SILENT.includes(event)
        ? []
        : [
            {
              key: `${index}`,
              text: textOf(event),
              status: t.statusBecame(statusInfo(to).label),
              at,
            },
          ],
    )
    .reverse();
