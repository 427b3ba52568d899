import { describe, expect, it, vi } from 'vitest';
import { deadlineText, portalLead, whenText } from './portal-lead.ts';
import type { Task } from './task.ts';

vi.mock('../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));

const now = Date.parse('2026-01-12T10:00:00-03:00');
const at = (text: string) => new Date(`${text}-03:00`);
const task = (kind: Task['kind'], deadline?: Date): Task => ({
  kind,
  action: '',
  next: '',
  href: '',
  ...(deadline && { deadline: { at: deadline, of: 'payment' } }),
});
const due = task('act', at('2026-01-12T23:59:59'));
const later = task('act', at('2026-01-19T23:59:59'));

describe('the lead of the portal', () => {
  it.each([
    [[], 'Escolha um curso para começar.'],
    [[due], 'Sua inscrição precisa de você hoje.'],
    [[due, later, task('done')], 'Uma inscrição precisa de você hoje. As outras estão em dia.'],
    [[due, due], '2 inscrições precisam de você hoje.'],
    [[later], 'Sua inscrição espera por você.'],
    [[later, task('wait')], 'Uma inscrição espera por você. As outras estão em dia.'],
    [[later, later], '2 inscrições esperam por você.'],
    [[task('wait'), task('done')], 'Está tudo em dia. Se algo mudar, a gente avisa.'],
  ])('%#', (tasks, lead) => {
    expect(portalLead(tasks, now)).toBe(lead);
  });
});

describe('the deadline in words', () => {
  it('names today and tomorrow with the hour, other days by date', () => {
    expect(whenText(at('2026-01-12T23:59:59'), now)).toBe('hoje, 23h59');
    expect(whenText(at('2026-01-13T09:00:00'), now)).toBe('amanhã, 09h00');
    expect(whenText(at('2026-02-13T23:59:59'), now)).toBe('13/02/2026');
    expect(deadlineText({ at: at('2026-02-13T23:59:59'), of: 'applying' }, now)).toBe(
      'Inscrições até 13/02/2026',
    );
  });
});
