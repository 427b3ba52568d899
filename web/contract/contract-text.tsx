import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { PrinterIcon } from '@orbita/ui/icons/printer';
import { useEffect, useMemo, useRef } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import './contract.css';
import { parseHtml } from '../base/parse-html.ts';
import { safeElements } from '../base/safe-html.ts';
import { TEXT } from './use-agreement.ts';

/** The safe elements of a contract. */
export const useContractText = (html: string) => useMemo(() => safeElements(parseHtml(html)), [html]);

/** Prints only the contract (contract.css). */
export function PrintContract() {
  return (
    <Button kind="quiet" icon={PrinterIcon} onClick={() => window.print()}>
      {t.print}
    </Button>
  );
}

/** The contract on the page itself, at the width of a legal text; `onRead` is called once its end has been on the screen. */
export function ContractSheet({ html, onRead }: { html: string; onRead: () => void }) {
  const text = useContractText(html);
  const sheet = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const shown = useRef(html);
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    // The text was replaced while the end of the old one was in view: scroll to the new one's beginning.
    if (shown.current !== html) sheet.current?.scrollIntoView();
    shown.current = html;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) read.current();
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [html]);
  return (
    <Card className="contract-sheet" aria-label={t.contractText}>
      <div className="legal contract-text" id={TEXT} tabIndex={-1} ref={sheet}>
        {text}
      </div>
      <p className="small muted" ref={end}>
        {t.end}
      </p>
    </Card>
  );
}
