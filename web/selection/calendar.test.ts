import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withWeekday } from '../texts/selection.ts';
import { entryOf, googleLink, outlookLink } from './calendar.ts';
import { calendarFile } from './calendar-file.ts';

const BOOKED = {
  id: 5001,
  hour: { id: 11, dataHora: '2026-01-20T14:00:00-04:00' },
  campusScheduling: 'Bloco A; sala 2',
  campusPolo: 'Polo Manaus',
  campusAddress: 'Rua das Acácias, 100\nCentro',
  courseName: 'Enfermagem & Obstetrícia',
};
const entryFor = (change: Partial<typeof BOOKED> = {}) => {
  const entry = entryOf({ ...BOOKED, ...change });
  if (!entry) throw new Error('No entry');
  return entry;
};
const IDENTITY = {
  uid: 'prova-5001@cua.alfa.orbita.test',
  sequence: 3,
  writtenAt: new Date('2026-01-12T13:00:00Z'),
  url: 'https://cua.alfa.orbita.test/orbita/candidate/subscriptions/5001',
};

/** Values of a calendar file by name, parsed as in RFC 5545: unfolded, without escapes. */
function read(file: string): Record<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      const value = line
        .slice(at + 1)
        .replaceAll(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
      return [line.slice(0, at), value];
    }),
  );
}

describe('the test in a calendar (S-14)', () => {
  it('exists only when it is booked', () => {
    expect(entryOf({ ...BOOKED, hour: null })).toBeUndefined();
    expect(entryFor({ campusAddress: undefined }).location).toBe('Bloco A; sala 2, Polo Manaus');
  });

  it('is a file with its times in UTC and its texts unharmed', () => {
    const file = calendarFile(entryFor(), IDENTITY);
    expect(read(file)).toMatchObject({
      METHOD: 'PUBLISH',
      UID: IDENTITY.uid,
      SEQUENCE: '3',
      DTSTAMP: '20260112T130000Z',
      DTSTART: '20260120T180000Z',
      DTEND: '20260120T200000Z',
      SUMMARY: 'Prova – Enfermagem & Obstetrícia',
      LOCATION: 'Bloco A; sala 2, Polo Manaus, Rua das Acácias, 100\nCentro',
      DESCRIPTION:
        'O que levar: RG ou outro documento com foto e caneta azul ou preta.\nConfirme com a instituição a hora do término.\nInscrição nº 5001',
      URL: IDENTITY.url,
    });
    expect(file).toContain('LOCATION:Bloco A\\; sala 2\\, Polo Manaus\\, Rua das Acácias\\, 100\\n');
  });

  it('has short lines and unharmed texts, whatever the name of a place', () => {
    const unit = fc.oneof(
      fc.constantFrom('😀', '👩🏽‍🎓', 'ã', '\u{10ffff}'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    );
    const name = fc
      .array(unit, { maxLength: 120 })
      .map((units) => units.join('').replaceAll(/[\r\uFFFD]/g, ''));
    fc.assert(
      fc.property(name, (campusScheduling) => {
        const entry = entryFor({ campusScheduling });
        // Encoded as bytes, in which half an emoji would not survive.
        const bytes = Buffer.from(calendarFile(entry, IDENTITY));
        const lines = bytes.toString('latin1').split('\r\n');
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(75);
        for (const line of lines)
          expect(Buffer.from(line, 'latin1').toString('utf8')).not.toContain('\uFFFD');
        expect(read(bytes.toString('utf8')).LOCATION).toBe(entry.location);
      }),
    );
  });

  it("opens in Google with the institution's time zone", () => {
    const { origin, searchParams } = new URL(googleLink(entryFor(), 'America/Manaus'));
    expect(origin).toBe('https://calendar.google.com');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      action: 'TEMPLATE',
      text: 'Prova – Enfermagem & Obstetrícia',
      dates: '20260120T180000Z/20260120T200000Z',
      ctz: 'America/Manaus',
      location: 'Bloco A; sala 2, Polo Manaus, Rua das Acácias, 100\nCentro',
    });
  });

  it('opens in Outlook with its times, without plus signs for spaces', () => {
    const link = outlookLink(entryFor());
    expect(link).not.toContain('+');
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      rru: 'addevent',
      startdt: '2026-01-20T18:00:00Z',
      enddt: '2026-01-20T20:00:00Z',
      subject: 'Prova – Enfermagem & Obstetrícia',
    });
  });

  it.each([
    ['2026-01-18', '18/01/2026, domingo'],
    ['2026-01-20', '20/01/2026, terça-feira'],
    ['2026-01-24', '24/01/2026, sábado'],
  ])('%s is %s', (day, text) => {
    expect(withWeekday(day)).toBe(text);
  });
});
