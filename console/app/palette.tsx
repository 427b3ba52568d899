import { Dialog } from '@orbita/ui/dialog';
import { SearchIcon } from '@orbita/ui/icons/search';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { textOf } from '../base/api.ts';
import { useGo } from '../base/institution.ts';
import { useMe } from '../base/me.ts';
import { showOverlay } from '../base/overlay.ts';
import { usePlaceName } from '../base/place.tsx';
import { useScreens } from '../base/screen.ts';
import { useSignOut } from '../base/sign-out.ts';
import { paletteTexts as t } from '../texts/keys.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useOffered } from '../ui/page-commands.ts';
import { type Act, type Command, commandsOf, matching } from './commands.ts';
import { type Hit, pathOf, useSearch } from './search.ts';

type Entry =
  | { kind: 'command'; id: string; command: Command }
  | { kind: 'hit'; id: string; hit: Hit; path: string };

/** "/" and Ctrl+K: what is typed stays in this dialog, in no address and no log (spec 25.3.3). */
export default function Palette({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const go = useGo();
  const screens = useScreens();
  const { signOut } = useSignOut();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const search = useSearch(typed);
  const hits = search.hits.flatMap((hit): Entry[] => {
    const path = pathOf(hit, screens);
    return path ? [{ kind: 'hit', id: `${hit.personId}-${hit.subscriptionId ?? ''}`, hit, path }] : [];
  });
  const offered = useOffered();
  const commands = matching([...offered, ...commandsOf(me, screens)], typed).map(
    (command): Entry => ({ kind: 'command', id: command.id, command }),
  );
  const entries = [...hits, ...commands];
  const current = Math.min(at, entries.length - 1);
  const acts: Record<Act, () => void> = {
    passkeys: () => showOverlay('passkeys'),
    devices: () => showOverlay('devices'),
    keys: () => showOverlay('keys'),
    signOut,
  };
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    if (entry.kind === 'hit') go(entry.path);
    else if ('run' in entry.command) entry.command.run();
    else if ('path' in entry.command) go(entry.command.path);
    else acts[entry.command.act]();
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) {
      event.preventDefault();
      setAt((current + step + entries.length) % entries.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(entries[current]);
    }
  };
  const label = search.offered ? t.label : t.commandLabel;
  const list = (title: string, of: readonly Entry[], from: number) =>
    of.length > 0 && (
      // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is no fieldset
      <div role="group" aria-label={title}>
        <p className="palette__title" aria-hidden="true">
          {title}
        </p>
        {of.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field answers the keys of its list
          <div
            key={entry.id}
            id={`${id}-${from + index}`}
            className="hit"
            role="option"
            tabIndex={-1}
            aria-selected={from + index === current}
            onClick={() => run(entry)}
            onPointerMove={() => setAt(from + index)}
          >
            {entry.kind === 'hit' ? <Found hit={entry.hit} /> : <CommandLine command={entry.command} />}
          </div>
        ))}
      </div>
    );
  return (
    <Dialog open onClose={onClose} title={t.title} bodyClassName="palette" first={field}>
      <div className="palette__field">
        <SearchIcon small />
        <input
          ref={field}
          className="palette__input"
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${id}-lista`}
          aria-activedescendant={entries[current] && `${id}-${current}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          placeholder={label}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={key}
        />
      </div>
      <div className="palette__list" id={`${id}-lista`} role="listbox" tabIndex={-1} aria-label={t.title}>
        {list(t.results, hits, 0)}
        {list(t.commands, commands, hits.length)}
      </div>
      <div className="palette__said" role="status">
        {search.searching && <p className="muted">{t.searching}</p>}
        {search.none && <p className="muted">{t.none}</p>}
        {search.more && <p className="muted">{t.many}</p>}
        {search.error && <p>{textOf(search.error)}</p>}
        {entries.length === 0 && !search.searching && !search.none && <p className="muted">{t.noCommand}</p>}
      </div>
    </Dialog>
  );
}

/** Masked as sent by the server; opening it shows everything, and is audited. */
function Found({ hit }: { hit: Hit }) {
  const nameOf = usePlaceName();
  const { documentMasked, emailMasked, phoneMasked, courseName, institutionCode } = hit;
  const where = institutionCode && nameOf(institutionCode);
  const second = [documentMasked, emailMasked, phoneMasked, courseName, where];
  return (
    <>
      <span>
        <b translate="no">{hit.name}</b>
        <small>{second.filter(Boolean).join(' · ')}</small>
      </span>
      <span className="meta">
        {hit.subscriptionId && t.number(hit.subscriptionId)} {hit.statusName}
      </span>
    </>
  );
}

const CommandLine = ({ command }: { command: Command }) => (
  <>
    <span>{command.label}</span>
    {command.hint && (
      <span className="nowrap">
        <Kbd keys={command.hint} />
      </span>
    )}
  </>
);
