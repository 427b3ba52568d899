import type { Plugin } from 'vite';

/** Tree walks that only look for `<ViewTransition>`: they return nothing, and do nothing if there is none. */
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
/** Called once per element: whether React hoists it into the head. */
const HOISTED = 'isHostHoistableType';
/** Runs only for such elements and for preloading. */
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
/** The functions of `react-dom` that preload files. */
const ASKING = ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'];
const DEVTOOLS = /\b__REACT_DEVTOOLS_GLOBAL_HOOK__\b/g;
/** Matches code that relies on one of these. */
const USED = /\bViewTransition\b|<(?:link|meta|style|title)\b|\bfrom 'react-dom'/;

/** Returns the text with one replacement made; throws if the pattern is not found. */
function change(text: string, what: RegExp, by: string): string {
  const changed = text.replace(what, by);
  if (changed === text) throw new Error(`There is no ${what.source} (ui/build/lean-react.ts)`);
  return changed;
}

const emptied = (text: string, name: string): string =>
  change(text, new RegExp(`^(function ${name}\\([^)]*\\) \\{)[^]*?^\\}`, 'm'), '$1}');

/** `react-dom` without the functions that preload files. */
export const leanEntry = (code: string): string =>
  ASKING.reduce(
    (text, name) => change(text, new RegExp(`^exports\\.${name} = function [^]*?^\\};\n`, 'm'), ''),
    code,
  );

/**
 * React's renderer without what nothing here uses, so that the minifier can drop it: `<ViewTransition>` animations, elements
 * and files hoisted into the head, and the developer tools' hook. Throws when this version of React is written differently.
 */
export function leanReact(code: string): string {
  const walkless = [...WALKS, HOISTED, ...RESOURCES].reduce(emptied, code);
  return change(change(walkless, ANIMATED, '!1'), DEVTOOLS, 'undefined');
}

/** The router's file with a `Link` that preloads nothing: only its framework mode asks for that. */
export const leanRouter = (code: string): string => emptied(code, 'PrefetchPageLinks');

/** Builds with that renderer; code that relies on what is left out fails the build. */
export function withLeanReact(): Plugin {
  return {
    name: 'orbita-lean-react',
    apply: 'build',
    // Before the sources are transpiled.
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$|react-dom(-client)?\.production\.js$|[\\/]dom[\\/]ssr[\\/]components\.js$/ },
      handler(code, id) {
        if (id.endsWith('components.js')) return { code: leanRouter(code), map: null };
        if (id.endsWith('.js'))
          return { code: id.includes('-client') ? leanReact(code) : leanEntry(code), map: null };
        const used = USED.exec(code)?.[0];
        if (used) this.error(`${id}: ${used} does nothing in this build (ui/build/lean-react.ts)`);
        return null;
      },
    },
  };
}
