import { ActDialog } from '../act/act-dialog.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts, askTexts } from '../texts/subscription-acts.ts';

const t = askTexts.confirmation;

/** Asks the person to confirm the contact themselves; the message opens nothing (spec 25.6.2). */
export function ConfirmationDialog(props: ActProps) {
  const { application, onClose, onOutcome } = props;
  const ask = useAct({ ...props, onDone: () => Promise.resolve() }, async () => {
    const { sent } = await call('POST /operations/subscriptions/{id}/contact-confirmations', {
      params: { id: application.id },
    });
    await onOutcome(sent ? acts['ask-confirmation'].done : { kind: 'warning', text: t.already });
  });
  return (
    <ActDialog
      title={t.title}
      verb={acts['ask-confirmation'].verb}
      busy={ask.isPending && acts['ask-confirmation'].busy}
      error={ask.error}
      happens={t.happens}
      message={previewOf('N-05', application, { variante: 'confirmar' })}
      onClose={onClose}
      onSend={() => ask.mutate(undefined)}
    />
  );
}
