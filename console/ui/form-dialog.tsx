import { Button } from '@orbita/ui/button';
import { Dialog, type DialogProps } from '@orbita/ui/dialog';

type Props = Omit<DialogProps, 'open' | 'foot' | 'onClose'> & {
  onClose: () => void;
  /** id of the form inside, which the button below submits. */
  form: string;
  verb: string;
  /** Text of the button while sending. */
  busy?: string | false;
  cancel: string;
  danger?: boolean | undefined;
};

/** A dialog that is a single form: its buttons are at its foot, where they stay in view. */
export const FormDialog = ({ form, verb, busy, cancel, danger, ...dialog }: Props) => (
  <Dialog
    {...dialog}
    open
    foot={
      <>
        <Button type="submit" form={form} kind={danger ? 'danger' : 'primary'} busy={busy}>
          {verb}
        </Button>
        <Button kind="quiet" onClick={dialog.onClose}>
          {cancel}
        </Button>
      </>
    }
  />
);
