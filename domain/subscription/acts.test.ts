import { describe, expect, it } from 'vitest';
import {
  ACTS_ON_BEHALF,
  BY_INSTITUTION,
  isOnBehalf,
  onBehalfTexts,
  shownAct,
  statusesWith,
} from './index.ts';

describe('what the institution does in the place of a candidate', () => {
  it('is shown on her page, always as done by the institution', () => {
    for (const act of ACTS_ON_BEHALF) {
      const { text, status } = shownAct(act, 'Histórico escolar');
      expect([text !== '', status]).toEqual([true, BY_INSTITUTION]);
    }
    expect(shownAct('document-sent', 'Histórico escolar').text).toBe('Documento enviado: Histórico escolar');
    expect(shownAct('course-changed', null).text).toBe('Seu curso ou polo mudou');
  });

  it('is worded so for a move only when the institution made it and it can be made in her place', () => {
    const [event = ''] = Object.keys(onBehalfTexts);
    expect(isOnBehalf({ event, actor: 'operations' })).toBe(true);
    expect(isOnBehalf({ event, actor: 'candidate' })).toBe(false);
    expect(isOnBehalf({ event: 'essay-graded', actor: 'operations' })).toBe(false);
  });
});

it('no status leads to what creates an application', () => {
  expect(statusesWith('create')).toEqual([]);
});
