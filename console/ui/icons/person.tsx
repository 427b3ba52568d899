import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function PersonIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="5" r="1.8" />
      <path d="M5 9c4.5 1.3 9.5 1.3 14 0M12 10v4.5L8.5 20.5M12 14.5l3.5 6" />
    </Icon>
  );
}
