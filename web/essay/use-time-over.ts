import { serverNow } from '@orbita/client/server-clock.ts';
import { GRACE_MS } from '@orbita/domain/essay';
import { useEffect, useRef } from 'react';
import type { Autosaver } from '../base/autosaver.ts';
import type { Draft } from './draft.ts';
import { readEssay } from './queries.ts';

const ASK_MS = 3_000;

/**
 * At 0:00 the last text is sent; once the server accepts no more, the essay's state is queried, and `onSettled` is called when
 * it is no longer being written.
 */
export function useTimeOver(
  essay: { id: number; deadline: string | null },
  { saver, isUp, isOver }: { saver: Autosaver<Draft>; isUp: boolean; isOver: boolean },
  onSettled: () => void,
): void {
  const settled = useRef(onSettled);
  settled.current = onSettled;

  useEffect(() => {
    if (isUp) saver.send({ type: 'hurry' });
  }, [isUp, saver]);

  useEffect(() => {
    if (!isUp && !isOver) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const now = await readEssay(essay.id).catch(() => undefined);
      if (gone) return;
      if (now && now.state !== 'in-progress') settled.current();
      else timer = setTimeout(() => void ask(), ASK_MS);
    };
    const graceLeft = essay.deadline ? Date.parse(essay.deadline) + GRACE_MS - serverNow() : 0;
    timer = setTimeout(() => void ask(), isOver ? 0 : Math.max(0, graceLeft));
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [isUp, isOver, essay.id, essay.deadline]);
}
