import { ApiError } from '@orbita/client/errors.ts';
import { randomId } from '@orbita/client/random-id.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../base/api.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { forgetEssays } from './queries.ts';

/** Starts an essay and opens it; a retry uses the same idempotency key, so it never starts twice. */
export function useStart(subscriptionId: number) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const open = (essayId: number) => {
    forgetEssays(client, subscriptionId);
    void navigate(`/essays/${essayId}`);
  };
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) return setFailure(t.startFailed);
    key.current = null;
    if (error.code === 'ESSAY_IN_PROGRESS' && typeof error.more.id === 'number') return open(error.more.id);
    setFailure(error.message);
    void client.invalidateQueries({ queryKey: ['subscription', subscriptionId] });
  };
  const start = async () => {
    if (busy) return;
    key.current ??= randomId();
    setBusy(true);
    setFailure(null);
    try {
      const essay = await call('POST /candidate/subscriptions/{id}/essays', {
        params: { id: subscriptionId },
        body: { rulesAccepted: true },
        idempotencyKey: key.current,
      });
      open(essay.id);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  return { start: () => void start(), busy, failure };
}
