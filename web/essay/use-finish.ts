import { ApiError } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';
import { type EssayLimits, essayErrors } from '@orbita/domain/essay';
import { useRef, useState } from 'react';
import { call } from '../base/api.ts';
import type { Autosave } from '../base/autosave.ts';
import type { Autosaver } from '../base/autosaver.ts';
import { essayTexts as t } from '../texts/essay.ts';
import type { Draft } from './draft.ts';

export type EssayProblems = { title?: string | undefined; essay?: string | undefined };

const byField = (errors: readonly { field: string; message: string }[]): EssayProblems =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]));

/**
 * Submits the essay: it is checked here first, so that a text that is too short is not sent; after any running save has ended,
 * the whole text is sent once, under one key per text.
 */
export function useFinish(
  essayId: number,
  { saver, state, limits }: { saver: Autosaver<Draft>; state: Autosave<Draft>; limits: EssayLimits },
  onFinished: () => void,
) {
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ draft: Draft; problems: EssayProblems } | null>(null);
  const attempt = useRef<{ draft: Draft; key: string } | null>(null);

  const own = tried ? byField(essayErrors(state.draft, limits)) : {};
  const problems = refused?.draft === state.draft ? { ...own, ...refused.problems } : own;

  const ask = () => {
    setTried(true);
    setFailure(null);
    const found = byField(essayErrors(state.draft, limits));
    if (found.title || found.essay) document.getElementById(found.title ? 'titulo' : 'texto')?.focus();
    else setAsking(true);
  };

  const failed = (error: unknown, draft: Draft) => {
    if (error instanceof ApiError && (error.code === 'ESSAY_TIMED_OUT' || error.code === 'ESSAY_FINISHED')) {
      setAsking(false);
      return saver.send({ type: 'ended' });
    }
    saver.release();
    if (error instanceof ApiError && error.fields.length > 0) {
      setRefused({ draft, problems: byField(error.fields) });
      return setAsking(false);
    }
    setFailure(saver.state.online ? t.finishFailed : t.finishWaits);
  };

  const confirm = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    await saver.hold();
    const { draft } = saver.state;
    if (attempt.current?.draft !== draft) attempt.current = { draft, key: randomId() };
    try {
      await call('POST /candidate/subscriptions/essays/{essayId}/finish', {
        params: { essayId },
        body: draft,
        idempotencyKey: attempt.current.key,
      });
      saver.send({ type: 'ended' });
      onFinished();
    } catch (error) {
      failed(error, draft);
    } finally {
      setBusy(false);
    }
  };

  return {
    problems,
    ask,
    asking,
    cancel: () => !busy && setAsking(false),
    confirm: () => void confirm(),
    busy,
    failure,
  };
}
