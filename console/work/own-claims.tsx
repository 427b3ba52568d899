import { courseName } from '@orbita/domain/foundation';
import { Anchor } from '@orbita/ui/link';
import { useQueries } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useScreens } from '../base/screen.ts';
import { hour } from '../base/zone.ts';
import { besideTexts as t } from '../texts/home.ts';
import { Section } from '../ui/page.tsx';
import type { QueueItem } from './queues.ts';
import { itemPath, ofItems, type QueueCount } from './queues.ts';

/** An item's name outside of its list. */
const nameOf = ({ kind, itemId, title }: QueueItem): string =>
  kind === 'application' ? t.application(itemId, courseName(title)) : (t.kinds[kind]?.(itemId) ?? title);

/** "Continuar": what the person has claimed, so that nothing is forgotten (spec 25.5). */
export function OwnClaims({ queues }: { queues: readonly QueueCount[] }) {
  const screens = useScreens();
  const institution = useInstitution()?.code;
  const held = ofItems(queues).filter(({ mine, queue }) => mine > 0 && itemPath(queue, 0, screens));
  const lists = useQueries({
    queries: held.map(({ queue, mine }) => ({
      queryKey: ['queues', institution ?? '', queue, 'mine', mine],
      queryFn: () =>
        call('GET /operations/queues/{queue}', {
          params: { queue },
          query: { institution, mine: 'true' as const },
          background: true,
        }),
    })),
  });
  const items = lists.flatMap(({ data }, at) =>
    (data?.data ?? []).map((item) => ({
      ...item,
      path: itemPath(held[at]!.queue, item.itemId, screens) ?? '/',
    })),
  );
  return (
    <Section title={t.goOn}>
      {items.length === 0 ? (
        <p className="muted">{t.nothingOpen}</p>
      ) : (
        <ul className="lines">
          {items.map((item) => (
            <li key={`${item.kind} ${item.itemId}`} className="lines__item">
              <div>
                <Anchor href={item.path}>
                  <b>{nameOf(item)}</b>
                </Anchor>
                {item.claim && <small>{t.withYou(hour(item.claim.until))}</small>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
