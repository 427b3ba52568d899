import { keepsInTab } from '@orbita/client/storage.ts';
import { Notice } from '@orbita/ui/notice';
import { savingTexts } from '@orbita/ui/saving-texts.ts';
import { useState } from 'react';

/** Stands above a text that saves itself where the browser keeps no copy of it in the tab. */
export function NoCopy() {
  const [isKept] = useState(keepsInTab);
  return isKept ? null : <Notice title={savingTexts.noCopy}>{savingTexts.noCopyHelp}</Notice>;
}
