import { checkCatalogue, danglingFields } from '../check.ts';
import { type Catalogue, KINDS, type Kind } from '../model.ts';
import { FED_KINDS, type Fed } from './answer.ts';

/** A catalogue with an academic response merged in. */
export type Merged = {
  wanted: Catalogue;
  /** Number of entries about courses, offers, poles or institutions that the portal doesn't have. */
  leftOut: number;
  problems: string[];
};

type Seen = (kind: Kind, code: string) => boolean;

const seenIn = (catalogue: Catalogue): Seen => {
  const codes = new Map(
    KINDS.map((kind) => [
      kind,
      new Set(catalogue[kind].map((entry) => ('code' in entry ? entry.code : undefined))),
    ]),
  );
  return (kind, code) => codes.get(kind)?.has(code) ?? false;
};

/** The entries about something the portal has; an academic system knows more than is offered. */
export const offered = <T extends object>(kind: Kind, entries: readonly T[], seen: Seen): T[] =>
  entries.filter((entry) => danglingFields(kind, entry, { seen, hint: () => '' }).length === 0);

const problemsOf = (catalogue: Catalogue): string[] => {
  const problems: string[] = [];
  checkCatalogue(catalogue, {
    seen: seenIn(catalogue),
    hint: () => '',
    tenant: () => undefined,
    console: () => undefined,
    entry: (kind, index, path, message) => {
      const entry = catalogue[kind][index];
      const name = entry && 'code' in entry ? entry.code : String(index);
      problems.push(`${kind} ${name}${path.length > 0 ? ` ${path.join('.')}` : ''}: ${message}`);
    },
  });
  return problems;
};

/**
 * Replaces the sections of a catalogue that the academic one decides, applying the rules of any catalogue (spec 17.4). Only
 * problems caused by the response are returned; existing ones elsewhere are no reason to refuse it.
 */
export function mergeAcademic(current: Catalogue, answer: Fed, allowEmpty = false): Merged {
  const seen = seenIn(current);
  const fed: Fed = {
    intakes: offered('intakes', answer.intakes, seen),
    disciplines: offered('disciplines', answer.disciplines, seen),
    electives: offered('electives', answer.electives, seen),
    classes: offered('classes', answer.classes, seen),
  };
  const wanted = { ...current, ...fed };
  const count = (of: Fed) => FED_KINDS.reduce((sum, kind) => sum + of[kind].length, 0);
  // This is what a half-failed export looks like, and it would retire everything.
  const emptied = FED_KINDS.filter(
    (kind) => !allowEmpty && current[kind].length > 0 && fed[kind].length === 0,
  ).map((kind) => `${kind}: nothing would be left of ${current[kind].length}`);
  const before = new Set(problemsOf(current));
  return {
    wanted,
    leftOut: count(answer) - count(fed),
    problems: [...emptied, ...problemsOf(wanted).filter((problem) => !before.has(problem))],
  };
}
