import { Icon, type IconProps } from '../icon.tsx';

export function PixIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10.6 3.6a2 2 0 0 1 2.8 0l7 7a2 2 0 0 1 0 2.8l-7 7a2 2 0 0 1-2.8 0l-7-7a2 2 0 0 1 0-2.8z" />
      <path d="M7 8.2h1.2c.8 0 1.5.3 2 .9l1.8 1.8 1.8-1.8c.5-.6 1.2-.9 2-.9H17M7 15.8h1.2c.8 0 1.5-.3 2-.9l1.8-1.8 1.8 1.8c.5.6 1.2.9 2 .9H17" />
    </Icon>
  );
}
