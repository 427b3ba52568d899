import { Icon, type IconProps } from '../icon.tsx';

export function InfoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11.2v5.3M12 7.6v.1" />
    </Icon>
  );
}
