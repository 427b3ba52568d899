import type { Video } from '@orbita/domain/tenancy';
import { PlayIcon } from '@orbita/ui/icons/play';
import { useCallback, useState } from 'react';
import { videoTexts as t } from '../texts/portal.ts';
import './welcome-video.css';

const SOURCES: Record<Video['origin'], string> = {
  'https://www.youtube-nocookie.com': 'YouTube',
  'https://player.vimeo.com': 'Vimeo',
};
/** No cookies or storage from earlier visits, in browsers that support it. */
const CREDENTIALLESS = { credentialless: '' };

/** Introduction video; nothing is loaded from its site before the person presses play. */
export function WelcomeVideo({ video }: { video: Video }) {
  const [playing, setPlaying] = useState(false);
  // The pressed button is removed, so the player gets the focus.
  const focus = useCallback((frame: HTMLIFrameElement | null) => frame?.focus(), []);
  if (playing) {
    return (
      <iframe
        className="welcome-video"
        ref={focus}
        src={video.player}
        title={t.title}
        sandbox="allow-scripts allow-same-origin allow-presentation"
        referrerPolicy="strict-origin-when-cross-origin"
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
        {...CREDENTIALLESS}
      />
    );
  }
  return (
    <button className="welcome-video welcome-video--asks" type="button" onClick={() => setPlaying(true)}>
      <span className="welcome-video__sign">
        <PlayIcon />
      </span>
      <b>{t.watch}</b>
      <small>{t.from(SOURCES[video.origin])}</small>
    </button>
  );
}
