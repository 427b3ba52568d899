import { describe, expect, it } from 'vitest';
import { interviewBody, interviewProblems } from './interview-values.ts';

const context = { channels: ['whatsapp', 'email'] as const, today: '2026-01-12' };
const empty = { date: '', period: '' };

describe('an interview request', () => {
  it('requires a channel, and nothing else', () => {
    expect(interviewProblems({ channel: '', periods: [empty, empty, empty] }, context)).toEqual([
      { field: 'channel', message: 'Selecione uma forma de contato.' },
    ]);
    expect(interviewProblems({ channel: 'email', periods: [empty] }, context)).toEqual([]);
  });

  it('reports errors in the incomplete row', () => {
    const periods = [empty, { date: '20/01/2026', period: '' }, { date: '11/01/2026', period: 'morning' }];
    expect(interviewProblems({ channel: 'email', periods }, context)).toEqual([
      { field: 'periods.1.period', message: 'Selecione uma opção.' },
      { field: 'periods.2.date', message: 'Esta data já passou. Escreva outra.' },
    ]);
  });

  it('sends only complete rows', () => {
    const periods = [empty, { date: '20/01/2026', period: 'evening' }];
    expect(interviewBody({ channel: 'whatsapp', periods })).toEqual({
      channel: 'whatsapp',
      periods: [{ date: '2026-01-20', period: 'evening' }],
    });
  });
});
