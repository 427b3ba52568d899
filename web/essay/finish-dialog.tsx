import { essayTexts as t } from '../texts/essay.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { distanceText } from '../ui/remaining.ts';
import type { useFinish } from './use-finish.ts';

/** Last question before the text is closed for good. */
export function FinishDialog({
  finish,
  remainingMs,
}: {
  finish: ReturnType<typeof useFinish>;
  remainingMs: number;
}) {
  return (
    <Dialog
      open={finish.asking}
      onClose={finish.cancel}
      title={t.finishTitle}
      foot={
        <>
          <Button busy={finish.busy && t.finishing} onClick={finish.confirm}>
            {t.finishYes}
          </Button>
          <Button kind="quiet" onClick={finish.cancel}>
            {t.finishNo}
          </Button>
        </>
      }
    >
      <p>{t.finishWarning}</p>
      {remainingMs > 0 && Number.isFinite(remainingMs) && (
        <p className="muted small">{t.finishLeft(distanceText(remainingMs))}</p>
      )}
      {finish.failure && <Notice kind="danger" role="alert" title={finish.failure} />}
    </Dialog>
  );
}
