import type { Scope } from '@orbita/domain/staff';
import type { CountedQueue } from '@orbita/domain/work';
import type { IconComponent } from '@orbita/ui/icon';
import { type ComponentType, createContext, use } from 'react';
import type { groupTitles } from '../texts/shell.ts';

/** A group of the navigation. */
export type Group = keyof typeof groupTitles;

/**
 * A screen as data. Routes, navigation, palette, keys, titles and the refusal of a screen without its permission derive from
 * this; each capability lists its own in `console/<capability>/screens.ts`.
 */
export type Screen = {
  /** Address below the base path: `/documentos`, `/documentos/:id`. */
  path: string;
  /** First part of the page title, and label in the navigation. */
  title: string;
  /** Permissions of which one opens the screen; none = anyone signed in. */
  parts: readonly Scope[];
  /** Its group in the navigation; without one it can only be reached from another screen. */
  group?: Group;
  icon?: IconComponent;
  /** Its label in the palette; screens of the navigation without one are "Ir para {title}". */
  command?: string;
  /** Second letter of the key sequence `g` + letter. */
  letter?: string;
  /** Queues whose list and items this screen shows; its navigation entry carries their count. */
  queues?: readonly CountedQueue[];
  /** Address of the list of one of its queues, if it shows several (`listPath`, as in messages); else its own. */
  queuePath?: (queue: CountedQueue) => string;
  /** Address of one item of its queues. */
  itemPath?: (itemId: number, queue: CountedQueue) => string;
  /** A review screen: collapsed navigation, no top bar of its own. */
  review?: boolean;
  /** The screen's own chunk. */
  load: () => Promise<{ default: ComponentType }>;
};

const ScreensContext = createContext<readonly Screen[]>([]);

/** Provides screens with the table that lists them, which they cannot import: it imports them. */
export const ScreensProvider = ScreensContext;

/** Every screen of the console. */
export const useScreens = (): readonly Screen[] => use(ScreensContext);
