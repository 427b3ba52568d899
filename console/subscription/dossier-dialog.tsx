import { keepFile } from '@orbita/client/keep-file.ts';
import { useMutation } from '@tanstack/react-query';
import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { fileOf } from '../base/api.ts';
import { dossierTexts as t } from '../texts/front-desk.ts';
import { acts } from '../texts/subscription-acts.ts';

/** One PDF of an application (spec 25.6.3). */
export function DossierDialog({ application: { id }, onClose, onDone }: ActProps) {
  const save = useMutation({
    mutationFn: async () => {
      const content = await fileOf('GET /operations/subscriptions/{id}/dossier', { params: { id } });
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
      onSend={() => save.mutate()}
    />
  );
}
