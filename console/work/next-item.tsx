import type { QueueName } from '@orbita/domain/work';
import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useMutation } from '@tanstack/react-query';
import { call, textOf } from '../base/api.ts';
import { useGo, useInstitution } from '../base/institution.ts';
import { useScreens } from '../base/screen.ts';
import { homeTexts as t } from '../texts/work.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { usePageCommands } from '../ui/page-commands.ts';
import { itemPath } from './queues.ts';

type Props = {
  queue: QueueName;
  /** The button's label, and the key's label if its group says more. */
  label: string;
  keyLabel?: string;
  group: string;
  /** Shown if the queue has nothing for this person now. */
  noneFree: string;
};

/**
 * Claims the next item of a queue that is free and was not skipped by this person, and opens it; nothing is decided here (spec
 * 25.4.4, 25.5). Key `n`.
 */
export function NextItem({ queue, label, keyLabel = label, group, noneFree }: Props) {
  const go = useGo();
  const screens = useScreens();
  const institution = useInstitution()?.code;
  const next = useMutation({
    mutationFn: (from: QueueName) =>
      call('POST /operations/queues/{queue}/next', { params: { queue: from }, body: { institution } }),
    onSuccess: (item, from) => {
      const path = item && itemPath(from, item.itemId, screens);
      // The review continues by itself if somebody else was faster.
      if (path) go(path, { state: 'next' });
    },
  });
  const begin = () => {
    if (!next.isPending) next.mutate(queue);
  };
  // A message about one queue is not shown for another.
  const isOfQueue = next.variables === queue;
  useKeys(group, [{ key: 'n', label: keyLabel, run: begin }]);
  usePageCommands([{ id: 'next', label: keyLabel, run: begin }]);
  return (
    <>
      <Button aria-keyshortcuts="N" busy={next.isPending && t.nexting} onClick={begin}>
        {label}
        <Kbd keys="N" />
      </Button>
      <div role="status" className="head__said">
        {isOfQueue && next.isSuccess && !next.data && <Notice title={noneFree} />}
        {isOfQueue && next.error && <Notice kind="danger" title={textOf(next.error)} />}
      </div>
    </>
  );
}
