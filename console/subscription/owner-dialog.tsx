import type { Body } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { WithName } from '@orbita/ui/with-name';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useReload } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { call } from '../base/api.ts';
import { DialogFailure } from '../base/states.tsx';
import { ownerTexts as t } from '../texts/reminder.ts';

type Props = { of: Pick<Application, 'id' | 'owner' | 'nextContactOn'>; onClose: () => void };

/** Takes responsibility for an application, sets the day of the next contact, or gives it back. */
export default function OwnerDialog({ of, onClose }: Props) {
  const { id, owner } = of;
  const [day, setDay] = useState(owner?.mine ? (of.nextContactOn ?? '') : '');
  const reload = useReload(id);
  const act = useMutation({
    mutationFn: (body: Body<'PUT /operations/subscriptions/{id}/owner'>) =>
      call('PUT /operations/subscriptions/{id}/owner', { params: { id }, body }),
    onSuccess: async () => {
      await reload();
      onClose();
    },
  });
  const save = () => act.mutate({ mine: true, nextContactOn: day || null, takeOver: owner?.mine === false });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      foot={
        <>
          <Button busy={act.isPending && t.saving} onClick={save}>
            {t.save}
          </Button>
          {owner?.mine && (
            <Button kind="outline" onClick={() => act.mutate({ mine: false })}>
              {t.giveBack}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t.help}</p>
        {owner?.mine === false && (
          <Notice kind="warning" title={<WithName text={t.over} name={owner.name} />} />
        )}
        <Field label={t.day}>
          <TextInput type="date" {...typing(day, setDay)} />
        </Field>
        {act.error && <DialogFailure error={act.error} />}
      </div>
    </Dialog>
  );
}
