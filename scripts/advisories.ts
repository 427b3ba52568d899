/** An advisory of the registry about a package in the lock file. */
export type Advisory = { id: string; package: string; severity: string; title: string; url: string };

/** An advisory that does not affect us, listed in `docs/advisories.json` with the day of its next review. */
export type Accepted = { id: string; until: string; reason: string };

/** Days after publication from which an advisory fails the build; newer ones are only printed. */
export const GRACE_DAYS: Record<string, number> = { critical: 2, high: 14 };

const DAY_MS = 24 * 3600_000;

type Via = { source?: number; name?: string; title?: string; url?: string; severity?: string };
export type AuditAnswer = {
  vulnerabilities?: Record<string, { via: (Via | string)[] }>;
  message?: string;
  error?: { summary?: string; code?: string };
};

/** The advisories in an answer of `npm audit --json`, each once; undefined when npm could not query them. */
export function advisoriesOf({ vulnerabilities }: AuditAnswer): Advisory[] | undefined {
  if (!vulnerabilities) return undefined;
  const found = new Map<string, Advisory>();
  for (const { via } of Object.values(vulnerabilities))
    for (const one of via) {
      if (typeof one === 'string') continue;
      const { name = '', title = '', url = '', severity = 'critical' } = one;
      const id = /GHSA(?:-\w{4}){3}/.exec(url)?.[0] ?? `npm-${one.source}`;
      found.set(`${id} ${name}`, { id, package: name, severity, title, url });
    }
  return [...found.values()];
}

export type Verdict = Advisory & { fails: boolean; why: string };

/**
 * Which advisories fail the build at `now`. `published` gives the day of publication; an advisory with an unknown day counts as
 * too old.
 */
export function judge(
  advisories: readonly Advisory[],
  published: ReadonlyMap<string, Date>,
  accepted: readonly Accepted[],
  now: Date,
): Verdict[] {
  return advisories.map((advisory) => {
    const verdict = (fails: boolean, why: string): Verdict => ({ ...advisory, fails, why });
    const known = accepted.find(({ id }) => id === advisory.id);
    // Until the end of that day, wherever the build runs.
    if (known && now.getTime() < Date.parse(`${known.until}T00:00:00Z`) + DAY_MS)
      return verdict(false, `accepted until ${known.until}: ${known.reason}`);
    const grace = GRACE_DAYS[advisory.severity];
    if (grace === undefined) return verdict(false, `${advisory.severity}: with the next update`);
    const since = published.get(advisory.id);
    if (!since) return verdict(true, 'its day of publication is unknown');
    const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
    return verdict(days >= grace, `known for ${days} days, ${grace} are allowed`);
  });
}
