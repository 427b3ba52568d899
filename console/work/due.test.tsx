import { TRACK } from '@orbita/domain/work';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Due, goneOf } from './due.tsx';
import { DueTrack, drawnAt } from './due-track.tsx';

const NOW = '2026-01-12T10:00:00-03:00';
vi.mock('@orbita/client/server-clock.ts', () => ({
  serverNow: () => Date.parse('2026-01-12T10:00:00-03:00'),
}));

const at = (time: string) => `2026-01-${time}:00-03:00`;

describe("the used share of an item's time", () => {
  it.each([
    ['nothing, when it has just come', at('12T10:00'), at('12T20:00'), 0],
    ['half of it', at('12T00:00'), at('12T20:00'), 0.5],
    ['all of it, when it is due', at('11T10:00'), at('12T10:00'), 1],
    ['never more than all of it', at('01T10:00'), at('02T10:00'), 1],
    ['nothing before it came, by a clock that differs', at('12T10:05'), at('12T20:00'), 0],
    ['all of it, where it had none', at('12T09:00'), at('12T09:00'), 1],
    ['nothing known: in time', null, at('12T20:00'), 0],
    ['nothing known: late', null, at('12T09:00'), 1],
  ])('%s', (_what, waitingSince, dueAt, gone) => {
    expect(goneOf({ waitingSince, dueAt }, Date.parse(NOW))).toBe(gone);
  });
});

describe('the ring', () => {
  const ring = (dueAt: string, risk: 'none' | 'at-risk' | 'late') =>
    renderToStaticMarkup(<Due waitingSince={at('12T00:00')} dueAt={dueAt} risk={risk} />);

  it('has its value as text, hidden from screen readers that read the text', () => {
    const far = ring(at('12T20:00'), 'none');
    expect(far).toContain('vence em 10 h');
    expect(far).toContain('aria-hidden="true"');
    expect(far).toContain('stroke-dasharray="50 100"');
    expect(far).toContain('cx="10.0" cy="17.5"');
    expect(ring(at('12T10:55'), 'at-risk')).toContain('data-state="soon"');
  });

  it('is full and urgent when the time is over', () => {
    const late = ring(at('12T05:00'), 'late');
    expect(late).toContain('venceu há 5 h');
    expect(late).toContain('data-state="over"');
    expect(late).toContain('stroke-dasharray="100 100"');
    expect(late).toContain('class="call"');
    expect(late).not.toContain('class="now"');
  });
});

describe('the track', () => {
  const queue = { label: 'Documentos', count: 37, capped: false, late: 2, atRisk: 5 };
  const drawn = (track: number[], more = {}) =>
    renderToStaticMarkup(<DueTrack queue={{ ...queue, track, ...more }} />);

  it('has a text with the name of what it shows', () => {
    expect(drawn([])).toContain('aria-label="Documentos: 37 esperando. 5 perto do prazo. 2 fora do prazo."');
    expect(drawn([], { capped: true, late: 0, atRisk: 0 })).toContain(
      'aria-label="Documentos: 1.000+ esperando."',
    );
  });

  it('draws a tick for each item, and a diamond for late ones', () => {
    const shown = drawn([3, 3, 60, 104]);
    expect(shown.match(/class="tick"/g)).toHaveLength(1);
    expect(shown.match(/class="tick tick--soon"/g)).toHaveLength(1);
    expect(shown.match(/class="over"/g)).toHaveLength(1);
  });

  it('goes from left to right, with the deadline between on-time and late', () => {
    const places = Array.from({ length: TRACK.places }, (_none, place) => drawnAt(place));
    for (const [index, x] of places.entries()) {
      if (index > 0) expect(x).toBeGreaterThan(places[index - 1] ?? 0);
      expect(x >= 0 && x <= 112).toBe(true);
      expect(x < 90).toBe(index < TRACK.due);
    }
  });
});
