import { IconButton } from '@orbita/ui/icon-button';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { XIcon } from '@orbita/ui/icons/x';
import { openLayer } from '@orbita/ui/layer.ts';
import { Anchor } from '@orbita/ui/link';
import { Logo } from '@orbita/ui/logo';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTenantName } from '../base/host.ts';
import { useInstitution } from '../base/institution.ts';
import { holds, type Me, useMe } from '../base/me.ts';
import type { Group, Screen } from '../base/screen.ts';
import { groupTitles, shellTexts as t } from '../texts/shell.ts';
import { tableTexts } from '../texts/table.ts';
import { useQueues, waitingFor } from '../work/queues.ts';
import { screens } from './screens.ts';

/** Screens of the navigation that the person may open, by group; empty groups are left out. */
export const navigationOf = (me: Pick<Me, 'parts'>, all: readonly Screen[] = screens) =>
  (Object.keys(groupTitles) as Group[])
    .map((group) => ({
      group,
      screens: all.filter((screen) => screen.group === group && holds(me, screen.parts)),
    }))
    .filter((one) => one.screens.length > 0);

/** Whether a screen is the one at an address, or the list of the item shown there. */
export const isCurrent = ({ path }: Pick<Screen, 'path'>, pathname: string): boolean =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** The navigation: a column beside the screen, or a sheet from the left below 1000 px. */
export function Rail({ open, onClose }: { open: boolean; onClose: () => void }) {
  const me = useMe();
  const { pathname } = useLocation();
  const institution = useInstitution();
  const name = useTenantName();
  const nav = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the sheet
  useEffect(() => close.current(), [pathname]);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    nav.current?.querySelector<HTMLElement>('button, a')?.focus();
    const leaveBack = openLayer(() => close.current());
    const key = (event: KeyboardEvent) => event.key === 'Escape' && close.current();
    document.addEventListener('keydown', key);
    return () => {
      leaveBack();
      document.removeEventListener('keydown', key);
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [open]);
  return (
    <>
      {open && <div className="rail-veil" onPointerDown={onClose} />}
      <nav className="rail" aria-label={t.navigation} data-open={open || undefined} ref={nav}>
        <div className="rail__head">
          <Logo href="/" name={name} detail={institution ? `${institution.acronym} · ${t.team}` : t.team} />
          <IconButton className="rail__close" icon={XIcon} label={t.closeMenu} onClick={onClose} />
        </div>
        {navigationOf(me).map(({ group, screens: shown }) => (
          <div className="rail__group" key={group}>
            {groupTitles[group] && <p className="rail__title">{groupTitles[group]}</p>}
            {shown.map((screen) => (
              <RailItem
                key={screen.path}
                screen={screen}
                current={isCurrent(screen, pathname)}
                onClick={onClose}
              />
            ))}
          </div>
        ))}
      </nav>
    </>
  );
}

function RailItem({ screen, current, onClick }: { screen: Screen; current: boolean; onClick: () => void }) {
  const Icon = screen.icon;
  return (
    <Anchor
      className="rail__item"
      href={screen.path}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
    >
      {Icon && <Icon />}
      <span>{screen.title}</span>
      <Count screen={screen} />
    </Anchor>
  );
}

/** How many items are pending in a screen's queues, with a sign and words if some are almost due or late. */
function Count({ screen }: { screen: Screen }) {
  const { data } = useQueues();
  const waiting = data && waitingFor(screen, data.queues);
  if (!waiting || (waiting.count === 0 && !waiting.uncounted)) return null;
  return (
    <span className="rail__count" data-state={waiting.state}>
      {waiting.state === 'over' && <AlertIcon />}
      {waiting.state === 'soon' && <ClockIcon />}
      {waiting.count === 0 ? '?' : tableTexts.total(waiting.count, waiting.capped || waiting.uncounted)}
      <span className="visually-hidden">
        {waiting.count > 0 && t.waiting(waiting.state)}
        {waiting.uncounted && t.uncounted}
      </span>
    </span>
  );
}
