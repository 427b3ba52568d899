import { STATUS } from '@orbita/domain/subscription';
import type { Subscription } from './queries.ts';

/** Checks of the selection that have waiting guidance of their own (spec 4.4). */
export const CHECKS = ['EnemCheckEnabled', 'DisciplineDocumentCheckEnabled'] as const;
export type Check = (typeof CHECKS)[number];

type Facts = {
  subscriptionStatus: number;
  offer: { ingressMode: Pick<Subscription['offer']['ingressMode'], 'kind' | 'useDisciplines'> };
};

/** The check this application's way in uses and has not concluded; undefined when there is none. */
export function checkOf({ subscriptionStatus, offer: { ingressMode } }: Facts): Check | undefined {
  if (ingressMode.kind === 'exam-score' && subscriptionStatus === STATUS.Subscribed)
    return 'EnemCheckEnabled';
  const analysed = ingressMode.kind === 'document-analysis' && ingressMode.useDisciplines;
  return analysed && subscriptionStatus === STATUS.SubscriptionDocumentationPending
    ? 'DisciplineDocumentCheckEnabled'
    : undefined;
}

/** What a person did with the bubble of an application, kept in this browser. */
export type HelpMemory = Record<string, 'open' | 'dismissed'>;
const KEPT = 'helpBubble';
const MOST = 50;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

function memoryIn(store: Store): HelpMemory {
  try {
    return (JSON.parse(store.getItem(KEPT) ?? '{}') ?? {}) as HelpMemory;
  } catch {
    return {};
  }
}

/** True when only the icon is shown: as it was left, else while the institution's check is on. */
export function isCollapsed(store: Store, subscriptionId: number, checkOn: boolean): boolean {
  const left = memoryIn(store)[subscriptionId];
  return left === undefined ? checkOn : left === 'dismissed';
}

/** Remembers for one application how the bubble was left. */
export function rememberHelp(store: Store, subscriptionId: number, left: 'open' | 'dismissed'): void {
  const { [subscriptionId]: _, ...others } = memoryIn(store);
  const kept = Object.entries(others).slice(1 - MOST);
  store.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(kept), [subscriptionId]: left }));
}
