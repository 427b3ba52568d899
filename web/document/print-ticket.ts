import { textOf } from '@orbita/client/errors.ts';
import type { Body } from '@orbita/protocol';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { printTexts as t } from '../texts/document.ts';

export type PrintWhat = Body<'POST /candidate/print-tickets'>;

/**
 * Opens a printable document in a new window. The window is opened during the click, before the ticket is requested, because
 * browsers block windows opened later. `failed` is the text for when there is no answer.
 */
export function usePrint(failed: string = t.failed): {
  busy: boolean;
  problem: string | undefined;
  print: (what: PrintWhat) => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const print = async (what: PrintWhat) => {
    if (busy) return;
    const page = window.open('', '_blank');
    if (!page) return setProblem(t.blocked);
    page.opener = null;
    setBusy(true);
    setProblem(undefined);
    try {
      const { url } = await call('POST /candidate/print-tickets', { body: what });
      page.location.replace(new URL(url, location.href).href);
    } catch (error) {
      page.close();
      setProblem(textOf(error, failed));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, print };
}
