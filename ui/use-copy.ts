import { useEffect, useRef, useState } from 'react';

/**
 * Web views without the clipboard API copy a selected text area. It is placed inside the open dialog, because nothing outside
 * can be selected; the focus is restored afterwards.
 */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.focus();
  area.setSelectionRange(0, text.length);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Copies a text; returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies a text and reports it for 3 seconds; `refused` means the person has to do it by hand. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await copyText(text);
    clearTimeout(timer.current);
    setCopied(done);
    setRefused(!done);
    if (done) timer.current = setTimeout(() => setCopied(false), 3000);
  };
  return { copied, refused, copy };
}
