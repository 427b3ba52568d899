import { openingReasonTexts } from '@orbita/domain/subscription';
import { Choice, Choices } from '@orbita/ui/choice';

type Props<R extends keyof typeof openingReasonTexts> = {
  reasons: readonly R[];
  reason: R | undefined;
  legend: string;
  error: string | false;
  onChange: (reason: R) => void;
};

/** The reason for opening a person's data, which the audit stores as a code. */
export const OpeningReason = <R extends keyof typeof openingReasonTexts>(props: Props<R>) => (
  <Choices
    legend={<span className="field__label">{props.legend}</span>}
    error={props.error === false ? undefined : props.error}
  >
    {props.reasons.map((one) => (
      <Choice
        key={one}
        name="reason"
        checked={props.reason === one}
        onChange={() => props.onChange(one)}
        title={openingReasonTexts[one]}
      />
    ))}
  </Choices>
);
