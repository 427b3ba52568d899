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

  it('comes from no origin but the listed', () => {
    expect(VIDEO_ORIGINS.every((origin) => new URL(origin).origin === origin)).toBe(true);
  });
});
