import { icon } from '../icon.tsx';

/** A triangle that starts something. */
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5z" />);
