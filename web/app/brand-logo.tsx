import { Logo } from '../ui/logo.tsx';
import { settings } from './settings.ts';

/** The host's mark and name. */
export function BrandLogo({ href }: { href: string }) {
  const src = settings.theme.template.media.logoSmall;
  return <Logo href={href} name={settings.brandName} {...(src ? { src } : {})} />;
}
