import { ApiError } from '@orbita/client/errors.ts';
import { readVerificationCode, shownVerificationCode } from '@orbita/domain/contract';
import type { Answer } from '@orbita/protocol';
import { Button, ButtonLink } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Disclosure } from '@orbita/ui/disclosure';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Facts } from '@orbita/ui/facts';
import { Field } from '@orbita/ui/field';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { TextInput } from '@orbita/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../base/api.ts';
import { BrandBar } from '../base/brand-bar.tsx';
import { OwnHelp } from '../base/own-help.tsx';
import { useTitle } from '../base/title.ts';
import { tenantDateTime } from '../base/zone.ts';
import { verifyTexts as t } from '../texts/contract.ts';
import './verify.css';

type Verification = Answer<'GET /candidate/contract-verifications/{code}'>;

const CODE = 'codigo';

/** S-52: whether the code on an accepted contract is valid, for anybody who has the document (spec 13.9). */
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
        <LoadFailed title={t.failed} onRetry={() => refetch()} />
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
