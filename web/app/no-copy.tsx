import { useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { savingTexts } from '../ui/saving-texts.ts';
import { keepsInTab } from '../ui/storage.ts';

/** Stands above a text that saves itself where the browser keeps no copy of it in the tab. */
export function NoCopy() {
  const [isKept] = useState(keepsInTab);
  return isKept ? null : <Notice title={savingTexts.noCopy}>{savingTexts.noCopyHelp}</Notice>;
}
