import { ButtonLink } from '@orbita/ui/button';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { CircleIcon } from '@orbita/ui/icons/circle';
import { Anchor } from '@orbita/ui/link';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { useMay, useMe } from '../base/me.ts';
import { firstDayTexts as t } from '../texts/first-day.ts';
import { Section } from '../ui/page.tsx';
import { Accounts } from './accounts.tsx';
import '../styles/parts.css';

/** Steps of the first day for people who see the catalogue, while one of them is left. */
function useSteps() {
  const may = useMay()('catalogue.read');
  const { data } = useQuery({
    queryKey: ['catalogue', 'first-day'],
    enabled: may,
    queryFn: ({ signal }) => call('GET /operations/catalogue/first-day', { signal, background: true }),
  });
  const steps = data?.steps ?? [];
  return { steps, left: steps.filter(({ done }) => !done).length, known: data !== undefined };
}

/** What a new college has and what is left, each with the page where it is done (spec 25.5). */
export function FirstDay({ always = false }: { always?: boolean }) {
  const { steps, left, known } = useSteps();
  if (!known || (left === 0 && !always)) return null;
  return (
    <Section
      title={t.title(steps.length - left, steps.length)}
      aside={<Anchor href="/manual/inicio">{t.guide}</Anchor>}
    >
      <p className="meta">{t.lead}</p>
      <ul className="rows">
        {steps.map(({ step, done }) => {
          const [name, what, href] = t.steps[step];
          const Icon = done ? CheckCircleIcon : CircleIcon;
          return (
            <li key={step}>
              <Icon small />
              <div>
                <b>{name}</b> <VisuallyHidden>{done ? t.done : t.open}</VisuallyHidden>
                <small>{what}</small>
                {step === 'payment' && <OwnAccounts />}
              </div>
              <ButtonLink
                small
                kind={done ? 'quiet' : 'outline'}
                href={href}
                aria-label={`${done ? t.review : t.begin}: ${name}`}
              >
                {done ? t.review : t.begin}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Accounts of the current institution, in the place where they are tested. */
function OwnAccounts() {
  const me = useMe();
  return <Accounts institution={(useInstitution() ?? me.institutions[0])?.code ?? ''} />;
}

/** The same on one line, if other work comes first. */
export function FirstDayLine() {
  const { steps, left } = useSteps();
  if (left === 0) return null;
  return (
    <p>
      {t.title(steps.length - left, steps.length)}. <Anchor href="/primeiro-dia">{t.line}</Anchor>
    </p>
  );
}
