import { Dialog } from '@orbita/web/ui/dialog';
import { SearchIcon } from '@orbita/web/ui/icons/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { paletteTexts as t } from '../texts/keys.ts';
import { Kbd } from '../ui/kbd.tsx';
import { type Act, type Command, commandsOf, matching } from './commands.ts';
import { useGo } from './institution.ts';
import { useMe } from './me.ts';
import { showOverlay } from './overlay.ts';
import { screens } from './screens.ts';
import { useSignOut } from './sign-out.ts';

/** "/" and Ctrl+K: what is typed stays in this dialog, in no address and no log (spec 25.3.3). */
export default function Palette({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const go = useGo();
  const { signOut } = useSignOut();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const commands = matching(commandsOf(me, screens), typed);
  const current = Math.min(at, commands.length - 1);
  // The dialog gives the focus to its title first.
  useEffect(() => field.current?.focus(), []);
  const acts: Record<Act, () => void> = {
    devices: () => showOverlay('devices'),
    keys: () => showOverlay('keys'),
    signOut,
  };
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    if ('path' in command) go(command.path);
    else acts[command.act]();
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && commands.length > 0) {
      event.preventDefault();
      setAt((current + step + commands.length) % commands.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(commands[current]);
    }
  };
  return (
    <Dialog open onClose={onClose} title={t.title} bodyClassName="palette">
      <div className="palette__field">
        <SearchIcon small />
        <input
          ref={field}
          className="palette__input"
          type="text"
          role="combobox"
          aria-label={t.label}
          aria-expanded="true"
          aria-controls={`${id}-lista`}
          aria-activedescendant={commands[current] && `${id}-${current}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t.label}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={key}
        />
      </div>
      <p className="palette__title" id={`${id}-comandos`}>
        {t.commands}
      </p>
      <div
        className="palette__list"
        id={`${id}-lista`}
        role="listbox"
        tabIndex={-1}
        aria-labelledby={`${id}-comandos`}
      >
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field answers the keys of its list
          <div
            key={command.id}
            id={`${id}-${index}`}
            className="hit"
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <span>{command.label}</span>
            {command.hint && (
              <span className="nowrap">
                <Kbd keys={command.hint} />
              </span>
            )}
          </div>
        ))}
      </div>
      {commands.length === 0 && (
        <p className="muted" role="status">
          {t.noCommand}
        </p>
      )}
    </Dialog>
  );
}
