import postcss, { type AtRule, type Declaration, type Rule } from 'postcss';
import { type Compat, compat, isNewer } from './oldest.ts';

/** Rules that may be ignored by older browsers without hiding or breaking anything, each with what is seen then. */
const REFINES: Readonly<Record<string, string>> = {
  ':focus-visible': 'Safari before 15.4 shows its own ring',
  '::backdrop': 'without modal dialogs a veil of our own is drawn',
  '::selection': 'iOS selects in its own colour',
  ':has':
    'places are kept for what may come; without it the cookie notice lies over the foot of the page, which scrolls',
  '@container': 'narrow columns break their words earlier',
  '@starting-style': 'sheets stand at once',
  '@view-transition': 'pages change at once',
};

const insideSupports = (node: Rule | AtRule | Declaration): boolean => {
  for (let at = node.parent as AtRule | undefined; at; at = at.parent as AtRule | undefined)
    if (at.type === 'atrule' && at.name === 'supports') return true;
  return false;
};

const typesBelow = (entry: Compat, depth: number): (readonly [string, Compat])[] =>
  Object.entries(entry).flatMap(([name, below]) =>
    name === '__compat'
      ? []
      : [[name, below as Compat] as const, ...(depth > 1 ? typesBelow(below as Compat, depth - 1) : [])],
  );
let types: Map<string, Compat> | undefined;
/** Functions that values are written with, by name, such as `color-mix`. */
const functions = () => {
  types ??= new Map(typesBelow(compat().css.types as Compat, 3).reverse());
  return types;
};

/** Newer parts of a value: functions, and the units of the dynamic viewport. */
function newerInValue(value: string): string[] {
  const length = (compat().css.types as Compat).length;
  const units = /\d[dsl]v(?:h|w|i|b|min|max)\b/.exec(value)?.[0].replace(/^\d/, '');
  const used = [...value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)].map(([, name = '']) => name);
  return [
    ...used.filter((name) => isNewer(functions().get(name))),
    ...(units && isNewer(length?.viewport_percentage_units_dynamic) ? [units] : []),
  ];
}

/**
 * Features newer than the floor that a style sheet needs: selectors (one unknown selector invalidates its whole list),
 * at-rules, and values without an older fallback declaration of the same property before them.
 */
export function newerInStyle(text: string): string[] {
  const { css } = compat();
  const found = new Set<string>();
  const add = (name: string) => !Object.hasOwn(REFINES, name) && found.add(name);
  const root = postcss.parse(text);
  root.walkRules((rule) => {
    if (insideSupports(rule)) return;
    const pseudo = (selector: string) =>
      [...selector.matchAll(/::?([a-z-]+)/g)].flatMap(([all, name = '']) =>
        isNewer(css.selectors?.[name]) ? [all] : [],
      );
    for (const selector of rule.selectors)
      for (const newer of pseudo(selector)) {
        add(newer);
        if (rule.selectors.some((other) => pseudo(other).length === 0))
          found.add(`${newer} beside others in one list`);
      }
  });
  root.walkAtRules((rule) => {
    if (!insideSupports(rule) && isNewer(css['at-rules']?.[rule.name])) add(`@${rule.name}`);
  });
  root.walkDecls((declaration) => {
    if (insideSupports(declaration)) return;
    const newer = newerInValue(declaration.value);
    const before = declaration.parent?.nodes?.slice(0, declaration.parent.index(declaration)) ?? [];
    const older = before.some(
      (one) => one.type === 'decl' && one.prop === declaration.prop && newerInValue(one.value).length === 0,
    );
    if (newer.length > 0 && !older) for (const one of newer) add(`${declaration.prop}: ${one}`);
  });
  return [...found].sort();
}
