import type { Plugin } from 'vite';

/** Walks over the tree that look for `<ViewTransition>` alone: they return nothing, and do nothing where there is none. */
const WALKS = [
  'trackEnterViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitAppearingPairViewTransitions',
  'restoreNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'measureNestedViewTransitions',
];
/** Set by those walks: whether a commit is animated. */
const ANIMATED = /\bshouldStartViewTransition(?=\s*\?)/;
/** Asked once for each element: whether React takes it out of the page into the head. */
const HOISTED = 'isHostHoistableType';
/** Runs for such elements alone, and for what asks for files ahead. */
const RESOURCES = [
  'getResource',
  'acquireResource',
  'suspendResource',
  'mountHoistable',
  'getHydratableHoistableCache',
  'preloadResourceAndSuspendIfNeeded',
  'preloadStylesheet',
  'preload',
  'preloadModule',
  'preconnect',
  'prefetchDNS',
  'preinitStyle',
  'preinitScript',
  'preinitModuleScript',
];
/** The functions of `react-dom` that ask for files ahead. */
const ASKING = ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'];
const DEVTOOLS = /\b__REACT_DEVTOOLS_GLOBAL_HOOK__\b/g;
/** What is written by whoever counts on one of these. */
const USED = /\bViewTransition\b|<(?:link|meta|style|title)\b|\bfrom 'react-dom'/;

/** The same text with something changed in it; throws where that is not found. */
function change(text: string, what: RegExp, by: string): string {
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`React has no ${what.source} (ui/build/lean-react.ts)`);
  return changed;
}

/** `react-dom` without the functions that ask the renderer for files ahead. */
export const leanEntry = (code: string): string =>
  ASKING.reduce(
    (text, name) => change(text, new RegExp(`^exports\\.${name} = function [^]*?^\\};\n`, 'm'), ''),
    code,
  );

/**
 * React's renderer without what nothing here uses, so that the minifier can drop it: animations of `<ViewTransition>`,
 * elements and files that belong into the head, and the hook of the developer tools. Throws when this version of React is
 * written in another way.
 */
export function leanReact(code: string): string {
  const emptied = [...WALKS, HOISTED, ...RESOURCES].reduce(
    (text, name) => change(text, new RegExp(`^(function ${name}\\([^)]*\\) \\{)[^]*?^\\}`, 'm'), '$1}'),
    code,
  );
  return change(change(emptied, ANIMATED, '!1'), DEVTOOLS, 'undefined');
}

/** Builds with that renderer; code that counts on what is left out fails. */
export function withLeanReact(): Plugin {
  return {
    name: 'orbita-lean-react',
    apply: 'build',
    // Before the sources are lowered.
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$|react-dom(-client)?\.production\.js$/ },
      handler(code, id) {
        if (id.endsWith('.js'))
          return { code: id.includes('-client') ? leanReact(code) : leanEntry(code), map: null };
        const used = USED.exec(code)?.[0];
        if (used) this.error(`${id}: ${used} does nothing in this build (ui/build/lean-react.ts)`);
        return null;
      },
    },
  };
}
