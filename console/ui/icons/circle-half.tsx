import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function CircleHalfIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3v18M12 7h4.8M12 12h7M12 17h4.8" />
    </Icon>
  );
}
