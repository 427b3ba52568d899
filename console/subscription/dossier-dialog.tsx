import { keepFile } from '@orbita/client/keep-file.ts';
import { DOSSIER_REASONS, type DossierReason } from '@orbita/domain/subscription';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { OpeningReason } from '../act/opening-reason.tsx';
import type { ActProps } from '../act/props.ts';
import { fileOf } from '../base/api.ts';
import { dossierTexts as t } from '../texts/front-desk.ts';
import { acts } from '../texts/subscription-acts.ts';

/** Downloads one PDF of an application (spec 25.6.3). */
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
      <OpeningReason
        reasons={DOSSIER_REASONS}
        reason={reason}
        legend={t.reason}
        error={tried && !reason && t.reasonMissing}
        onChange={setReason}
      />
    </ActDialog>
  );
}
