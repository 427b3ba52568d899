import { Button, ButtonLink } from '@orbita/ui/button';
import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { CircleIcon } from '@orbita/ui/icons/circle';
import { Anchor } from '@orbita/ui/link';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, textOf } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { holdsFor, useMay, useMe } from '../base/me.ts';
import { firstDayTexts as t } from '../texts/first-day.ts';
import { Section } from '../ui/page.tsx';
import '../styles/parts.css';

/** Steps of the first day for who sees the catalogue, while one of them is left. */
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
              <span>
                <b>{name}</b> <VisuallyHidden>{done ? t.done : t.open}</VisuallyHidden>
                <small>{what}</small>
                {step === 'payment' && done && <TryAccount />}
              </span>
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

/** Asks the bank about the account, for who settles payments; nothing is charged. */
function TryAccount() {
  const me = useMe();
  const code = (useInstitution() ?? me.institutions[0])?.code ?? '';
  const act = useMutation({
    mutationFn: () => call('POST /operations/provider-checks', { body: { institution: code } }),
  });
  if (!holdsFor(me, ['payments.settle'], code)) return null;
  const failed = act.data?.steps.find(({ ok }) => !ok);
  return (
    <>
      <Button small kind="quiet" busy={act.isPending && t.testing} onClick={() => act.mutate()}>
        {t.test}
      </Button>
      <small role="status">
        {act.error ? textOf(act.error) : act.data && (failed ? t.refused(failed.words) : t.tested)}
      </small>
    </>
  );
}

/** The same in a line, where other work comes first. */
export function FirstDayLine() {
  const { steps, left } = useSteps();
  if (left === 0) return null;
  return (
    <p>
      {t.title(steps.length - left, steps.length)}. <Anchor href="/primeiro-dia">{t.line}</Anchor>
    </p>
  );
}
