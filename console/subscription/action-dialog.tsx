import { AccommodationDialog } from './accommodation-dialog.tsx';
import type { Act } from './actions.tsx';
import { AnalysisDialog } from './analysis-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { CopyLinkDialog } from './copy-link-dialog.tsx';
import { CourseDialog } from './course-dialog.tsx';
import { DisciplinesDialog } from './disciplines-dialog.tsx';
import { ExamDialog } from './exam-dialog.tsx';
import { FileDialog } from './file-dialog.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { CancelLinksDialog, LinkDialog } from './link-dialogs.tsx';
import { ApproveDialog, DisqualifyDialog, ReinstateDialog, RejectDialog } from './move-dialogs.tsx';
import { AttemptDialog, StudentDialog } from './number-dialogs.tsx';
import type { Outcome } from './outcome.tsx';
import { AllInstitutionsDialog, BlockDialog, UnblockDialog } from './person-act-dialogs.tsx';
import { QuestionnaireDialog } from './questionnaire-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import type { Application } from './status.tsx';
import { TestDialog } from './test-dialog.tsx';
import { ViewDialog } from './view-dialog.tsx';

export type ActProps = {
  application: Application;
  onClose: () => void;
  /** The server has done it. */
  onDone: () => Promise<void>;
  /** The server has done it, or keeps it for a second person: what to say instead of the words of the act. */
  onOutcome: (outcome: Outcome) => Promise<void>;
};

const DIALOGS: Readonly<Record<Act, (props: ActProps) => React.ReactNode>> = {
  'send-link': LinkDialog,
  'copy-link': CopyLinkDialog,
  'view-as-candidate': ViewDialog,
  'cancel-links': CancelLinksDialog,
  'correct-contact': ContactDialog,
  'correct-identity': IdentityDialog,
  'change-course': CourseDialog,
  reinstate: ReinstateDialog,
  disqualify: DisqualifyDialog,
  block: BlockDialog,
  unblock: UnblockDialog,
  'see-all-institutions': AllInstitutionsDialog,
  'book-test': TestDialog,
  'ask-exam-score': ExamDialog,
  'send-document': FileDialog,
  'choose-disciplines': DisciplinesDialog,
  'answer-questionnaire': QuestionnaireDialog,
  'grant-attempt': AttemptDialog,
  'grant-accommodations': AccommodationDialog,
  'analyse-disciplines': AnalysisDialog,
  'receive-payment': ReceiveDialog,
  refund: RefundDialog,
  'student-number': StudentDialog,
  'approve-selection': ApproveDialog,
  'reject-selection': RejectDialog,
};

/** The dialog of one act about an application (spec 25.6.2). */
export default function ActionDialog({ act, ...props }: ActProps & { act: Act }) {
  const Asks = DIALOGS[act];
  return <Asks {...props} />;
}
