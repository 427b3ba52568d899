import { deviceStore } from '@orbita/client/storage.ts';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Paragraphs } from '@orbita/ui/paragraphs';
import { useState } from 'react';
import { warningTexts as t } from '../texts/subscription.ts';
import type { Subscription } from './queries.ts';
import { rememberWarning, warningOf } from './warning-rules.ts';

/** The institution's warning for everybody who applied for this offer, shown once (S-12). */
export function WarningPopup({ subscription }: { subscription: Subscription }) {
  const [, redraw] = useState(0);
  const paragraphs = warningOf(deviceStore, subscription);
  const close = () => {
    rememberWarning(deviceStore, subscription);
    redraw((count) => count + 1);
  };
  return (
    <Dialog
      open={paragraphs.length > 0}
      onClose={close}
      title={t.title}
      bodyLabel={t.body}
      foot={
        <Button block onClick={close}>
          {t.understood}
        </Button>
      }
    >
      <Paragraphs texts={paragraphs} />
    </Dialog>
  );
}
