import { describe, expect, it } from 'vitest';
import {
  ACTS_ON_BEHALF,
  BY_INSTITUTION,
  isOnBehalf,
  onBehalfTexts,
  shownAct,
  statusesWith,
} from './index.ts';

describe('acts of the institution on behalf of a candidate', () => {
  it("are shown on the candidate's page, always as done by the institution", () => {
    for (const act of ACTS_ON_BEHALF) {
      const { text, status } = shownAct(act, 'Histórico escolar');
      expect([text !== '', status]).toEqual([true, BY_INSTITUTION]);
    }
    expect(shownAct('document-sent', 'Histórico escolar').text).toBe('Documento enviado: Histórico escolar');
    expect(shownAct('course-changed', null).text).toBe('Seu curso ou polo mudou');
  });

  it('are worded so only for a transition the institution made and may make on behalf', () => {
    const [event = ''] = Object.keys(onBehalfTexts);
    expect(isOnBehalf({ event, actor: 'operations' })).toBe(true);
    expect(isOnBehalf({ event, actor: 'candidate' })).toBe(false);
    expect(isOnBehalf({ event: 'essay-graded', actor: 'operations' })).toBe(false);
  });
});

it('no status is reached by creating an application', () => {
  expect(statusesWith('create')).toEqual([]);
});
