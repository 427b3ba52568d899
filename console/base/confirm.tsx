import { AskDialog } from '@orbita/ui/ask-dialog';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { stopsAtLongText } from '../ui/long-text.tsx';
import { textOf } from './api.ts';

type Props<Answer> = {
  title: string;
  yes: string;
  no?: string;
  /** Text of the button meanwhile. */
  busy: string;
  /** Makes the call. */
  run: () => Promise<Answer>;
  onDone: (answer: Answer) => unknown;
  onClose: () => void;
  /** Whether what was typed will do; if not, it has shown what is missing. */
  ready?: () => boolean;
  children: ReactNode;
};

/** Confirms a call that cannot be undone, makes it, and stays open if it was refused. */
export function Confirm<Answer>(props: Props<Answer>) {
  const { title, yes, no = shellTexts.cancel, busy, run, onDone, onClose, ready, children } = props;
  const act = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <AskDialog
      open
      title={title}
      yes={yes}
      no={no}
      busy={act.isPending && busy}
      failure={act.error && textOf(act.error)}
      onYes={() => {
        if ((ready?.() ?? true) && !act.isPending && !stopsAtLongText()) act.mutate();
      }}
      onNo={onClose}
    >
      {children}
    </AskDialog>
  );
}
