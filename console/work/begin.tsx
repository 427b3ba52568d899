import { ButtonLink } from '@orbita/ui/button';
import { useGo } from '../base/institution.ts';
import { useScreens } from '../base/screen.ts';
import { homeTexts as t } from '../texts/work.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { NextItem } from './next-item.tsx';
import { canBegin, ofItems, type QueueCount, queuePath } from './queues.ts';

/** The `n` key for the focused queue: if its items are not claimed it opens the list, never another queue. */
export function Begin({ queue }: { queue: QueueCount }) {
  const screens = useScreens();
  const [items] = ofItems([queue]);
  if (items && canBegin(items, screens))
    return (
      <NextItem
        queue={items.queue}
        label={t.next}
        keyLabel={t.nextOf(items.label)}
        group={t.queues}
        noneFree={t.noneFree(items.label)}
      />
    );
  const path = queuePath(queue.queue, screens);
  return path && <OpenList queue={queue} path={path} />;
}

function OpenList({ queue, path }: { queue: QueueCount; path: string }) {
  const go = useGo();
  useKeys(t.queues, [{ key: 'n', label: t.listOf(queue.label), run: () => go(path) }]);
  return (
    <ButtonLink href={path} aria-keyshortcuts="N">
      {t.openList}
      <Kbd keys="N" />
    </ButtonLink>
  );
}
