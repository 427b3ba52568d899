import { EVENT_NOTIFICATIONS } from './notifications.ts';
import { statusLabel } from './statuses.ts';
import { eventTexts, onBehalfTexts, shownTexts } from './texts.ts';
import type { SubscriptionEvent } from './transition.ts';
import type { Actor } from './types.ts';

/** A line of a history as it is stored; its event may be one of a later version. */
export type HistoryLine = { event: string; actor: Actor; to: number };

/** One event in the words of the person it happened to, and where the application came to (spec 8.6, 25.6.1). */
export type ShownLine = { text: string; status: string };

/** Events that are not shown. */
const SILENT: readonly string[] = ['essay-saved'];

const textOf = ({ event, actor }: HistoryLine): string => {
  const known = event as SubscriptionEvent;
  const behalf = actor === 'operations' ? onBehalfTexts[known] : undefined;
  return behalf ?? eventTexts[known] ?? shownTexts.other;
};

/** Events by which the selection itself lets somebody in: the approvals, and answers that nobody needs to judge. */
const approves = (event: string): boolean =>
  event === 'questionnaire-submitted' || EVENT_NOTIFICATIONS[event as SubscriptionEvent]?.template === 'N-09';

/** The sentence of a line on the candidate's own page; undefined for what she is not shown. */
export const shownLine = (line: HistoryLine): ShownLine | undefined =>
  SILENT.includes(line.event)
    ? undefined
    : { text: textOf(line), status: shownTexts.statusBecame(statusLabel(line.to, approves(line.event))) };
