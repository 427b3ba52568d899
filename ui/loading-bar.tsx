import { useEffect, useState } from 'react';
import './styles/loading-bar.css';
import { loadingBar, loadingShare } from './loading-share.ts';
import { uiTexts } from './texts.ts';

/** Pass the number of first calls a page makes and how many have ended; `calls` 0 means nothing is loading. */
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
