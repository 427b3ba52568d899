import { readVerificationCode, shownVerificationCode } from '@orbita/domain/contract';
import type { Answer } from '@orbita/protocol';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ApiError, call } from '../app/api.ts';
import { BrandBar } from '../app/brand-bar.tsx';
import { OwnHelp } from '../app/own-help.tsx';
import { useTitle } from '../app/title.ts';
import { tenantDateTime } from '../app/zone.ts';
import { verifyTexts as t } from '../texts/contract.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Facts } from '../ui/facts.tsx';
import { Field } from '../ui/field.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { TextInput } from '../ui/text-input.tsx';
import './verify.css';

type Verification = Answer<'GET /candidate/contract-verifications/{code}'>;

const CODE = 'codigo';

/** S-52: whether a code on an accepted contract is valid, for anybody who holds the paper (spec 13.9). */
export default function VerifyPage() {
  const { code } = useParams();
  useTitle(t.title);
  return (
    <>
      <BrandBar narrow />
      <Page width="task">
        {code === undefined ? <Ask /> : <Answered key={code} code={code} />}
        <OwnHelp />
      </Page>
    </>
  );
}

function Ask({ typed = '', above }: { typed?: string; above?: ReactNode }) {
  const navigate = useNavigate();
  const [value, setValue] = useState(typed);
  const [wrong, setWrong] = useState(false);
  const [tries, setTries] = useState(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = readVerificationCode(value);
    if (code) return void navigate(`/verificar/${code}`);
    setWrong(true);
    setTries(tries + 1);
  };
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      {above}
      <form className="stack" onSubmit={submit} noValidate>
        <ErrorSummary errors={wrong ? [{ id: CODE, message: t.wrong }] : []} focusOn={tries} />
        <Field id={CODE} label={t.code} hint={t.hint} error={wrong && t.wrong}>
          <TextInput
            value={value}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="go"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => {
              setValue(event.target.value);
              setWrong(false);
            }}
          />
        </Field>
        <Button type="submit" block>
          {t.verify}
        </Button>
      </form>
    </>
  );
}

function Answered({ code }: { code: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['contract-verification', code],
    queryFn: () => call('GET /candidate/contract-verifications/{code}', { params: { code } }),
    retry: (count, failure) => count < 2 && !(failure instanceof ApiError && failure.status < 500),
  });
  if (data) return <Proof code={code} found={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return (
      <Ask
        typed={code}
        above={
          <Notice kind="danger" role="alert" title={t.unknown}>
            {t.unknownHelp}
          </Notice>
        }
      />
    );
  return (
    <>
      <PageHead title={t.title} />
      {error ? (
        <LoadFailed title={t.failed} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t.loading}>
          <Skeleton height="14rem" />
        </Loading>
      )}
    </>
  );
}

function Proof({ code, found }: { code: string; found: Verification }) {
  const { state, voidedAt } = found;
  return (
    <>
      <PageHead title={t.title} />
      {state === 'valid' ? (
        <Notice kind="success" role="status" title={t.valid} />
      ) : (
        <Notice kind="warning" role="status" title={t.void(voidedAt ? tenantDateTime(voidedAt) : '')}>
          {t.voidHelp}
        </Notice>
      )}
      <Card className="stack">
        <Facts
          facts={[
            { label: t.institution, value: found.institution },
            { label: t.contract, value: found.contract },
            { label: t.acceptedAt, value: tenantDateTime(found.acceptedAt) },
            {
              label: t.code,
              value: (
                <span className="verified-code" translate="no">
                  {shownVerificationCode(code)}
                </span>
              ),
            },
          ]}
        />
        <p className="small muted">{t.compare}</p>
        <Disclosure summary={t.details}>
          <Facts facts={[{ label: t.hash, value: <span className="verified-code">{found.hash}</span> }]} />
        </Disclosure>
      </Card>
      <ButtonLink kind="outline" block href="/verificar">
        {t.another}
      </ButtonLink>
    </>
  );
}
