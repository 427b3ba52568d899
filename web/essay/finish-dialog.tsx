import { AskDialog } from '@orbita/ui/ask-dialog';
import { distanceText } from '@orbita/ui/remaining.ts';
import { essayTexts as t } from '../texts/essay.ts';
import type { useFinish } from './use-finish.ts';

/** Final confirmation before the text is closed permanently. */
export function FinishDialog({
  finish,
  remainingMs,
}: {
  finish: ReturnType<typeof useFinish>;
  remainingMs: number;
}) {
  return (
    <AskDialog
      open={finish.asking}
      title={t.finishTitle}
      yes={t.finishYes}
      no={t.finishNo}
      onYes={finish.confirm}
      onNo={finish.cancel}
      busy={finish.busy && t.finishing}
      failure={finish.failure}
    >
      <p>{t.finishWarning}</p>
      {remainingMs > 0 && Number.isFinite(remainingMs) && (
        <p className="muted small">{t.finishLeft(distanceText(remainingMs))}</p>
      )}
    </AskDialog>
  );
}
