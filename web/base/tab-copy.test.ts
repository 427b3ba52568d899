import { ESSAY_LIMITS } from '@orbita/domain/essay';
import { describe, expect, it } from 'vitest';
import { essayRules, isDraft, sameText } from '../essay/draft.ts';
import { autosave, openAutosave } from './autosave.ts';
import { dropCopy, forgetCopies, keepCopy, openingOf, readCopy } from './tab-copy.ts';

function memory() {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    names: () => [...map.keys()],
  };
}
const draft = (essay: string) => ({ title: 'Título', essay });
const opened = openAutosave(
  { draft: draft('a'), revision: 3, unsent: false, online: true },
  essayRules(ESSAY_LIMITS, 30),
  0,
);

describe('the copy in the tab', () => {
  it('exists only while the text is unsent', () => {
    const storage = memory();
    const typed = autosave(opened, { type: 'typed', draft: draft('ab'), at: 1 });
    keepCopy('essay:7', typed, storage);
    expect(readCopy('essay:7', isDraft, storage)).toEqual({ draft: draft('ab'), revision: 3, sent: [] });
    const sending = autosave(typed, { type: 'begin' });
    keepCopy('essay:7', sending, storage);
    expect(readCopy('essay:7', isDraft, storage)?.sent).toEqual([draft('ab')]);
    keepCopy('essay:7', autosave(sending, { type: 'saved', revision: 4, savedAt: '', at: 2 }), storage);
    expect(storage.names()).toEqual([]);
  });

  it('stays complete when the page is left, to be shown offline, and is not sent', () => {
    const storage = memory();
    keepCopy('essay:7', opened, storage, { leaving: true, until: '11h00' });
    expect(JSON.parse(storage.getItem('essay:7') ?? '')).toEqual({
      draft: draft('a'),
      revision: 3,
      sent: [],
      saved: true,
      until: '11h00',
    });
    expect(readCopy('essay:7', isDraft, storage)).toBeUndefined();
    const typed = autosave(opened, { type: 'typed', draft: draft('ab'), at: 1 });
    keepCopy('essay:7', typed, storage, { leaving: true });
    expect(readCopy('essay:7', isDraft, storage)).toMatchObject({ draft: draft('ab') });
    keepCopy('essay:7', { ...opened, phase: 'over' }, storage, { leaving: true });
    expect(storage.names()).toEqual([]);
  });

  it('can be dropped and forgotten, and leaves other keys alone', () => {
    const storage = memory();
    const typed = autosave(opened, { type: 'typed', draft: draft('ab'), at: 1 });
    keepCopy('essay:7', typed, storage);
    keepCopy('essay:8', typed, storage);
    keepCopy('questionnaire:8:extra', typed, storage);
    storage.setItem('chunkReloadAt', '1');
    dropCopy('essay:7', storage);
    forgetCopies(storage);
    expect(storage.names()).toEqual(['chunkReloadAt']);
  });

  it('S8 is not written back by a page being closed', () => {
    const storage = memory();
    const typed = autosave(opened, { type: 'typed', draft: draft('ab'), at: 1 });
    forgetCopies(storage);
    keepCopy('essay:7', typed, storage);
    expect(storage.names()).toEqual([]);
  });

  it.each(['', 'null', '{', '{"draft":1}', '[]'])('reads %j as no copy', (value) => {
    const storage = memory();
    storage.setItem('essay:7', value);
    expect(readCopy('essay:7', isDraft, storage)).toBeUndefined();
  });
});

describe('the text to continue with', () => {
  const server = { draft: draft('server'), revision: 3 };
  it.each([
    ['no copy', undefined, { draft: draft('server'), revision: 3, unsent: false }],
    [
      'the same text',
      { draft: draft('server'), revision: 2, sent: [] },
      { draft: draft('server'), revision: 3, unsent: false },
    ],
    [
      'a newer text on the same revision',
      { draft: draft('newer'), revision: 3, sent: [] },
      { draft: draft('newer'), revision: 3, unsent: true },
    ],
    [
      'a newer text whose last save arrived without an answer',
      { draft: draft('newer'), revision: 2, sent: [draft('server')] },
      { draft: draft('newer'), revision: 3, unsent: true },
    ],
    [
      'a text another window overtook',
      { draft: draft('old'), revision: 2, sent: [draft('older')] },
      { draft: draft('server'), revision: 3, unsent: false, other: draft('old') },
    ],
  ])('with %s', (_, copy, opening) => {
    expect(openingOf(server, copy, sameText)).toEqual(opening);
  });
});
