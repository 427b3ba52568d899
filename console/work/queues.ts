import { type CountedQueue, QUEUES, type QueueName } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { call, reading } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { usePollMs } from '../base/live.ts';
import { queryClient } from '../base/query.ts';
import type { Screen } from '../base/screen.ts';
import { tableTexts } from '../texts/table.ts';

type Queues = Answer<'GET /operations/queues'>;
/** A pending item, as a list of its queue shows it. */
export type QueueItem = Answer<'GET /operations/queues/{queue}'>['data'][number];
export type QueueCount = Queues['queues'][number];
export type ItemCount = QueueCount & { queue: QueueName };
/** A queue whose count is known. */
export type Counted = QueueCount & { count: number };
export const isCounted = (one: QueueCount): one is Counted => one.count !== null;

/** Without the socket counts are polled this often (spec 25.19). */
const POLL_MS = 30_000;

/** Number of pending items in the person's queues, for the chosen institution. */
export function useQueues() {
  const institution = useInstitution()?.code;
  const every = usePollMs(POLL_MS);
  return useQuery({
    queryKey: ['queues', institution ?? ''],
    queryFn: reading('GET /operations/queues', { query: { institution } }),
    refetchInterval: every,
  });
}

/** Options of a filter by queue, each with how much waits in it, if that is known. */
export function useQueueOptions<Queue extends CountedQueue>(
  queues: readonly Queue[],
  labelOf: (queue: Queue) => string,
) {
  const counts = useQueues().data?.queues ?? [];
  return queues.map((value) => {
    const found = counts.find(({ queue }) => queue === value);
    const count = found && isCounted(found) && tableTexts.total(found.count, found.capped);
    return { value, label: labelOf(value), ...(count ? { count } : {}) };
  });
}

/** The first items of a queue, for the bar of a review. */
export const queueQuery = (queue: QueueName, institution: string | undefined) => ({
  queryKey: ['queues', 'items', queue, institution ?? ''] as const,
  queryFn: () =>
    call('GET /operations/queues/{queue}', {
      params: { queue },
      query: { institution, pageSize: 25 },
      background: true,
    }),
});

/** Invalidates everything read about queues: something was decided, given back or skipped. */
export const forgetQueues = (): void => {
  // After one's own act a list starts afresh, instead of showing what changed since it was left.
  queryClient.removeQueries({ queryKey: ['queues', 'pages'], type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: ['queues'] });
};

/** Counts of items that somebody claims; others are decided on their own screen, or by a bank. */
export const ofItems = (queues: readonly QueueCount[]): ItemCount[] =>
  queues.filter((one): one is ItemCount => Object.hasOwn(QUEUES, one.queue));

/** Late queues first, then those at risk, then the rest, each with the fullest first; uncounted ones last (spec 25.5). */
export const byDanger = (queues: readonly QueueCount[]): QueueCount[] =>
  [...queues].sort(
    (one, other) =>
      other.late - one.late || other.atRisk - one.atRisk || (other.count ?? 0) - (one.count ?? 0),
  );

/** The screen of a queue; undefined if it has none. */
export const screenOf = (queue: CountedQueue, screens: readonly Screen[]): Screen | undefined =>
  screens.find((screen) => screen.queues?.includes(queue));

/** Address of a queue's list. */
export const queuePath = (queue: CountedQueue, screens: readonly Screen[]): string | undefined => {
  const screen = screenOf(queue, screens);
  return screen && (screen.queuePath?.(queue) ?? screen.path);
};

/** Address where an item of a queue is decided. */
export const itemPath = (
  queue: CountedQueue,
  itemId: number,
  screens: readonly Screen[],
): string | undefined => screenOf(queue, screens)?.itemPath?.(itemId, queue);

export type Waiting = {
  count: number;
  capped: boolean;
  state: 'none' | 'soon' | 'over';
  /** Whether one of the queues could not be counted. */
  uncounted: boolean;
};

/** What a screen's navigation entry says about all its queues. */
export function waitingFor(screen: Pick<Screen, 'queues'>, all: readonly QueueCount[]): Waiting | undefined {
  const own = all.filter(({ queue }) => screen.queues?.includes(queue));
  if (own.length === 0) return undefined;
  const sum = (of: (queue: QueueCount) => number) => own.reduce((before, queue) => before + of(queue), 0);
  const state = sum(({ late }) => late) > 0 ? 'over' : sum(({ atRisk }) => atRisk) > 0 ? 'soon' : 'none';
  return {
    count: sum(({ count }) => count ?? 0),
    capped: own.some(({ capped }) => capped),
    state,
    uncounted: !own.every(isCounted),
  };
}

/** Whether items of a queue are claimed on a screen. */
export const canBegin = ({ queue }: ItemCount, screens: readonly Screen[]): boolean =>
  itemPath(queue, 0, screens) !== undefined;
