import { deviceStore } from '@orbita/client/storage.ts';
import { STATUS } from '@orbita/domain/subscription';
import { keptPerApplication } from './kept.ts';
import type { Subscription } from './queries.ts';

/** Checks of the selection that have their own guidance while they run (spec 4.4). */
const CHECKS = ['EnemCheckEnabled', 'DisciplineDocumentCheckEnabled'] as const;
export type Check = (typeof CHECKS)[number];

type Facts = {
  subscriptionStatus: number;
  offer: { ingressMode: Pick<Subscription['offer']['ingressMode'], 'kind' | 'useDisciplines'> };
};

/** The check that the application's ingress mode uses and that is not complete; undefined when there is none. */
export function checkOf({ subscriptionStatus, offer: { ingressMode } }: Facts): Check | undefined {
  if (ingressMode.kind === 'exam-score' && subscriptionStatus === STATUS.Subscribed)
    return 'EnemCheckEnabled';
  const analysed = ingressMode.kind === 'document-analysis' && ingressMode.useDisciplines;
  return analysed && subscriptionStatus === STATUS.SubscriptionDocumentationPending
    ? 'DisciplineDocumentCheckEnabled'
    : undefined;
}

/** How the person left the bubble of an application. */
const memory = keptPerApplication<'open' | 'dismissed'>('helpBubble');

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** True when only the icon is shown: as the person left it, otherwise while the check is running. */
export function isCollapsed(store: Store, subscriptionId: number, checkOn: boolean): boolean {
  const left = memory.of(store, subscriptionId);
  return left === undefined ? checkOn : left === 'dismissed';
}

/** Remembers how the bubble of one application was left. */
export const rememberHelp = memory.keep;

const drawn = new Set<() => void>();

/** Sets the bubble of an application to that state, wherever it is shown. */
export function leaveHelp(subscriptionId: number, left: 'open' | 'dismissed'): void {
  rememberHelp(deviceStore, subscriptionId, left);
  for (const redraw of drawn) redraw();
}

/** Calls back whenever the state of a bubble changes. */
export function onHelpLeft(redraw: () => void): () => void {
  drawn.add(redraw);
  return () => void drawn.delete(redraw);
}
