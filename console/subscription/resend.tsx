import { Button } from '@orbita/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { useReload } from '../act/queries.ts';
import { call } from '../base/api.ts';
import { useMay } from '../base/me.ts';
import { resendTexts as t } from '../texts/subscription-acts.ts';
import type { Entry } from './timeline-days.ts';

type Props = { entry: Entry; id: number; onDone: (said: string) => void };

/** Resends a message of the timeline; the server refuses those that contain a code. */
export function Resend({ entry, id, onDone }: Props) {
  const may = useMay();
  const reload = useReload(id);
  const [asking, setAsking] = useState(false);
  const notificationId = Number(entry.refs.notificationId);
  const send = useMutation({
    mutationFn: () => call('POST /operations/notifications/{id}/resend', { params: { id: notificationId } }),
    onSuccess: async () => {
      setAsking(false);
      await reload();
      onDone(t.done);
    },
  });
  if (!may('messages.send') || !Number.isSafeInteger(notificationId)) return null;
  return (
    <>
      <Button
        kind="quiet"
        small
        aria-label={t.label(entry.text, entry.refs.channel === 'sms' ? 'SMS' : 'e-mail')}
        onClick={() => setAsking(true)}
      >
        {entry.refs.channel === 'sms' ? t.bySms : t.byEmail}
      </Button>
      {asking && (
        <ActDialog
          title={t.title}
          verb={t.verb}
          busy={send.isPending && t.busy}
          error={send.error}
          happens={t.happens}
          message={{ title: entry.text, paragraphs: entry.detail?.split('\n') ?? [] }}
          onClose={() => setAsking(false)}
          onSend={() => send.mutate()}
        />
      )}
    </>
  );
}
