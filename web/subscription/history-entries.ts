import { toldLine } from '@orbita/domain/subscription';
import type { History } from './step-dates.ts';

/** One event, as it is shown. */
export type HistoryEntry = { key: string; text: string; status: string; at: string };

/** The history of an application, newest first (spec 8.6); events of a later version get a general text. */
export const historyEntries = (history: History): HistoryEntry[] =>
  history
    .flatMap(({ event, actor, to, at }, index) => {
      const told = toldLine({ event, actor, to });
      return told ? [{ key: `${index}`, ...told, at }] : [];
    })
    .reverse();
