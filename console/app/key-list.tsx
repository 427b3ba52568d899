import { Dialog } from '@orbita/ui/dialog';
import { keysTexts as t } from '../texts/keys.ts';
import { Kbd } from '../ui/kbd.tsx';
import { type KeyGroup, useKeyGroups } from '../ui/keys.ts';
import { usePreferences } from '../ui/preferences.ts';

/** Keys grouped by title, whoever added them; equal labels are listed once, with all their keys. */
function listed(groups: readonly KeyGroup[]): { title: string; rows: { label: string; keys: string[] }[] }[] {
  const titles = new Map<string, Map<string, string[]>>();
  for (const { title, bindings } of groups) {
    const rows = titles.get(title) ?? new Map<string, string[]>();
    for (const { key, label } of bindings) {
      const keys = rows.get(label) ?? [];
      if (!keys.includes(key)) rows.set(label, [...keys, key]);
    }
    titles.set(title, rows);
  }
  return [...titles].map(([title, rows]) => ({
    title,
    rows: [...rows].map(([label, keys]) => ({ label, keys })),
  }));
}

/** The "?" list: every key that works on this screen. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  const groups = useKeyGroups();
  const { shortcuts } = usePreferences();
  return (
    <Dialog open onClose={onClose} title={t.title} bodyLabel={t.title}>
      <p className="muted">{shortcuts ? t.hint : t.off}</p>
      {listed(groups).map(({ title, rows }) => (
        <section key={title} className="stack stack--tight">
          <h3>{title}</h3>
          <dl className="key-list">
            {rows.map(({ label, keys }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {keys.map((one) => (
                    <span key={one}>
                      <span className="visually-hidden">{one}</span>
                      <Kbd keys={one} />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
