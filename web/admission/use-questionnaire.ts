import { ApiError } from '@orbita/client/errors.ts';
import type { SectionKey, YearLimits } from '@orbita/domain/admission';
import type { FieldError } from '@orbita/domain/foundation';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../base/api.ts';
import { type Autosave, isUnsent } from '../base/autosave.ts';
import type { SaveOutcome } from '../base/autosaver.ts';
import { failureOf, type KeptSaver, keptSaver, untilSaved, useKept } from '../base/kept-saver.ts';
import { type Questionnaire, readQuestionnaire } from './queries.ts';
import { draftOf, isSectionDraft, keptOf, type SectionDraft, sectionRules } from './section-values.ts';

type AskedSection = Questionnaire['sections'][number];

/** A section with its autosave. */
export type SectionText = KeptSaver<SectionDraft> & {
  section: AskedSection;
  limits: YearLimits;
  /** Reads what the server has now. */
  read: () => Promise<{ draft: SectionDraft; revision: number }>;
};

/** A section with the current state of its text. */
export type SectionNow = SectionText & {
  state: Autosave<SectionDraft>;
  /** The server's errors about exactly this text. */
  refused: readonly FieldError[];
};

type Refusals = Partial<Record<SectionKey, { draft: SectionDraft; errors: readonly FieldError[] }>>;
type Refuse = (key: SectionKey, draft: SectionDraft, errors: readonly FieldError[]) => void;

const keyOf = (id: number) => `questionnaire:${id}:` as const;

/** Reads a questionnaire for filling in, after the last saves of a page just left have arrived. */
export async function openQuestionnaire(id: number): Promise<Questionnaire> {
  await untilSaved(keyOf(id));
  return readQuestionnaire(id);
}

async function saveSection(
  id: number,
  key: SectionKey,
  draft: SectionDraft,
  revision: number,
  refuse: Refuse,
): Promise<SaveOutcome> {
  try {
    const kept = await call('PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}', {
      params: { id, key },
      body: { rows: keptOf(key, draft), revision },
    });
    return { type: 'saved', revision: kept.revision, savedAt: kept.savedAt };
  } catch (error) {
    if (error instanceof ApiError && error.fields.length > 0) refuse(key, draft, error.fields);
    return { type: failureOf(error, ['READ_ONLY', 'NOT_FOUND']) };
  }
}

function textOf(id: number, section: AskedSection, limits: YearLimits, refuse: Refuse): SectionText {
  const { key, rows, revision } = section;
  const read = async () => {
    const { sections } = await readQuestionnaire(id);
    const now = sections.find((one) => one.key === key);
    return { draft: draftOf(key, now?.rows ?? []), revision: now?.revision ?? 0 };
  };
  const kept = keptSaver<SectionDraft>({
    key: `${keyOf(id)}${key}`,
    rules: sectionRules(key, limits),
    isDraft: isSectionDraft,
    server: { draft: draftOf(key, rows), revision },
    save: (draft, last) => saveSection(id, key, draft, last, refuse),
    read,
    contest: true,
  });
  return { ...kept, section, limits, read };
}

/** The sections of a questionnaire, each saving itself; `onOver` is called when the server accepts no more. */
export function useQuestionnaire(id: number, questionnaire: Questionnaire, onOver: () => void): SectionNow[] {
  const [refusals, setRefusals] = useState<Refusals>({});
  const [texts] = useState(() => {
    const refuse: Refuse = (key, draft, errors) =>
      setRefusals((known) => ({ ...known, [key]: { draft, errors } }));
    return questionnaire.sections.map((section) => textOf(id, section, questionnaire.years, refuse));
  });
  useKept(texts);
  const states = useStates(texts);
  const over = states.some(({ phase }) => phase === 'over');
  const latest = useRef(onOver);
  latest.current = onOver;
  useEffect(() => {
    if (over) latest.current();
  }, [over]);
  return texts.flatMap((text, at) => {
    const state = states[at];
    if (!state) return [];
    const refusal = refusals[text.section.key];
    return [{ ...text, state, refused: refusal?.draft === state.draft ? refusal.errors : [] }];
  });
}

function useStates(texts: readonly SectionText[]): readonly Autosave<SectionDraft>[] {
  const last = useRef<readonly Autosave<SectionDraft>[]>([]);
  const subscribe = useCallback(
    (listen: () => void) => {
      const ends = texts.map(({ saver }) => saver.subscribe(listen));
      return () => {
        for (const end of ends) end();
      };
    },
    [texts],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = texts.map(({ saver }) => saver.state);
    if (now.some((state, at) => state !== last.current[at])) last.current = now;
    return last.current;
  });
}

/** Sends all unsaved text at once; true when the server then has everything. */
export async function saveAll(sections: readonly SectionText[]): Promise<boolean> {
  for (const { saver } of sections) saver.send({ type: 'hurry' });
  await Promise.all(sections.map(({ saver }) => saver.settled()));
  return sections.every(({ saver }) => !isUnsent(saver.state) && saver.state.phase === 'writing');
}
