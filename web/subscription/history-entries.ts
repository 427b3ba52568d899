import { shownAct, shownLine } from '@orbita/domain/subscription';
import type { Acts, History } from './step-dates.ts';

/** One event as displayed. */
export type HistoryEntry = { key: string; text: string; status: string; at: string };

/**
 * The history of an application, newest first (spec 8.6), including what the institution did on the candidate's behalf; unknown
 * events of a later version get a general text.
 */
export const historyEntries = (history: History, acts: Acts = []): HistoryEntry[] => {
  const moves = history.flatMap(({ event, actor, to, at }, index) => {
    const shown = shownLine({ event, actor, to });
    return shown ? [{ key: `${index}`, ...shown, at }] : [];
  });
  const made = acts.map(({ act, subject, at }, index) => ({
    key: `act-${index}`,
    ...shownAct(act, subject),
    at,
  }));
  return [...moves, ...made].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).reverse();
};
