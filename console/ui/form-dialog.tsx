import { Button } from '@orbita/ui/button';
import { Dialog, type DialogProps } from '@orbita/ui/dialog';
import { type RefObject, useId } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { stopsAtLongText } from './long-text.tsx';

type Props = Omit<DialogProps, 'open' | 'foot' | 'onClose'> & {
  onClose: () => void;
  /** Called when the form is sent, unless it is being sent already. */
  onSend: () => void;
  fields?: RefObject<HTMLFormElement | null>;
  verb: string;
  /** Text of the button while sending. */
  busy?: string | false | undefined;
  cancel?: string;
  danger?: boolean | undefined;
};

/** A dialog that is a single form: its buttons are at its foot, where they stay in view. */
export function FormDialog(props: Props) {
  const { onSend, fields, verb, busy, cancel = shellTexts.cancel, danger, children, ...dialog } = props;
  const form = useId();
  return (
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
    >
      <form
        className="stack"
        id={form}
        ref={fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !stopsAtLongText(event.currentTarget)) onSend();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
