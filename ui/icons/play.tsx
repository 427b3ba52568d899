import { Icon, type IconProps } from '../icon.tsx';

/** A triangle that starts something. */
export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 5.5v13l10.5-6.5z" />
    </Icon>
  );
}
