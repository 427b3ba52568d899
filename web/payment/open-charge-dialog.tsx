import { METHOD_TEXTS } from '@orbita/domain/payment';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { paymentTexts as t } from '../texts/payment.ts';

type Props = { open: boolean; slip: boolean; onReplace: () => void; onKeep: () => void; onClose: () => void };

/** Asks for confirmation, because choosing another method cancels the open charge (spec 14.4). */
export function OpenChargeDialog({ open, slip, onReplace, onKeep, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.openTitle}
      foot={
        <>
          <Button onClick={onKeep}>{t.keepOpen}</Button>
          <Button kind="danger" onClick={onReplace}>
            {t.replace}
          </Button>
        </>
      }
    >
      <p>{METHOD_TEXTS.replaceOpen}</p>
      {slip && <p>{METHOD_TEXTS.replaceSlip}</p>}
    </Dialog>
  );
}
