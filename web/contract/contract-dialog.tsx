import { Dialog } from '@orbita/ui/dialog';
import type { ReactNode } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import { PrintContract, useContractText } from './contract-text.tsx';
import { TEXT } from './use-agreement.ts';

type ContractDialogProps = {
  html: string;
  open: boolean;
  /** Called when the end of the text has been shown. */
  onRead?: () => void;
  onClose: () => void;
  /** Shown below the text. */
  note?: string;
  /** Actions for when it has been read. */
  children?: ReactNode;
};

/** Shows the contract, to be read to its end; `Esc` and the close button close it. */
export function ContractDialog({ html, open, onRead, onClose, note, children }: ContractDialogProps) {
  const text = useContractText(html);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.contract}
      bodyLabel={t.contractText}
      bodyClassName="legal contract-text"
      {...(onRead && { onReadToEnd: onRead })}
      foot={
        <>
          {children}
          <PrintContract />
        </>
      }
    >
      <div id={TEXT} tabIndex={-1}>
        {text}
        {note && <p className="small muted">{note}</p>}
      </div>
    </Dialog>
  );
}
