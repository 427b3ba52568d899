import { Button } from '@orbita/ui/button';
import { Dialog, type DialogProps } from '@orbita/ui/dialog';

type Props = Omit<DialogProps, 'open' | 'foot' | 'onClose'> & {
  onClose: () => void;
  /** Id of the form inside, which the button below it sends. */
  form: string;
  verb: string;
  /** What the button says while what was sent is on its way. */
  busy?: string | false;
  cancel: string;
  danger?: boolean | undefined;
};

/** A dialog that is one form: its button and the way out stand at its foot, where they stay in sight. */
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
