import { Button } from '@orbita/ui/button';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { useTitle } from '../../base/title.ts';
import { resetTexts as t } from '../../texts/codes.ts';

/** Seed: the sign-in page follows after five seconds. */
const REDIRECT_MS = 5000;

/** Step 5 of S-07: announced; the redirect can be stopped, or skipped by going at once. */
export function ResetDone({ onSignIn }: { onSignIn: () => void }) {
  const [staying, setStaying] = useState(false);
  const go = useRef(onSignIn);
  go.current = onSignIn;
  useTitle(t.doneTitle);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (staying) return;
    const timer = setTimeout(() => go.current(), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [staying]);
  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        {t.doneTitle}
      </h1>
      <Notice kind="success" role="status" title={staying ? t.doneStays : t.done} />
      <Button block onClick={onSignIn}>
        {t.now}
      </Button>
      {!staying && (
        <p className="center">
          <LinkAction onClick={() => setStaying(true)}>{t.stay}</LinkAction>
        </p>
      )}
    </>
  );
}
