import { EVENT_NOTIFICATIONS } from './notifications.ts';
import { statusLabel } from './statuses.ts';
import { eventTexts, onBehalfTexts, shownTexts } from './texts.ts';
import type { SubscriptionEvent } from './transition.ts';
import type { Actor } from './types.ts';

/** A history line as stored; its event may be from a later version. */
export type HistoryLine = { event: string; actor: Actor; to: number };

/** An event in the words used for the candidate, and the resulting status (spec 8.6, 25.6.1). */
export type ShownLine = { text: string; status: string };

/** Events that are not shown. */
const SILENT: readonly string[] = ['essay-saved'];

const textOf = ({ event, actor }: HistoryLine): string => {
  const known = event as SubscriptionEvent;
  const behalf = actor === 'operations' ? onBehalfTexts[known] : undefined;
  return behalf ?? eventTexts[known] ?? shownTexts.other;
};

/** Whether the selection itself admits the candidate with this event: approvals, and answers that need no judgement. */
const approves = (event: string): boolean =>
  event === 'questionnaire-submitted' || EVENT_NOTIFICATIONS[event as SubscriptionEvent]?.template === 'N-09';

/** A history line as the candidate reads it; undefined for events that are not shown. */
export const shownLine = (line: HistoryLine): ShownLine | undefined =>
  SILENT.includes(line.event)
    ? undefined
    : { text: textOf(line), status: shownTexts.statusBecame(statusLabel(line.to, approves(line.event))) };
