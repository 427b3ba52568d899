import { keepsInTab } from '@orbita/client/storage.ts';
import { Notice } from '@orbita/ui/notice';
import { savingTexts } from '@orbita/ui/saving-texts.ts';
import { useState } from 'react';

/** Characters of a copy: the longest essay, and what was sent of it and not answered. */
const COPY = 20_000;

/** Whether the browser keeps a copy of a text that saves itself; without one the page has to stay open until it is sent. */
export const useCopyKept = (): boolean => useState(() => keepsInTab(COPY))[0];

/** Stands above a text that saves itself where the browser keeps no copy of it in the tab. */
export function NoCopy() {
  return useCopyKept() ? null : <Notice title={savingTexts.noCopy}>{savingTexts.noCopyHelp}</Notice>;
}
