import { describe, expect, it } from 'vitest';
import { VIDEO_ORIGINS, videoOf } from './index.ts';

describe('T10: introduction videos', () => {
  it.each([
    'https://www.youtube.com/watch?v=abcDEF123_-',
    'https://youtube.com/watch?t=3&v=abcDEF123_-',
    'https://youtu.be/abcDEF123_-?si=x',
    'https://www.youtube.com/embed/abcDEF123_-',
    'https://m.youtube.com/shorts/abcDEF123_-',
    'https://www.youtube-nocookie.com/embed/abcDEF123_-',
  ])('plays %s without cookies', (address) => {
    expect(videoOf(address)?.origin).toBe('https://www.youtube-nocookie.com');
    expect(videoOf(address)?.player).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcDEF123_-\?/);
  });

  it.each(['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?h=1'])(
    'plays %s without tracking',
    (address) => {
      expect(videoOf(address)?.player).toMatch(/^https:\/\/player\.vimeo\.com\/video\/123456789\?.*dnt=1/);
    },
  );

  it('uses these player options and no others', () => {
    expect(videoOf('https://youtu.be/abcDEF123_-')).toEqual({
      origin: 'https://www.youtube-nocookie.com',
      player: 'https://www.youtube-nocookie.com/embed/abcDEF123_-?autoplay=1&rel=0&hl=pt-BR&cc_load_policy=1',
    });
    expect(videoOf('https://www.vimeo.com/video/12345/')).toEqual({
      origin: 'https://player.vimeo.com',
      player: 'https://player.vimeo.com/video/12345?autoplay=1&dnt=1&texttrack=pt',
    });
  });

  it.each(['https://www.youtube.com/live/abcDEF123_-/', 'https://vimeo.com/123456789012'])(
    'also plays %s',
    (address) => {
      expect(videoOf(address)).toBeDefined();
    },
  );

  it.each([
    ...['https://youtu.be/abcDEF123_-x', 'https://youtu.be/abcDEF123_', 'https://youtu.be/', null, undefined],
    ...['https://www.youtube.com/x/embed/abcDEF123_-', 'https://www.youtube.com/embed/abcDEF123_-/x'],
    ...['https://www.youtube.com/play?v=abcDEF123_-', 'https://www.youtube.com/watch'],
    ...['https://xyoutube.com/watch?v=abcDEF123_-', 'https://youtube.com.br/watch?v=abcDEF123_-'],
    ...['https://vimeo.com/1234', 'https://vimeo.com/1234567890123', 'https://vimeo.com/x/123456789'],
    ...['https://vimeo.com/123456789/x', 'https://xvimeo.com/123456789', 'https://vimeo.com.br/123456789'],
    ...['https://:pw@youtu.be/abcDEF123_-', 'https://evil.test/123456789', 'https://vimeo.com/abcdef'],
    ...['https://evil.test/embed/abcDEF123_-', 'https://evil.test/watch?v=abcDEF123_-'],
  ])('shows no player for %s', (address) => {
    expect(videoOf(address)).toBeUndefined();
  });

  it.each([
    'http://www.youtube.com/watch?v=abcDEF123_-',
    'https://www.youtube.com.evil.test/watch?v=abcDEF123_-',
    'https://evil.test/https://youtu.be/abcDEF123_-',
    'https://user:pw@youtu.be/abcDEF123_-',
    'https://youtu.be:8443/abcDEF123_-',
    'https://www.youtube.com/watch?v=abc"onload=x',
    'https://www.youtube.com/redirect?q=https://evil.test',
    'https://vimeo.com/channels/staffpicks',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://videos.instituicao.test/a.mp4',
    '',
  ])('does not play %s', (address) => {
    expect(videoOf(address)).toBeUndefined();
  });

  it('comes only from the listed origins', () => {
    expect(VIDEO_ORIGINS).toEqual(['https://www.youtube-nocookie.com', 'https://player.vimeo.com']);
  });
});
