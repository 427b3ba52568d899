import { Notice } from '@orbita/web/ui/notice';
import type { ReactNode } from 'react';
import { sureTexts as t } from '../texts/subscription-money.ts';

/** Fields of an act that must not be done twice: while its outcome is not known they stay as they were sent. */
export const SureFields = ({ unknown, children }: { unknown: boolean; children: ReactNode }) => (
  <>
    {unknown && (
      <Notice kind="warning" title={t.title}>
        <p>{t.help}</p>
      </Notice>
    )}
    <fieldset className="stack stack--fields" disabled={unknown}>
      {children}
    </fieldset>
  </>
);
