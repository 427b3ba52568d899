import { useMemo } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PrinterIcon } from '../ui/icons/printer.tsx';
import './contract.css';
import { parseHtml } from './parse-html.ts';
import { safeElements } from './safe-html.ts';

type ContractDialogProps = {
  html: string;
  open: boolean;
  /** Called when the end of the text has been shown. */
  read: boolean;
  onRead: () => void;
  onClose: () => void;
};

/** Shows the contract to be read to its end; `Esc`, the close button and "Li o contrato" close it. */
export function ContractDialog({ html, open, read, onRead, onClose }: ContractDialogProps) {
  const text = useMemo(() => safeElements(parseHtml(html)), [html]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.contract}
      bodyLabel={t.contractText}
      bodyClassName="legal contract-text"
      onReadToEnd={onRead}
      foot={
        <>
          <p className="small muted" role="status">
            {read ? t.seenWhole : t.toTheEnd}
          </p>
          <Button aria-disabled={!read} onClick={onClose}>
            {t.haveRead}
          </Button>
          <Button kind="quiet" icon={PrinterIcon} onClick={() => window.print()}>
            {t.print}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
