import { Icon, type IconProps } from '../icon.tsx';

/** Symbol "search" of the look's sprite. */
export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m20 20-4.3-4.3" />
    </Icon>
  );
}
