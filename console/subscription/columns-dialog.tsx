import { Button } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Dialog } from '@orbita/ui/dialog';
import { useState } from 'react';
import { useChoice } from '../base/choice.ts';
import { useMe } from '../base/me.ts';
import { DialogFailure } from '../base/states.tsx';
import { listTexts as t } from '../texts/subscription.ts';
import { CHOSEN_COLUMNS, columnsOf, LIST_COLUMNS, SCREEN } from './list-columns.tsx';

/** Which columns the list has for this person; the name, which is the link, is always included. */
export default function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const kept = useMe().preferences.columns ?? {};
  const choice = useChoice();
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    columnsOf(kept[SCREEN]).map(({ key }) => key),
  );
  const [first, ...others] = LIST_COLUMNS;
  const toggle = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.columnsTitle}
      bodyLabel={t.columnsTitle}
      foot={
        <>
          <Button
            busy={choice.isPending && t.saving}
            onClick={() =>
              choice.mutate(
                { columns: { ...kept, [SCREEN]: columnsOf(chosen).map(({ key }) => key) } },
                { onSuccess: onClose },
              )
            }
          >
            {t.save}
          </Button>
          <Button kind="quiet" onClick={() => setChosen(CHOSEN_COLUMNS)}>
            {t.columnsUsual}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="meta">{t.columnsHelp}</p>
        <Check checked disabled onChange={() => undefined}>
          {first.title}
        </Check>
        {others.map(({ key, title }) => (
          <Check key={key} checked={chosen.includes(key)} onChange={() => toggle(key)}>
            {title}
          </Check>
        ))}
        {choice.error && <DialogFailure error={choice.error} />}
      </div>
    </Dialog>
  );
}
