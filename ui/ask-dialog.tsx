import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

type AskDialogProps = {
  open: boolean;
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  /** Text of the button while the answer is awaited. */
  busy?: string | false;
  /** Why the last attempt failed; the dialog stays open. */
  failure?: string | null | undefined;
  children: ReactNode;
};

/** A confirmation before something that cannot be undone: what happens, and two answers. */
export function AskDialog({
  open,
  title,
  yes,
  no,
  onYes,
  onNo,
  busy = false,
  failure,
  children,
}: AskDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onNo}
      title={title}
      foot={
        <>
          <Button busy={busy} onClick={onYes}>
            {yes}
          </Button>
          <Button kind="quiet" onClick={onNo}>
            {no}
          </Button>
        </>
      }
    >
      {children}
      {failure && <Notice kind="danger" role="alert" title={failure} />}
    </Dialog>
  );
}
