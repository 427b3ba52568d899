import type { Act, ActProps } from '../act/props.ts';
import { QuestionnaireDialog } from '../admission/questionnaire-dialog.tsx';
import { FileDialog } from '../document/file-dialog.tsx';
import { AnalysisDialog } from '../enrolment/analysis-dialog.tsx';
import { DisciplinesDialog } from '../enrolment/disciplines-dialog.tsx';
import { AttemptDialog, StudentDialog } from '../enrolment/number-dialogs.tsx';
import { AccommodationDialog } from '../essay/accommodation-dialog.tsx';
import { ConfirmationDialog } from '../identity/confirmation-dialog.tsx';
import { CopyLinkDialog } from '../identity/copy-link-dialog.tsx';
import { CancelLinksDialog, LinkDialog } from '../identity/link-dialogs.tsx';
import { DiscountDialog } from '../payment/discount-dialog.tsx';
import { ReceiveDialog } from '../payment/receive-dialog.tsx';
import { RefundDialog } from '../payment/refund-dialog.tsx';
import { RefusePaymentDialog, SettleDialog } from '../payment/settle-dialogs.tsx';
import { ContactDialog } from '../person/contact-dialog.tsx';
import { IdentityDialog } from '../person/identity-dialog.tsx';
import { AllInstitutionsDialog, BlockDialog, UnblockDialog } from '../person/person-act-dialogs.tsx';
import { ExamDialog } from '../selection/exam-dialog.tsx';
import { TestDialog } from '../selection/test-dialog.tsx';
import { ViewDialog } from '../staff/view-dialog.tsx';
import { CourseDialog } from './course-dialog.tsx';
import { DeadlineDialog } from './deadline-dialog.tsx';
import { DossierDialog } from './dossier-dialog.tsx';
import { ApproveDialog, DisqualifyDialog, ReinstateDialog, RejectDialog } from './move-dialogs.tsx';
import { StuckPapersDialog } from './stuck-papers-dialog.tsx';

const DIALOGS: Readonly<Record<Act, (props: ActProps) => React.ReactNode>> = {
  'send-link': LinkDialog,
  'ask-confirmation': ConfirmationDialog,
  'copy-link': CopyLinkDialog,
  'view-as-candidate': ViewDialog,
  'cancel-links': CancelLinksDialog,
  'correct-contact': ContactDialog,
  'correct-identity': IdentityDialog,
  'change-course': CourseDialog,
  'extend-deadline': DeadlineDialog,
  dossier: DossierDialog,
  'give-discount': DiscountDialog,
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
  'settle-payment': SettleDialog,
  'refuse-payment': RefusePaymentDialog,
  refund: RefundDialog,
  'retry-papers': StuckPapersDialog,
  'student-number': StudentDialog,
  'approve-selection': ApproveDialog,
  'reject-selection': RejectDialog,
};

/** The dialog of one act about an application (spec 25.6.2). */
export default function ActionDialog({ act, ...props }: ActProps & { act: Act }) {
  const Asks = DIALOGS[act];
  return <Asks {...props} />;
}
