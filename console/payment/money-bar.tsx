import { moneyQueueTexts as t } from '../texts/payment.ts';
import { QueueBar } from '../work/queue-bar.tsx';
import type { Money } from './marks.tsx';
import { addressOfMoney, type MoneyQueue } from './queue-list.tsx';

type Props = {
  money: Money;
  queue: MoneyQueue;
  name: string;
  done: boolean;
  lookAgain: () => Promise<unknown>;
};

/** The bar of marked money that was opened from its queue (spec 25.4.2). */
export const MoneyBar = ({ money: { item }, queue, name, done, lookAgain }: Props) => (
  <QueueBar
    item={{ id: item.id, queue, work: item.work, name, addressOf: addressOfMoney, lookAgain }}
    label={t.heads[queue].label}
    over={t.over}
    keyGroup={t.keyGroup}
    done={done}
  />
);
