import { Notice } from '@orbita/ui/notice';
import { type ReactNode, useEffect, useRef } from 'react';
import { unknownOutcomeTexts as t } from '../texts/subscription-money.ts';

/** Fields of an act that must not be done twice: while its outcome is unknown they keep what was sent. */
export const IdempotentFields = ({ unknown, children }: { unknown: boolean; children: ReactNode }) => (
  <>
    {unknown && <Unknown />}
    <fieldset className="stack" disabled={unknown}>
      <legend className="visually-hidden">{t.fields}</legend>
      {children}
    </fieldset>
  </>
);

/** Scrolled into view, because the pressed button was at the dialog's foot. */
function Unknown() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <Notice kind="warning" role="alert" title={t.title}>
        <p>{t.help}</p>
      </Notice>
    </div>
  );
}
