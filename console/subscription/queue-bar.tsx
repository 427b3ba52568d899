import { useApplication } from '../act/queries.ts';
import type { Application } from '../act/status.tsx';
import { applicationTexts } from '../texts/subscription.ts';
import { workTexts as t } from '../texts/subscription-work.ts';
import { QueueBar as Bar } from '../work/queue-bar.tsx';
import { type ApplicationQueue, addressOfQueue } from './queue.ts';

type Props = {
  application: Application;
  queue: ApplicationQueue;
  /** This person has done here what the queue is for. */
  done: boolean;
  /** Opens the act that the queue is for. */
  onAct: () => void;
};

/** The bar of an application that was opened from a queue (spec 25.4.2). */
export function QueueBar({ application, queue, done, onAct }: Props) {
  const { id, work } = application;
  const { refetch } = useApplication(id);
  return (
    <Bar
      item={{
        ...{ id, queue, work, name: applicationTexts.title(id) },
        ...{ addressOf: addressOfQueue, lookAgain: refetch },
      }}
      label={t.heads[queue].label}
      over={t.over}
      keyGroup={t.keyGroup}
      done={done}
      act={{ label: t.acts[queue], run: onAct }}
    />
  );
}
