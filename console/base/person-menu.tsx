import { ExitIcon } from '@orbita/ui/icons/exit';
import { KeyIcon } from '@orbita/ui/icons/key';
import { Notice } from '@orbita/ui/notice';
import { useDetailsPopup } from '@orbita/ui/use-details.ts';
import { WithName } from '@orbita/ui/with-name';
import { useState } from 'react';
import { shellTexts as t } from '../texts/shell.ts';
import { choose, type Preferences, usePreferences } from '../ui/preferences.ts';
import { textOf } from './api.ts';
import { useChoice } from './choice.ts';
import { type Me, mayHavePasskeys, useMe } from './me.ts';
import { showOverlay } from './overlay.ts';
import { useSignOut } from './sign-out.ts';

/** Initials of the first and last name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
};

const rolesOf = ({ grants }: Me): string => [...new Set(grants.map(({ label }) => label))].join(', ');

/** The signed-in person, their devices, preferences of the console, and sign-out (spec 25.2.3). */
export function PersonMenu() {
  const me = useMe();
  const details = useDetailsPopup();
  const preferences = usePreferences();
  const choice = useChoice();
  // The box shows the choice at once, before the server is asked.
  const prefer = (given: Partial<Preferences>) => {
    choose(given);
    choice.mutate(given);
  };
  // The choice until the server has answered; a refused one is reverted.
  const [digest, setDigest] = useState<boolean>();
  const chooseDigest = (wanted: boolean) => {
    setDigest(wanted);
    choice.mutate({ digest: wanted ? 'daily' : 'off' }, { onSettled: () => setDigest(undefined) });
  };
  const passkeys = mayHavePasskeys(me);
  const { signOut, leaving } = useSignOut();
  const act = (run: () => void) => () => {
    if (details.current) details.current.open = false;
    run();
  };
  return (
    <details className="menu" ref={details}>
      <summary className="avatar-button">
        <span className="avatar" aria-hidden="true" translate="no">
          {initialsOf(me.name)}
        </span>
        <span className="visually-hidden">
          <WithName text={(name) => t.menuOf(name, rolesOf(me))} name={me.name} />
        </span>
      </summary>
      <div className="menu__list menu__list--person">
        <p className="menu__who">
          <b translate="no">{me.name}</b>
          <small>{me.email}</small>
          <small>{rolesOf(me)}</small>
        </p>
        <label className="menu__item menu__switch">
          <input
            type="checkbox"
            className="box"
            checked={preferences.shortcuts}
            onChange={(event) => prefer({ shortcuts: event.currentTarget.checked })}
          />
          {t.singleKeys}
        </label>
        <label className="menu__item menu__switch">
          <input
            type="checkbox"
            className="box"
            checked={preferences.density === 'compact'}
            onChange={(event) => prefer({ density: event.currentTarget.checked ? 'compact' : 'comfortable' })}
          />
          {t.compactRows}
        </label>
        <label className="menu__item menu__switch">
          <input
            type="checkbox"
            className="box"
            checked={digest ?? me.preferences.digest !== 'off'}
            onChange={(event) => chooseDigest(event.currentTarget.checked)}
          />
          {t.digest}
        </label>
        {choice.error && <Notice kind="danger" role="alert" title={textOf(choice.error)} />}
        {passkeys && (
          <button className="menu__item" type="button" onClick={act(() => showOverlay('passkeys'))}>
            <KeyIcon small />
            {t.passkeys}
          </button>
        )}
        <button className="menu__item" type="button" onClick={act(() => showOverlay('devices'))}>
          <KeyIcon small />
          {t.devices}
        </button>
        <button className="menu__item" type="button" aria-busy={leaving || undefined} onClick={signOut}>
          <ExitIcon small />
          {leaving ? t.signingOut : t.signOut}
        </button>
      </div>
    </details>
  );
}
