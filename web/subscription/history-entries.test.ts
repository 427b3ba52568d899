import { ACTS_ON_BEHALF, eventTexts, onBehalfTexts, transitions } from '@orbita/domain/subscription';
import { describe, expect, it } from 'vitest';
import { historyEntries } from './history-entries.ts';
import type { History } from './step-dates.ts';

const line = (event: string, to: number, at: string): History[number] => ({
  from: null,
  to,
  event,
  actor: 'system',
  at,
});

describe('history in plain words', () => {
  it('has a different text for every event of the table', () => {
    const events = new Set(transitions.map(({ event }) => event));
    const texts = [...events].map((event) => eventTexts[event]);
    expect(texts.filter((text) => !text || /[a-z]-[a-z]/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(events.size);
  });

  it('begins with the newest and names the resulting status', () => {
    const entries = historyEntries([
      line('create', 1, '2026-01-12T10:00:00-03:00'),
      line('essay-saved', 1, '2026-01-12T10:10:00-03:00'),
      line('essay-approved', 3, '2026-01-12T12:00:00-03:00'),
    ]);
    expect(entries.map(({ text }) => text)).toEqual([
      'Você foi aprovado(a) na redação',
      'Recebemos sua inscrição',
    ]);
    expect(entries[0]?.status).toBe('Situação: Aprovado');
  });

  it('says what the institution did on behalf of the candidate (D-85)', () => {
    const booked = line('test-scheduled', 2, '2026-01-12T10:00:00-03:00');
    const entries = (actor: History[number]['actor']) => historyEntries([{ ...booked, actor }])[0]?.text;
    expect(entries('candidate')).toBe('Você agendou a prova');
    expect(entries('operations')).toBe('A instituição marcou o dia da sua prova');
    for (const text of Object.values(onBehalfTexts)) expect(text).toMatch(/^A instituição /);
  });

  it('shows acts on behalf of the candidate among the transitions, each as done by the institution', () => {
    const at = '2026-01-12T11:00:00-03:00';
    const entries = historyEntries(
      [
        line('create', 1, '2026-01-12T10:00:00-03:00'),
        line('essay-approved', 3, '2026-01-12T12:00:00-03:00'),
      ],
      ACTS_ON_BEHALF.map((act) => ({ act, subject: 'RG', at })),
    );
    expect(entries.at(0)?.text).toBe('Você foi aprovado(a) na redação');
    expect(entries.at(-1)?.text).toBe('Recebemos sua inscrição');
    const made = entries.slice(1, -1);
    expect(made.map(({ status }) => status)).toEqual(ACTS_ON_BEHALF.map(() => 'Feito pela instituição'));
    expect(made.map(({ text }) => text)).toContain('Documento enviado: RG');
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });

  it('shows an unknown event with a general text', () => {
    expect(historyEntries([line('moved-to-mars', 15, '2026-01-12T10:00:00-03:00')])[0]?.text).toBe(
      'Sua inscrição mudou',
    );
  });
});
