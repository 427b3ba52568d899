import type { Scope } from '@orbita/domain/staff';
import type { CountedQueue } from '@orbita/domain/work';
import type { IconComponent } from '@orbita/ui/icon';
import { type ComponentType, createContext, use } from 'react';
import type { groupTitles } from '../texts/shell.ts';

/** A group of the navigation. */
export type Group = keyof typeof groupTitles;

/**
 * A screen as data. Routes, navigation, palette, keys, titles and the refusal of a screen without its part are drawn from
 * this; a capability lists its own in `console/<capability>/screens.ts`.
 */
export type Screen = {
  /** Address below the base path: `/documentos`, `/documentos/:id`. */
  path: string;
  /** First part of the page title, and the word of the navigation. */
  title: string;
  /** Parts of which one opens the screen; none = whoever is signed in. */
  parts: readonly Scope[];
  /** Where it stands in the navigation; without a group it is reached from another screen only. */
  group?: Group;
  icon?: IconComponent;
  /** What the palette calls it; screens of the navigation are "Ir para {title}" without one. */
  command?: string;
  /** Second letter of the key sequence `g` + letter. */
  letter?: string;
  /** Queues whose list and items this screen shows; its entry carries their count. */
  queues?: readonly CountedQueue[];
  /** Address of the list of one of its queues, when it shows several (`listPath`, as messages have it); else its own. */
  queuePath?: (queue: CountedQueue) => string;
  /** Address of one item of its queues. */
  itemPath?: (itemId: number, queue: CountedQueue) => string;
  /** A review screen: folded navigation, no top bar of its own. */
  review?: boolean;
  /** The screen's own chunk. */
  load: () => Promise<{ default: ComponentType }>;
};

const ScreensContext = createContext<readonly Screen[]>([]);

/** Gives screens the table they stand in, which they cannot import: it imports them. */
export const ScreensProvider = ScreensContext;

/** Every screen of the console. */
export const useScreens = (): readonly Screen[] => use(ScreensContext);
