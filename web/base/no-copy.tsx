import { keepsInTab } from '@orbita/client/storage.ts';
import { Notice } from '@orbita/ui/notice';
import { savingTexts } from '@orbita/ui/saving-texts.ts';
import { useState } from 'react';

/** Characters of a copy: the longest essay, and what was sent of it without an answer. */
const COPY = 20_000;

/** Whether the browser can store a copy of a self-saving text; without one the page has to stay open until it is sent. */
export const useCopyKept = (): boolean => useState(() => keepsInTab(COPY))[0];

/** Notice above a self-saving text, shown if the browser stores no copy of it in the tab. */
export function NoCopy() {
  return useCopyKept() ? null : <Notice title={savingTexts.noCopy}>{savingTexts.noCopyHelp}</Notice>;
}
