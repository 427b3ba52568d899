import type { Scope } from '@orbita/domain/staff';
import { ButtonLink } from '@orbita/ui/button';
import { holds, useMe } from '../base/me.ts';
import { startTexts as t } from '../texts/home.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Section } from '../ui/page.tsx';

const WAYS: readonly { parts: readonly Scope[]; label: string; href: string }[] = [
  { parts: ['subscriptions.act'], label: t.apply, href: '/inscricoes/nova' },
  {
    parts: ['messages.send'],
    label: t.stalled,
    href: '/inscricoes?situacao=3,6,21&espera=pessoa&parada=5',
  },
  { parts: ['reports'], label: t.reports, href: '/paineis' },
];

/** What people without pending items may start: those at the front desk, or looking at figures, have no queue. */
export function Start() {
  const me = useMe();
  const searches = holds(me, ['subscriptions.read']);
  // Reminders are sent from the list of applications.
  const ways = WAYS.filter(
    ({ parts, href }) => holds(me, parts) && (searches || !href.startsWith('/inscricoes')),
  );
  if (ways.length === 0 && !searches) return null;
  return (
    <Section title={t.title}>
      <div className="row">
        {ways.map(({ label, href }) => (
          <ButtonLink key={href} kind="outline" href={href}>
            {label}
          </ButtonLink>
        ))}
      </div>
      {searches && (
        <p className="meta only-wide">
          {t.search} <Kbd keys="/" />
        </p>
      )}
    </Section>
  );
}
