import { Begin } from './begin.tsx';
import { DueTrack } from './due-track.tsx';
import { FirstDay, FirstDayLine } from './first-day.tsx';
import { Opened } from './opened.tsx';
import { OwnClaims } from './own-claims.tsx';
import { Start } from './start.tsx';

/** What Início shows besides its counts; loaded after them, so that they are seen first (spec 25.21). */
export const parts = { Begin, DueTrack, FirstDay, FirstDayLine, Opened, OwnClaims, Start };
