import type { Topic } from '../api/platform/processes/messages.ts';
import { ALONE, type Siblings } from '../api/platform/processes/siblings.ts';

/**
 * Simulates the processes of one node in this process, which receive each other's messages at once; `end` informs the others
 * that one has ended.
 */
export function linkedSiblings(of: number): {
  siblings: Siblings[];
  end(number: number): void;
  join(): void;
} {
  type Listener = { owner: number; topic: Topic; receiver: (content: never, from: number) => void };
  type Change = Parameters<Siblings['onChange']>[0] & { owner: number };
  const listeners: Listener[] = [];
  const changes: Change[] = [];
  const siblings = Array.from({ length: of }, (_, n): Siblings => {
    const number = n + 1;
    return {
      ...ALONE,
      number,
      of,
      announce(topic, content) {
        for (const one of listeners)
          if (one.topic === topic && one.owner !== number) one.receiver(content as never, number);
      },
      receive: (topic, receiver) => void listeners.push({ owner: number, topic, receiver }),
      onChange: (change) => void changes.push({ ...change, owner: number }),
    };
  });
  return {
    siblings,
    end(number) {
      for (const change of changes) if (change.owner !== number) change.gone(number);
    },
    join() {
      for (const change of changes) change.joined();
    },
  };
}
