/** Limits of a healthy installation; beyond one of them an operator has to look (docs/runbook.md, "Health"). */
export const BOUNDS = {
  /** Seconds that a due item may wait before its queue counts as stuck; retries of mail servers take longer than one delay. */
  queueSeconds: { messages: 900, webhooks: 900, notices: 300, scans: 900, copies: 900 },
  /** A job is late after this many of its intervals, but never before this many seconds. */
  jobIntervals: 3,
  jobSeconds: 120,
  /** Share of the disk, and bytes, that must be free. */
  freeShare: 0.05,
  freeBytes: 1024 ** 3,
} as const;

export type Part = { status: 'ok' | 'degraded' | 'down'; [figure: string]: unknown };
type Disk = { free: number; size: number };
type Job = { everyMs: number; endedMsAgo: number; failedLast: boolean };

/** `waitedSeconds` of the oldest due item; null = none is due. */
export const queueStatus = (name: keyof typeof BOUNDS.queueSeconds, waitedSeconds: number | null) =>
  waitedSeconds !== null && waitedSeconds > BOUNDS.queueSeconds[name] ? 'degraded' : 'ok';

/** A job is healthy when it ran recently and its last run did not fail. */
export const jobStatus = ({ everyMs, endedMsAgo, failedLast }: Job) =>
  failedLast || endedMsAgo > Math.max(everyMs * BOUNDS.jobIntervals, BOUNDS.jobSeconds * 1000)
    ? 'degraded'
    : 'ok';

/** Status of the disk that stores the files, in bytes. */
export const diskStatus = ({ free, size }: Disk) =>
  free < BOUNDS.freeBytes || free < size * BOUNDS.freeShare ? 'degraded' : 'ok';

/** The worst status of the parts. */
export const overall = (parts: readonly Part[]): Part['status'] =>
  parts.some(({ status }) => status === 'down')
    ? 'down'
    : parts.some(({ status }) => status === 'degraded')
      ? 'degraded'
      : 'ok';
