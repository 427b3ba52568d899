import { Icon, type IconProps } from '../icon.tsx';

export function DotsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 5.5v.1M12 12v.1M12 18.5v.1" strokeWidth="2.8" />
    </Icon>
  );
}
