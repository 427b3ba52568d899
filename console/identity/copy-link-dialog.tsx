import { Button } from '@orbita/ui/button';
import { CopyCode } from '@orbita/ui/copy-code';
import { Dialog } from '@orbita/ui/dialog';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { copyLinkTexts as t } from '../texts/subscription-view.ts';
import { LinkPurposes, type Purpose } from './link-dialogs.tsx';

/** A link that a member of the team hands on personally, if the institution allows it (spec 25.6.2). */
export function CopyLinkDialog({ application: { id }, onClose, onDone }: ActProps) {
  const [purpose, setPurpose] = useState<Purpose>('continue');
  const reason = useReason();
  const make = useMutation({
    mutationFn: (why: string) =>
      call('POST /operations/subscriptions/{id}/access-keys', {
        params: { id },
        body: { purpose, notify: false, reason: why },
      }),
  });
  const url = make.data?.url;
  if (url)
    return (
      <Dialog
        open
        onClose={() => void onDone()}
        title={t.made}
        foot={
          <Button kind="quiet" onClick={() => void onDone()}>
            {t.close}
          </Button>
        }
      >
        <CopyCode name={t.label} nameShown value={url} label={t.copy} copiedLabel={t.copied} />
        <p className="meta">{t.once}</p>
      </Dialog>
    );
  return (
    <ActDialog
      title={t.title}
      verb={acts['copy-link'].verb}
      busy={make.isPending && acts['copy-link'].busy}
      error={make.error}
      happens={t.happens}
      message={t.message}
      audience={t.audience}
      onClose={onClose}
      onSend={() => {
        const why = reason.take();
        if (why) make.mutate(why);
      }}
    >
      <LinkPurposes value={purpose} onChange={setPurpose} />
      {reason.field}
    </ActDialog>
  );
}
