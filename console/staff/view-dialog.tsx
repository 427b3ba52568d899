import { Notice } from '@orbita/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { viewTexts as t } from '../texts/subscription-view.ts';
import { LongText } from '../ui/long-text.tsx';

const LONGEST = 500;

/** Opens the candidate's own pages in a new tab, read-only (spec 25.6.3). */
export function ViewDialog({ application: { id }, onClose, onDone }: ActProps) {
  const [reason, setReason] = useState('');
  const [blocked, setBlocked] = useState<string>();
  const view = useMutation({
    mutationFn: async () => {
      // A browser lets a tab be opened only while the press is being handled, so it is opened before the answer.
      const tab = window.open('', '_blank');
      try {
        const { url } = await call('POST /operations/subscriptions/{id}/views', {
          params: { id },
          body: { reason: reason.trim() || null },
        });
        return { tab, url };
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onSuccess: async ({ tab, url }) => {
      if (!tab) {
        setBlocked(url);
        return;
      }
      tab.opener = null;
      tab.location.replace(url);
      await onDone();
    },
  });
  return (
    <ActDialog
      title={t.title}
      verb={acts['view-as-candidate'].verb}
      busy={view.isPending && acts['view-as-candidate'].busy}
      error={view.error}
      happens={t.happens}
      message={t.message}
      audience={t.audience}
      onClose={onClose}
      onSend={() => view.mutate()}
    >
      {blocked && (
        <Notice kind="warning" role="alert" title={t.blocked}>
          <a href={blocked} target="_blank" rel="noopener noreferrer" onClick={() => void onDone()}>
            {t.open}
          </a>
        </Notice>
      )}
      <LongText
        label={t.reason}
        hint={t.reasonHint}
        rows={2}
        most={LONGEST}
        value={reason}
        onType={setReason}
      />
    </ActDialog>
  );
}
