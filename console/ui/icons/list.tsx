import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function ListIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7l1.5 1.5 3-3M4 16l1.5 1.5 3-3M12 7h8M12 16h8" />
    </Icon>
  );
}
