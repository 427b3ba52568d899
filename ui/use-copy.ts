import { useEffect, useRef, useState } from 'react';

/** Web views without the clipboard API copy a selected text area. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies and says so for 3 seconds. */
export function useCopy(text: string, onCopied?: () => void): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    const done = await copyText(text);
    clearTimeout(timer.current);
    setCopied(done);
    if (!done) return;
    timer.current = setTimeout(() => setCopied(false), 3000);
    onCopied?.();
  };
  return { copied, copy };
}
