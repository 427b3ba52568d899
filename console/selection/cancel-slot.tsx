import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { queryClient } from '../base/query.ts';
import { DialogFailure } from '../base/states.tsx';
import { testDayTexts as t } from '../texts/selection.ts';
import type { Slot } from './test-day.ts';

/** Cancels a test slot; first it says how many people will have to choose again (spec 25.9). */
export function CancelSlot({ slot, people }: { slot: Slot; people: number }) {
  const [asks, setAsks] = useState(false);
  const act = useMutation({
    mutationFn: () => call('POST /operations/schedules/{hourId}/cancel', { params: { hourId: slot.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['tests'] });
      setAsks(false);
    },
  });
  return (
    <>
      <Button kind="outline" onClick={() => setAsks(true)}>
        {t.cancel}
      </Button>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t.cancelTitle}
        foot={
          <>
            <Button busy={act.isPending && t.cancelling} onClick={() => act.mutate()}>
              {t.cancelYes}
            </Button>
            <Button kind="quiet" onClick={() => setAsks(false)}>
              {t.keep}
            </Button>
          </>
        }
      >
        {act.error && <DialogFailure error={act.error} />}
        <p>{t.cancelHelp(people)}</p>
      </Dialog>
    </>
  );
}
