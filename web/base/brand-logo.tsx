import { Logo } from '@orbita/ui/logo';
import { brandLines } from './brand-name.ts';
import { settings } from './settings.ts';

/** The host's logo image with the brand name beside it. */
export function BrandLogo({ href }: { href: string }) {
  const src = settings.theme.template.media.logoSmall;
  return <Logo href={href} {...brandLines(settings.brandName)} {...(src ? { src } : {})} />;
}
