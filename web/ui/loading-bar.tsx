import { useEffect, useState } from 'react';
import '../styles/loading-bar.css';
import { uiTexts } from './texts.ts';

/** Constants of spec 4.4. Milliseconds and percent. */
export const loadingBar = {
  throttle: 200,
  duration: 5000,
  hideAfter: 500,
  shareFew: 45,
  shareMany: 30,
  cap: 95,
};

/** Percent shown once `ended` of `calls` first calls of a page have answered (spec 4.4). */
export function loadingShare(calls: number, ended: number): number {
  if (calls > 0 && ended >= calls) return 100;
  const share = calls <= 2 ? loadingBar.shareFew : loadingBar.shareMany;
  return Math.min(loadingBar.cap, ended * share);
}

/** Give the calls a page makes first and how many have ended; `calls` 0 means nothing is loading. */
export function LoadingBar({ calls, ended }: { calls: number; ended: number }) {
  const pending = calls > 0 && ended < calls;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const wait = pending ? loadingBar.throttle : loadingBar.hideAfter;
    const timer = setTimeout(() => setShown(pending), wait);
    return () => clearTimeout(timer);
  }, [pending]);
  if (!shown) return null;
  return (
    <div className="loading-bar" role="progressbar" aria-label={uiTexts.loading}>
      {pending && (
        <span className="loading-bar__time" style={{ animationDuration: `${loadingBar.duration}ms` }} />
      )}
      <span
        className="loading-bar__share"
        style={{ transform: `scaleX(${(pending ? loadingShare(calls, ended) : 100) / 100})` }}
      />
    </div>
  );
}
