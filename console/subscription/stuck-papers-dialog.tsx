import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { workTexts } from '../texts/subscription-work.ts';

const t = workTexts.stuckPapers;

/** Retries the PDF of a contract, or files that could not be scanned (spec 25.4.1). */
export function StuckPapersDialog(props: ActProps) {
  const { application, onClose } = props;
  const { id, version } = application;
  const retry = useAct(props, () =>
    call('POST /operations/subscriptions/{id}/papers', { params: { id }, body: { version } }),
  );
  return (
    <ActDialog
      title={t.title}
      verb={acts['retry-papers'].verb}
      busy={retry.isPending && acts['retry-papers'].busy}
      error={retry.error}
      happens={t.happens}
      message={t.message}
      onClose={onClose}
      onSend={() => retry.mutate(undefined)}
    />
  );
}
