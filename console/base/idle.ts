import { useEffect, useState } from 'react';
import { call, lastAskedAt } from './api.ts';
import { useMe } from './me.ts';

const MINUTE = 60_000;
/** How long before the end the dialog is shown (spec 25.2.3). */
const WARNED_MS = 2 * MINUTE;
/** Input without calls, such as a long comment, is reported to the server this often, and well before a short session ends. */
const NOTICE_MS = 5 * MINUTE;
const LOOK_MS = 5000;

type Times = { now: number; askedAt: number; inputAt: number; idleMinutes: number };

/** What to do now: nothing, report input to the server, or warn, with the minutes left. */
export function idleNow({
  now,
  askedAt,
  inputAt,
  idleMinutes,
}: Times): 'fine' | 'report' | { minutes: number } {
  const noticeMs = Math.min(NOTICE_MS, (idleMinutes * MINUTE) / 2);
  const left = askedAt + idleMinutes * MINUTE - now;
  const unanswered = inputAt > askedAt && now - askedAt >= noticeMs;
  if (unanswered && left > 0) return 'report';
  if (left > WARNED_MS) return 'fine';
  return { minutes: Math.max(1, Math.ceil(left / MINUTE)) };
}

/** Minutes until the session ends for lack of input; undefined while there is time. `stay` continues the session. */
export function useIdleEnd(): { minutes: number | undefined; stay: () => void } {
  const { idleMinutes } = useMe().session;
  const [minutes, setMinutes] = useState<number>();
  const stay = () => {
    setMinutes(undefined);
    void call('GET /operations/staff/me').catch(() => undefined);
  };
  useEffect(() => {
    // Arriving here is not input beyond the call that led here: it would be reported, and the page would not ask in time.
    let inputAt = lastAskedAt();
    const input = () => {
      inputAt = performance.now();
    };
    const look = () => {
      const now = performance.now();
      const what = idleNow({ now, askedAt: lastAskedAt(), inputAt, idleMinutes });
      if (what === 'report') void call('GET /operations/staff/me').catch(() => undefined);
      setMinutes(typeof what === 'object' ? what.minutes : undefined);
    };
    const timer = setInterval(look, LOOK_MS);
    for (const name of ['keydown', 'pointerdown', 'wheel']) addEventListener(name, input, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of ['keydown', 'pointerdown', 'wheel']) removeEventListener(name, input);
    };
  }, [idleMinutes]);
  return { minutes, stay };
}
