import { addressOfFilter } from '../base/filters.ts';
import { holds, type Me, mayHavePasskeys } from '../base/me.ts';
import type { Screen } from '../base/screen.ts';
import { filterTexts } from '../texts/filters.ts';
import { keysTexts as t } from '../texts/keys.ts';
import { shellTexts } from '../texts/shell.ts';

/** Something the palette does: goes to an address, or acts; `run` is what the page itself offers. */
export type Command = { id: string; label: string; hint?: string } & (
  | { path: string }
  | { act: Act }
  | { run: () => void }
);

/** Acts of the frame that the palette offers beside the screens; the frame says how each is done. */
export const ACTS = {
  passkeys: shellTexts.passkeys,
  devices: shellTexts.devices,
  keys: t.title,
  signOut: shellTexts.signOut,
} as const;
export type Act = keyof typeof ACTS;

/** Whether an address stands for one item, which no command can name. */
export const isItem = (path: string): boolean => path.includes(':');

/** Commands of the table of screens and of the register of acts, for what somebody may open (spec 25.3.3). */
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

/** Commands whose words begin with all words that were typed, accents aside. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const words = plain(label).split(/\s+/);
    return wanted.every((want) => words.some((word) => word.startsWith(want)));
  });
}
