/** Bounds of a healthy installation; beyond one of them somebody has to look (docs/runbook.md, "Health"). */
export const BOUNDS = {
  /** Seconds that something due may wait before its queue counts as stuck: mail servers are tried again for longer. */
  queueSeconds: { messages: 900, webhooks: 900, notices: 300, scans: 900 },
  /** A job is late after so many of its intervals, and never before so many seconds. */
  jobIntervals: 3,
  jobSeconds: 120,
  /** Share of the disk that has to be free, and bytes. */
  freeShare: 0.05,
  freeBytes: 1024 ** 3,
} as const;

export type Part = { status: 'ok' | 'degraded' | 'down'; [figure: string]: unknown };
type Disk = { free: number; size: number };
type Job = { everyMs: number; endedMsAgo: number; failedLast: boolean };

/** `waitedSeconds` of the oldest thing due; null = nothing is. */
export const queueStatus = (name: keyof typeof BOUNDS.queueSeconds, waitedSeconds: number | null) =>
  waitedSeconds !== null && waitedSeconds > BOUNDS.queueSeconds[name] ? 'degraded' : 'ok';

/** A job is healthy when it ran lately and did not fail the last time. */
export const jobStatus = ({ everyMs, endedMsAgo, failedLast }: Job) =>
  failedLast || endedMsAgo > Math.max(everyMs * BOUNDS.jobIntervals, BOUNDS.jobSeconds * 1000)
    ? 'degraded'
    : 'ok';

/** Bytes of the disk that holds the files. */
export const diskStatus = ({ free, size }: Disk) =>
  free < BOUNDS.freeBytes || free < size * BOUNDS.freeShare ? 'degraded' : 'ok';

/** The worst of its parts. */
export const overall = (parts: readonly Part[]): Part['status'] =>
  parts.some(({ status }) => status === 'down')
    ? 'down'
    : parts.some(({ status }) => status === 'degraded')
      ? 'degraded'
      : 'ok';
