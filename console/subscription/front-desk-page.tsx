import { ApiError } from '@orbita/client/errors.ts';
import { serverNow } from '@orbita/client/server-clock.ts';
import { SCHOOLING_LEVELS, type SchoolingLevel } from '@orbita/domain/enrolment';
import { courseName } from '@orbita/domain/foundation';
import { asksExpectedYear, expectedYearProblem } from '@orbita/domain/offering';
import type { Answer } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Check } from '@orbita/ui/check';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { IdempotentFields } from '../act/idempotent-fields.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { useIdempotentAct } from '../act/use-idempotent-act.ts';
import { call } from '../base/api.ts';
import { useInstitution } from '../base/institution.ts';
import { DialogFailure } from '../base/states.tsx';
import { useScreenTitle } from '../base/title.ts';
import { localDay } from '../base/zone.ts';
import { applyTexts as t } from '../texts/front-desk.ts';
import { unknownOutcomeTexts } from '../texts/subscription-money.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import '../styles/application.css';

type Course = Answer<'GET /operations/front-desk/offers'>['data'][number];
type Made = Answer<'POST /operations/front-desk/applications'>;
type DocumentType = keyof typeof t.types;
type Paper = keyof typeof t.papers;

const EMPTY = {
  documentType: 'cpf' as DocumentType,
  document: '',
  name: '',
  birthDate: '',
  email: '',
  cellPhone: '',
  paper: undefined as Paper | undefined,
  level: '' as SchoolingLevel | '',
  expectedYear: '',
  consent: false,
};
type Typed = typeof EMPTY;

const keyOf = ({ offerCode, courseCode }: Course): string => `${offerCode}/${courseCode}`;

/** E-02 `/inscricoes/nova`: an application for somebody at the front desk (spec 25.6.3). */
export default function FrontDeskPage() {
  useScreenTitle(t.title);
  const [made, setMade] = useState<Made>();
  return (
    <Content>
      <Head title={made ? t.done(made.id) : t.title} lead={made ? undefined : t.lead} />
      {made ? <Done made={made} onAnother={() => setMade(undefined)} /> : <Apply onMade={setMade} />}
    </Content>
  );
}

function Done({ made, onAnother }: { made: Made; onAnother: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="stack" ref={place} tabIndex={-1}>
      <Notice kind="success" title={made.linked ? t.linked : t.byCode}>
        <p>{made.made ? t.notYours : t.known}</p>
      </Notice>
      <div className="row">
        <ButtonLink href={`/inscricoes/${made.id}`}>{t.open}</ButtonLink>
        <Button kind="outline" onClick={onAnother}>
          {t.another}
        </Button>
      </div>
    </div>
  );
}

/** Errors by field, checked before anything is sent. */
const schoolingOf = (level: SchoolingLevel, year: string) => ({
  level,
  ...(asksExpectedYear(level) && year.trim() ? { expectedYear: Number(year) } : {}),
});

const yearProblem = (level: SchoolingLevel, year: string): string | undefined =>
  expectedYearProblem(schoolingOf(level, year), localDay(new Date(serverNow()).toISOString()));

function problemsOf(typed: Typed, course: Course | undefined, pole: string | undefined) {
  const asked = (text: string) => (text.trim() ? undefined : t.required);
  return {
    course: course ? undefined : t.courseMissing,
    pole: pole ? undefined : t.poleMissing,
    document: asked(typed.document),
    name: asked(typed.name),
    birthDate: asked(typed.birthDate),
    level: asked(typed.level),
    expectedYear: typed.level ? yearProblem(typed.level, typed.expectedYear) : undefined,
    paper: typed.paper ? undefined : t.paperMissing,
    consent: typed.consent ? undefined : t.consentMissing,
  };
}

type Body = Parameters<typeof post>[0];
const post = (
  body: NonNullable<Parameters<typeof call<'POST /operations/front-desk/applications'>>[1]>['body'],
  idempotencyKey: string,
) => call('POST /operations/front-desk/applications', { body, idempotencyKey });

function bodyOf(typed: Typed, course: Course, poleCode: string): Body {
  const {
    level,
    expectedYear,
    paper = 'identity-card',
    consent: _agreed,
    email,
    cellPhone,
    ...person
  } = typed;
  return {
    ...person,
    ...(email.trim() ? { email } : {}),
    ...(cellPhone.trim() ? { cellPhone } : {}),
    paper,
    consent: true,
    offerCode: course.offerCode,
    courseCode: course.courseCode,
    poleCode,
    schooling: level ? schoolingOf(level, expectedYear) : { level },
  };
}

const toldOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.fields.find((one) => one.field.split('.').at(-1) === field)?.message
    : undefined;

function Apply({ onMade }: { onMade: (made: Made) => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const [course, setCourse] = useState<Course>();
  const [pole, setPole] = useState<string>();
  const [tried, setTried] = useState(false);
  const act = useIdempotentAct({ name: 'front desk', send: post, onSuccess: onMade });
  const { unknown } = act;
  const problems = problemsOf(typed, course, pole);
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const errorOf = (field: keyof typeof problems | 'email' | 'cellPhone'): string | undefined =>
    (tried && field in problems && problems[field as keyof typeof problems]) || toldOf(act.error, field);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (act.isPending) return;
    setTried(true);
    if (unknown) return act.send(unknown);
    if (course && pole && !Object.values(problems).some(Boolean)) act.send(bodyOf(typed, course, pole));
  };
  const text = (field: 'document' | 'name' | 'birthDate' | 'email' | 'cellPhone' | 'expectedYear') => ({
    value: typed[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => set({ [field]: event.currentTarget.value }),
  });
  const wrong = tried && Object.values(problems).some(Boolean);
  return (
    <form className="stack" onSubmit={send} noValidate>
      {wrong && <Notice kind="danger" role="alert" title={t.wrong} />}
      {act.error && <Refused error={act.error} />}
      <IdempotentFields unknown={unknown !== undefined}>
        <Section title={t.course}>
          <CourseFields
            course={course}
            pole={pole}
            errors={{ course: errorOf('course'), pole: errorOf('pole') }}
            onCourse={(next) => {
              setCourse(next);
              setPole(next.poles.length === 1 ? next.poles[0]?.code : undefined);
            }}
            onPole={setPole}
          />
        </Section>
        <Section title={t.person}>
          <div className="stack">
            <Field label={t.documentType}>
              <Select
                value={typed.documentType}
                options={Object.entries(t.types).map(([value, label]) => ({ value, label }))}
                onChange={(event) => set({ documentType: event.currentTarget.value as DocumentType })}
              />
            </Field>
            <Field label={t.document} error={errorOf('document')}>
              <TextInput code maxLength={60} {...text('document')} />
            </Field>
            <Field label={t.name} error={errorOf('name')}>
              <TextInput maxLength={400} {...text('name')} />
            </Field>
            <Field label={t.birthDate} error={errorOf('birthDate')}>
              <TextInput type="date" {...text('birthDate')} />
            </Field>
            <Field label={t.email} hint={t.contactHint} error={errorOf('email')}>
              <TextInput type="email" maxLength={254} {...text('email')} />
            </Field>
            <Field label={t.cellPhone} error={errorOf('cellPhone')}>
              <TextInput type="tel" maxLength={30} {...text('cellPhone')} />
            </Field>
            <Field label={t.schooling} error={errorOf('level')}>
              <Select
                placeholder={t.select}
                value={typed.level}
                options={SCHOOLING_LEVELS.map(({ code, label }) => ({ value: code, label }))}
                onChange={(event) => set({ level: event.currentTarget.value as SchoolingLevel })}
              />
            </Field>
            {typed.level !== '' && asksExpectedYear(typed.level) && (
              <Field label={t.expectedYear} error={errorOf('expectedYear')}>
                <TextInput code inputMode="numeric" maxLength={4} {...text('expectedYear')} />
              </Field>
            )}
            <Choices legend={<span className="field__label">{t.paper}</span>} error={errorOf('paper')}>
              {Object.entries(t.papers).map(([paper, label]) => (
                <Choice
                  key={paper}
                  name="paper"
                  checked={typed.paper === paper}
                  onChange={() => set({ paper: paper as Paper })}
                  title={label}
                />
              ))}
            </Choices>
            <Check
              checked={typed.consent}
              error={errorOf('consent')}
              onChange={(event) => set({ consent: event.currentTarget.checked })}
            >
              {t.consent}
            </Check>
          </div>
        </Section>
      </IdempotentFields>
      <p className="muted">{t.notYours}</p>
      <div className="row">
        <Button type="submit" busy={act.isPending && t.busy}>
          {unknown ? unknownOutcomeTexts.again : t.verb}
        </Button>
      </div>
    </form>
  );
}

/** Why the server refused, with a link to the existing application. */
function Refused({ error }: { error: unknown }) {
  const first = error instanceof ApiError && error.code === 'SUBSCRIPTION_EXISTS' ? error.more.id : undefined;
  return (
    <>
      <DialogFailure error={error} />
      {typeof first === 'number' && (
        <div className="row">
          <ButtonLink kind="outline" small href={`/inscricoes/${first}`}>
            {t.exists(first)}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

type CourseFieldsProps = {
  course: Course | undefined;
  pole: string | undefined;
  errors: { course: string | undefined; pole: string | undefined };
  onCourse: (course: Course) => void;
  onPole: (pole: string) => void;
};

function CourseFields({ course, pole, errors, onCourse, onPole }: CourseFieldsProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const institution = useInstitution()?.code;
  const { data, error, refetch } = useQuery({
    queryKey: ['front-desk', 'offers', q, institution ?? null],
    queryFn: ({ signal }) =>
      call('GET /operations/front-desk/offers', {
        query: { ...(q ? { q } : {}), ...(institution ? { institution } : {}) },
        signal,
      }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  return (
    <div className="stack">
      <Field label={t.find} hint={t.findHint}>
        <TextInput type="search" autoComplete="off" maxLength={100} {...typing(typed, setTyped)} />
      </Field>
      {!data && <Awaited label={t.loading} error={error} onRetry={() => refetch()} places={['9rem']} />}
      {data && (
        <Choices legend={t.course} legendHidden error={errors.course}>
          {shownCourses(data.data, course).map((one) => (
            <Choice
              key={keyOf(one)}
              name="course"
              checked={course !== undefined && keyOf(one) === keyOf(course)}
              onChange={() => onCourse(one)}
              title={courseName(one.courseName)}
              note={`${one.offerName} · ${one.ingress}`}
            />
          ))}
        </Choices>
      )}
      {data?.data.length === 0 && <p className="muted">{t.noCourse}</p>}
      {data && data.total > data.data.length && <p className="muted">{t.moreCourses}</p>}
      {course && (
        <Choices legend={<span className="field__label">{t.pole}</span>} error={errors.pole}>
          {course.poles.map(({ code, name, left }) => (
            <Choice
              key={code}
              name="pole"
              checked={pole === code}
              disabled={left === 0}
              onChange={() => onPole(code)}
              title={name}
              note={t.left(left)}
            />
          ))}
        </Choices>
      )}
    </div>
  );
}

/** The chosen course stays visible whatever is searched for afterwards. */
const shownCourses = (found: readonly Course[], chosen: Course | undefined): readonly Course[] =>
  chosen && !found.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen, ...found] : found;
