import { type ThemeRoles, themeTokens } from '@orbita/domain/tenancy';
import { Button } from '@orbita/ui/button';
import { Chip } from '@orbita/ui/chip';
import { DocumentList, DocumentRow } from '@orbita/ui/document-row';
import { Field } from '@orbita/ui/field';
import { ClockIcon } from '@orbita/ui/icons/clock';
import { Anchor } from '@orbita/ui/link';
import { Logo } from '@orbita/ui/logo';
import { PriceTable } from '@orbita/ui/price-table';
import { RingProgress } from '@orbita/ui/ring-progress';
import { TaskCard } from '@orbita/ui/task-card';
import { TextInput } from '@orbita/ui/text-input';
import type { CSSProperties } from 'react';
import { brandTexts as t } from '../texts/brand.ts';
import type { Colours } from './verdicts.ts';

export type View = keyof typeof t.views;
type Shown = { colours: Colours; view: View; name: string; logo: string | undefined };

const s = t.shown;
const styleOf = (roles: ThemeRoles, scheme: string): CSSProperties =>
  ({
    ...Object.fromEntries(Object.entries(roles).map(([role, hex]) => [`--color-${role}`, hex])),
    colorScheme: scheme,
  }) as CSSProperties;

const Entry = () => (
  <>
    <p className="brand-view__title">{s.signIn}</p>
    <Field label={s.document}>
      <TextInput defaultValue="000.000.000-00" />
    </Field>
    <Button block>{s.goOn}</Button>
    <p>
      <Anchor href="#">{s.forgot}</Anchor>
    </p>
  </>
);
const Portal = () => (
  <>
    <p className="brand-view__title">{s.hello}</p>
    <TaskCard
      chip={
        <Chip status="enrollment-pending" icon={ClockIcon}>
          {s.state}
        </Chip>
      }
      title={s.course}
      facts={s.facts}
      ring={<RingProgress done={3} total={6} />}
      next={
        <>
          {s.next} <Anchor href="#">{s.contract}</Anchor>
        </>
      }
      action={
        <>
          <Button block>{s.pay}</Button>
          <Button block kind="tonal">
            {s.steps}
          </Button>
        </>
      }
      urgent
    />
  </>
);
const Payment = () => (
  <>
    <p className="brand-view__title">{s.course}</p>
    <PriceTable
      caption={s.price}
      rows={[
        { label: s.fee, value: 'R$ 389,00' },
        { label: s.discount, value: '− R$ 40,00', discount: true },
      ]}
      total={{ label: s.total, value: 'R$ 349,00' }}
    />
    <Button block>{s.pix}</Button>
    <Button block kind="outline">
      {s.slip}
    </Button>
  </>
);
const Documents = () => (
  <>
    <p className="brand-view__title">{t.views.documents}</p>
    <DocumentList>
      <DocumentRow name={s.documents[0]} look="done" word={s.documentWords[0]} open={false} />
      <DocumentRow name={s.documents[1]} look="waiting" word={s.documentWords[1]} open={false} />
      <DocumentRow
        name={s.documents[2]}
        look="refused"
        act={s.documentWords[2]}
        note={s.refused}
        open={false}
      />
    </DocumentList>
    <Button block>{s.send}</Button>
  </>
);
const VIEWS = { entry: Entry, portal: Portal, payment: Payment, documents: Documents };

/**
 * Pages of the portal with invented data, rendered by its own components in the colours being chosen; nothing in it can be
 * used.
 */
export function BrandPreview({ colours, view, name, logo }: Shown) {
  const tokens = themeTokens(colours.primary, colours);
  const Page = VIEWS[view];
  return (
    <div className="brand-views">
      {(['light', 'dark'] as const).map((scheme) => (
        <figure key={scheme} className="brand-view__frame">
          <figcaption>{t.scheme[scheme]}</figcaption>
          <div className="brand-view" style={styleOf(tokens[scheme], scheme)} inert>
            <div className="brand-view__bar">
              <Logo href="#" name={name} {...(logo ? { src: logo } : {})} />
            </div>
            <div className="brand-view__page">
              <Page />
            </div>
          </div>
        </figure>
      ))}
    </div>
  );
}
