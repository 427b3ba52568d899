import { IconButton } from '@orbita/ui/icon-button';
import { ChevronDownIcon } from '@orbita/ui/icons/chevron-down';
import { SearchIcon } from '@orbita/ui/icons/search';
import { Anchor } from '@orbita/ui/link';
import { useDetailsPopup } from '@orbita/ui/use-details.ts';
import { lazy, Suspense, useId } from 'react';
import { useLocation } from 'react-router';
import { addressFor, useInstitution } from '../base/institution.ts';
import { type Me, useMay, useMe } from '../base/me.ts';
import { showOverlay } from '../base/overlay.ts';
import { PersonMenu } from '../base/person-menu.tsx';
import { shellTexts as t } from '../texts/shell.ts';
import { KeyboardIcon } from '../ui/icons/keyboard.tsx';
import { MenuIcon } from '../ui/icons/menu.tsx';
import { Kbd } from '../ui/kbd.tsx';

/** Few people export lists; their tray loads after the page. */
const ExportTray = lazy(() => import('../export/tray.tsx'));

/** Current place, search, institution and the person's menu (spec 25.3.2). */
export function TopBar({ title, onMenu }: { title: string; onMenu: () => void }) {
  const may = useMay();
  const search = () => showOverlay('palette');
  return (
    <header className="topbar">
      <IconButton className="topbar__menu" icon={MenuIcon} label={t.openMenu} onClick={onMenu} />
      <p className="topbar__where">{title}</p>
      <div className="topbar__end">
        <button className="topbar__search" type="button" aria-keyshortcuts="/" onClick={search}>
          <SearchIcon small />
          <span>{t.search}</span>
          <Kbd keys="/" />
        </button>
        <IconButton className="topbar__find" icon={SearchIcon} label={t.search} onClick={search} />
        {may('exports') && (
          <Suspense>
            <ExportTray />
          </Suspense>
        )}
        <InstitutionSwitch />
        <IconButton
          className="topbar__keys"
          icon={KeyboardIcon}
          label={t.keys}
          aria-keyshortcuts="?"
          onClick={() => showOverlay('keys')}
        />
        <PersonMenu />
      </div>
    </header>
  );
}

type Institution = Me['institutions'][number];

/** The institution's own image; its acronym is beside it. */
const Mark = ({ of }: { of: Institution | undefined }) =>
  of?.logo ? <img className="scope__logo" src={of.logo} alt="" /> : null;

/**
 * People who work for a single institution see its name; others choose, and the address keeps the choice. Consoles of other
 * tenants are links: each has its own session (spec 25.3.2).
 */
function InstitutionSwitch() {
  const { institutions, otherConsoles } = useMe();
  const chosen = useInstitution();
  const { pathname } = useLocation();
  const details = useDetailsPopup();
  const others = useId();
  const [only] = institutions.length < 2 ? institutions : [];
  if (institutions.length < 2 && otherConsoles.length === 0)
    return only ? (
      <p className="scope scope--only">
        <Mark of={only} />
        {only.acronym}
      </p>
    ) : null;
  const close = () => {
    if (details.current) details.current.open = false;
  };
  const entry = (code: string | undefined, label: string, name?: string) => (
    <li key={code ?? ''}>
      <Anchor
        className="menu__item"
        href={addressFor(pathname, code)}
        aria-current={chosen?.code === code ? 'true' : undefined}
        onClick={close}
      >
        <span>
          {label}
          {name && <small>{name}</small>}
        </span>
      </Anchor>
    </li>
  );
  return (
    <details className="menu" ref={details}>
      <summary className="scope">
        <span className="visually-hidden">{t.institution}: </span>
        <Mark of={chosen ?? only} />
        <span className="scope__word">{(chosen ?? only)?.acronym ?? t.all}</span>
        <ChevronDownIcon small />
      </summary>
      <ul className="menu__list">
        {institutions.length > 1 && entry(undefined, t.allInstitutions)}
        {institutions.map((one) => entry(one.code, one.acronym, one.name))}
        {otherConsoles.length > 0 && (
          <li>
            <p className="menu__title" id={others}>
              {t.otherConsoles}
            </p>
            <ul className="menu__group" aria-labelledby={others}>
              {otherConsoles.map(({ name, url }) => (
                <li key={url}>
                  <a className="menu__item" href={url}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </details>
  );
}
