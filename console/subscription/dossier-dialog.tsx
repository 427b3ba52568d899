import { keepFile } from '@orbita/client/keep-file.ts';
import { DOSSIER_REASONS, type DossierReason, openingReasonTexts } from '@orbita/domain/subscription';
import { Choice, Choices } from '@orbita/ui/choice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { fileOf } from '../base/api.ts';
import { dossierTexts as t } from '../texts/front-desk.ts';
import { acts } from '../texts/subscription-acts.ts';

/** One PDF of an application (spec 25.6.3). */
export function DossierDialog({ application: { id }, onClose, onDone }: ActProps) {
  const [reason, setReason] = useState<DossierReason>();
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: async (query: { reason: DossierReason }) => {
      const content = await fileOf('GET /operations/subscriptions/{id}/dossier', { params: { id }, query });
      keepFile(content, `inscricao-${id}.pdf`);
    },
    onSuccess: onDone,
  });
  return (
    <ActDialog
      title={t.title}
      verb={acts.dossier.verb}
      busy={save.isPending && acts.dossier.busy}
      error={save.error}
      happens={t.happens}
      audience={t.audience}
      onClose={onClose}
      onSend={() => {
        setTried(true);
        if (reason) save.mutate({ reason });
      }}
    >
      <Choices
        legend={<span className="field__label">{t.reason}</span>}
        error={tried && !reason ? t.reasonMissing : undefined}
      >
        {DOSSIER_REASONS.map((one) => (
          <Choice
            key={one}
            name="reason"
            checked={reason === one}
            onChange={() => setReason(one)}
            title={openingReasonTexts[one]}
          />
        ))}
      </Choices>
    </ActDialog>
  );
}
