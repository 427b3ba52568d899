import { addressOfFilter } from '../base/filters.ts';
import { holds, type Me, mayHavePasskeys } from '../base/me.ts';
import type { Screen } from '../base/screen.ts';
import { filterTexts } from '../texts/filters.ts';
import { keysTexts as t } from '../texts/keys.ts';
import { shellTexts } from '../texts/shell.ts';

/** An entry of the palette: goes to an address, or performs an action; `run` is an action of the page itself. */
export type Command = { id: string; label: string; hint?: string } & (
  | { path: string }
  | { act: Act }
  | { run: () => void }
);

/** Actions of the frame offered by the palette beside the screens; the frame implements them. */
export const ACTS = {
  passkeys: shellTexts.passkeys,
  devices: shellTexts.devices,
  keys: t.title,
  signOut: shellTexts.signOut,
} as const;
export type Act = keyof typeof ACTS;

/** Whether an address is that of a single item, which no command can name. */
export const isItem = (path: string): boolean => path.includes(':');

/** Commands from the table of screens and the register of actions, as far as the person may use them (spec 25.3.3). */
export function commandsOf(
  me: Pick<Me, 'parts' | 'session' | 'waysIn'> & Partial<Pick<Me, 'preferences'>>,
  screens: readonly Screen[],
): Command[] {
  const ways: Command[] = screens
    .filter((screen) => !isItem(screen.path) && holds(me, screen.parts))
    .map(({ path, title, command, letter }) => ({
      id: path,
      label: command ?? t.goTo(title),
      path,
      ...(letter ? { hint: `g ${letter}` } : {}),
    }));
  const acts = (Object.keys(ACTS) as Act[])
    .filter((act) => act !== 'passkeys' || mayHavePasskeys(me))
    .map((act): Command => ({ id: act, label: ACTS[act], act }));
  const filters = (me.preferences?.filters ?? []).flatMap((filter): Command[] => {
    const screen = screens.find(({ path, parts }) => path === filter.screen && holds(me, parts));
    if (!screen) return [];
    const label = filterTexts.command(filter.name, screen.title);
    return [{ id: `${filter.screen} ${filter.name}`, label, path: addressOfFilter(filter) }];
  });
  return [...ways, ...filters, ...acts];
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Commands with words that begin with the typed words, ignoring accents. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const words = plain(label).split(/\s+/);
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  });
}
