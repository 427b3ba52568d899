// Longer than other files: each journey that `npm test` leaves out is listed with the tests that cover it there.
/**
 * Journeys that only `npm run test:full` runs: long walks, interrupted and slow connections, and what is also covered by API
 * tests, by tests of a page's functions or by another journey. Each lists the tests that cover its rule in `npm test`; once a
 * module of those has changed since `main`, `npm test` includes the journey.
 */
export const FULL_JOURNEYS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  checks: {
    'U31 sign-in, profile and privacy pages in two extreme themes': [
      'scripts/theme-pairs.test.ts',
      'e2e/journeys/zoom.spec.ts',
    ],
  },
  'college-from-nothing': {
    'the tutorial: a new college and its first student, using only commands and a browser': [
      'cli/orbita.test.ts',
      'api/tenancy/team/provisioning.test.ts',
    ],
  },
  'console-applications': {
    'K04: an application is ended with a reason, and the page shows what the candidate receives': [
      'api/subscription/leaving.test.ts',
      'e2e/journeys/console-applications.spec.ts',
    ],
    'K04: codes go to a corrected contact only after a second team member confirms it': [
      'api/person/team/held-contacts.test.ts',
      'api/person/team/contacts.test.ts',
    ],
    '25.3.4: a list searched only in part shows what was found so far and can continue': [
      'api/journeys/partial-lists.postgres.test.ts',
    ],
  },
  'console-college': {
    'K08: a new college is set up and enrols a candidate without commands or files': [
      'api/catalogue/edits.test.ts',
      'api/tenancy/team/provisioning.test.ts',
      'e2e/journeys/console-catalogue.spec.ts',
      'e2e/journeys/console-institution.spec.ts',
    ],
  },
  'console-behalf': {
    'staff correct a candidate’s identity and course': [
      'api/journeys/on-behalf.test.ts',
      'api/person/team/contacts.test.ts',
    ],
    'staff mark a candidate’s document as already shown in another one': [
      'api/document/cover.test.ts',
      'api/journeys/on-behalf.test.ts',
    ],
    'staff book a test, request a score and choose electives for a candidate': [
      'api/journeys/on-behalf.test.ts',
    ],
    'staff answer a questionnaire for a candidate, one section at a time': [
      'api/journeys/on-behalf.test.ts',
      'api/admission/admission.test.ts',
    ],
    'staff register an analysis and grant more time for the essay': [
      'api/subscription/team/actions/actions.test.ts',
      'api/enrolment/transfer.test.ts',
    ],
  },
  'console-reviews': {
    'K02: several documents are approved although the response is lost, and the next one opens': [
      'console/act/idempotent-act.test.ts',
      'e2e/journeys/console-documents.spec.ts',
    ],
    'K02: a server error is reported, and the same request is repeated': [
      'console/act/idempotent-act.test.ts',
      'console/document/document.test.ts',
    ],
    'K02: a reviewer sees who decided the open document, and keeps the text already typed': [
      'api/document/team-review.test.ts',
    ],
    'K02: a document released by a colleague can be claimed': ['api/work/work.test.ts'],
    'K02: waiving the last document, and a decision that can no longer be reversed': [
      'api/document/team-review.test.ts',
      'console/document/after-all.test.ts',
    ],
    'K03: an essay released by a grader can be claimed, and the page shows who graded it in the meantime': [
      'api/work/work.test.ts',
    ],
  },
  'console-copies': {
    'K03: quotations from the support texts are marked and do not count as copies, alone or compared': [
      'api/essay/team/quotations.test.ts',
    ],
  },
  'console-documents': {
    'K02: a colleague decides at the same moment, and the last one is still only sent after confirmation': [
      'api/document/last-document.postgres.test.ts',
      'api/document/team-review.test.ts',
      'e2e/journeys/console-documents.spec.ts',
    ],
    'E-04 on a phone, and downloading the original under a generated name': [
      'console/viewer/shared/fit.test.ts',
      'api/document/team-review.test.ts',
    ],
    'K02: refusing with reasons, waiving, reopening, and approving all documents already viewed': [
      'api/document/team-review.test.ts',
    ],
    'K02: two reviewers, and a file changed in the meantime': ['api/work/interleavings.postgres.test.ts'],
    'K02: the list stays in place while others decide, and the review returns to it': [
      'console/document/list-address.test.ts',
      'api/staff/live/live.test.ts',
    ],
    'K02: a skip that failed is shown and repeated with its idempotency key': [
      'e2e/journeys/console-essays.spec.ts',
      'api/work/work.test.ts',
    ],
  },
  'console-entry': {
    'the bar names the institution and links to other teams; the palette offers passkeys': [
      'api/staff/session.test.ts',
    ],
  },
  'console-essays': {
    'K03: after a lost connection and a reload, exactly one grade arrives': [
      'console/essay/kept.test.ts',
      'console/base/line.test.ts',
    ],
    'K03: the second grade is blind, the result is the mean, and diverging grades go to the lead': [
      'api/essay/team/blindness.test.ts',
      'api/essay/essay.test.ts',
    ],
    'K03: an essay withdrawn in the meantime, recognised, taken over, and access lost at once': [
      'api/work/work.test.ts',
      'api/staff/live/live.test.ts',
    ],
  },
  'console-exports': {
    'K08: one export at a time; a failed, stopped or expired export says so': ['api/export/export.test.ts'],
    'a named filter is saved, reopened from the screen and the palette, and removed': [
      'console/base/filters.test.ts',
    ],
    'every list’s filters can be named': ['console/base/filters.test.ts'],
  },
  'console-home': {
    'Início shows the applications opened most recently, limited to the current role': [
      'api/work/opened.test.ts',
      'console/work/opened.test.tsx',
    ],
    'a queue shows how its items stand, and an empty queue offers nothing to start': [
      'api/work/applications.test.ts',
    ],
  },
  'console-hostile': {
    'K02: hostile files can be viewed, enlarged, rotated and decided; nothing runs and nothing leaks': [
      'e2e/journeys/console-viewer.spec.ts',
      'console/viewer/frame/inspect.test.ts',
    ],
    'K02: a spreadsheet is not drawn; it is downloaded under a generated name and decided': [
      'console/document/document.test.ts',
    ],
    'K02: oversized, rotated, disguised and misnamed files': [
      'api/document/upload.test.ts',
      'console/viewer/frame/inspect.test.ts',
    ],
    'K02: keys and thumbnails move between several files and pages': ['console/viewer/shared/fit.test.ts'],
  },
  'console-money': {
    'refunds are paid in parts, once each, and need two people above the limit': [
      'api/payment/refund.test.ts',
      'e2e/journeys/console-payments.spec.ts',
    ],
    'K04: staff who may not move money see who may': ['api/payment/team/application-money.test.ts'],
  },
  'console-payments': {
    'K06: a candidate who cancels within seven days gets a full refund': [
      'api/subscription/leaving.test.ts',
      'api/payment/refund.test.ts',
    ],
  },
  'console-queues': {
    'items assigned to a group go to different members, and to nobody once the group ends': [
      'api/work/groups.test.ts',
      'e2e/journeys/console-queues.spec.ts',
    ],
    'a transfer analysis is claimed, found unfavourable and leads to a refusal, also on a phone': [
      'api/work/applications.test.ts',
      'api/enrolment/transfer.test.ts',
    ],
    'two people register student numbers one after another by keyboard at the same time': [
      'api/work/application-interleavings.postgres.test.ts',
    ],
    'a colleague’s decision is not overwritten, and the queue ends at its list': [
      'api/work/applications.test.ts',
    ],
  },
  'console-reader': {
    'K02 by ear: what a screen reader announces while documents are decided': [
      'e2e/journeys/console-documents.spec.ts',
      'console/document/document.test.ts',
    ],
    'K03 by ear: what a screen reader announces while essays are graded': [
      'e2e/journeys/console-essays.spec.ts',
      'console/essay/mark.test.ts',
    ],
  },
  'console-shared': {
    'K02: Início counts what can be decided, not what is still being checked': ['api/work/work.test.ts'],
    'K02: a decision counts after its claim expires, as long as nobody else claimed the document': [
      'api/work/work.test.ts',
    ],
    'K02: a reviewer who misses a take-over is refused, keeps the note and can take the document back': [
      'api/work/work.test.ts',
    ],
    'K02: a document sent for a candidate is checked by someone else; staff who may not decide see who may': [
      'api/document/team-review.test.ts',
      'api/journeys/on-behalf.test.ts',
    ],
  },
  'console-view': {
    'from the palette: an unfinished essay is not shown, and typing is refused': [
      'api/staff/views/views.test.ts',
      'api/journeys/every-view-call.test.ts',
    ],
  },
  'failure-editor': {
    'U10 U21 a lost connection is reported, and the text is kept and sent when it returns': [
      'web/base/autosave.test.ts',
      'web/base/kept-saver.test.ts',
      'e2e/journeys/editor-offline.spec.ts',
      'e2e/journeys/states.spec.ts',
    ],
    'U13 the stale one of two windows becomes read-only and can take the essay back': [
      'web/base/autosave.test.ts',
      'web/base/kept-saver.test.ts',
      'api/essay/essay.test.ts',
    ],
    'U11 a slow save is followed by a save of the newer text': [
      'web/base/kept-saver.test.ts',
      'web/base/autosave.test.ts',
    ],
    'U10 a failed save is reported and retried': ['web/base/kept-saver.test.ts'],
    'a reload restores text that only the tab has': ['web/base/tab-copy.test.ts'],
    'a power cut at the server loses no text on the page': ['tools/chaos.ts', 'web/base/kept-saver.test.ts'],
    'U21 five seconds after the last keystroke the server has everything, whatever fails next': [
      'web/base/kept-saver.test.ts',
    ],
    'a device clock three hours off changes no countdown': ['web/app/small.test.ts'],
  },
  'failure-payment': {
    'a lost response does not charge a second time': [
      'api/journeys/idempotency.test.ts',
      'web/app/small.test.ts',
      'e2e/journeys/failure-payment.spec.ts',
    ],
    'U25 an expired code can be renewed, and a late payment of it still counts': [
      'api/payment/late-money.test.ts',
      'web/payment/shown-states.test.tsx',
    ],
    'a slow bank leaves one charge that is being checked, then open': ['api/payment/pix-payment.test.ts'],
    'a power cut between payment and notice still confirms once': ['api/payment/killed-process.test.ts'],
    'a duplicate notice confirms once': ['api/payment/pix-payment.test.ts'],
    'the confirmation waits while the mail server is down and is sent once': ['api/messaging/outbox.test.ts'],
  },
  'failure-upload': {
    'U17 an upload in progress can be cancelled': ['web/document/upload-queue.test.ts'],
    'the server checks what the page let through': ['api/document/upload.test.ts'],
    'U17 a file is held while the connection is lost and sent when it returns': [
      'web/document/upload-queue.test.ts',
    ],
    'an upload interrupted by a reload resumes when the file is chosen again': [
      'api/document/resumable/resumable.test.ts',
      'web/document/upload-store.test.ts',
    ],
    'a power cut during an upload leaves only whole files, and the page sends again': [
      'api/document/resumable/resumable.test.ts',
      'web/document/upload-queue.test.ts',
    ],
    'files wait while the scanner is down, and nobody can open them': ['api/document/scanner.test.ts'],
  },
  'first-calls': {
    // One for each step.
    'a step asks what it shows before its scripts come, once its status is known': [
      'web/subscription/pages/first-calls.test.ts',
      'web/base/early.test.ts',
      'e2e/journeys/first-calls.spec.ts',
    ],
  },
  j02: {
    'J02 the first essay is too short, the second is submitted when time runs out, the third is copied': [
      'api/essay/essay.test.ts',
      'e2e/journeys/editor-offline.spec.ts',
    ],
    'J02 starting over withdraws the essay that was submitted when time ran out': ['api/essay/essay.test.ts'],
  },
  j05: {
    'J05 from automatic Pix to withdrawal': [
      'api/journeys/j05-j09-j16.test.ts',
      'api/payment/recurrence/recurrence.test.ts',
      'e2e/journeys/j05.spec.ts',
    ],
    'S-30d paid without authorisation: the first instalment counts, the others are billed by slip': [
      'api/payment/automatic-pix.test.ts',
    ],
  },
  j06: {
    'J06 the ENEM score is refused, not found, too low, given up for the essay, and found': [
      'api/selection/exam-score.test.ts',
      'web/selection/exam-values.test.ts',
    ],
    'J06 only three queries are allowed, and a zero in the essay eliminates': [
      'api/selection/exam-score.test.ts',
    ],
  },
  j07: {
    'J07 a test is booked after a slot fills up, moved, missed and passed, and the enrolment is paid': [
      'api/selection/schedule.test.ts',
      'web/selection/slots.test.ts',
    ],
    'S-14: a late rescheduling leaves the test as booked': ['api/selection/schedule.test.ts'],
    'S-14: with nothing to book the page says so and links onward': ['api/selection/schedule.test.ts'],
  },
  j10: {
    'J10 a day after the third denial the card works again': [
      'api/payment/card-payment.test.ts',
      'web/payment/denial.test.ts',
    ],
    'J10 other methods remain after the limit of attempts': [
      'api/payment/card-payment.test.ts',
      'web/payment/denial.test.ts',
    ],
    'J10 after a denied card the first instalment alone can be paid': [
      'api/payment/card-payment.test.ts',
      'web/payment/denial.test.ts',
    ],
  },
  j12: {
    'J12 from the application fee to a payment at the institution': [
      'api/journeys/j11-j12-j13.test.ts',
      'api/payment/manual-payment.test.ts',
    ],
    'J12 a voucher waives the fee': ['api/payment/preview.test.ts'],
  },
  j13: {
    'J13 two people and the last seat in a class': [
      'api/journeys/j11-j12-j13.test.ts',
      'api/enrolment/class.test.ts',
    ],
  },
  j14: {
    'accepting the contract through a link requires the code sent by e-mail': [
      'api/identity/access-keys/access-keys.test.ts',
    ],
    'links to an essay and to a fee': ['api/identity/access-keys/access-keys.test.ts'],
    'links in two tabs do not interfere with each other, and a revoked one ends': [
      'api/journeys/access-key-scope.test.ts',
    ],
    'the link’s owner, if signed in, keeps full access': ['api/identity/access-keys/access-keys.test.ts'],
  },
  j18: {
    'J18 code by SMS': ['api/identity/codes/codes.test.ts', 'e2e/journeys/sign-in-methods.spec.ts'],
    'J18 when sign-in is off, its controls are gone, and links and live sessions still work': [
      'api/identity/ways-in.test.ts',
      'e2e/journeys/j20-tenants.spec.ts',
    ],
    'J18 S8 password reset by e-mail, with code and with link': [
      'api/identity/passwords/passwords.test.ts',
      'e2e/journeys/sign-in-methods.spec.ts',
    ],
    'J18 changing the password': ['api/identity/passwords/passwords.test.ts'],
    'J18 when the captcha fails, a code still signs in': ['api/identity/passwords/passwords.test.ts'],
    'J18 without "Lembrar de mim" the cookie ends with the browser': [
      'e2e/journeys/j18-sign-in-pages.spec.ts',
      'web/base/session.test.ts',
    ],
  },
  'j18-social': {
    'J18 a new account is linked to its LinkedIn account, and a code confirms the owner': [
      'api/identity/social/social.test.ts',
    ],
    'S5 a return that did not start in this browser, or has another state, is refused': [
      'api/identity/social/social.test.ts',
    ],
    'J18 a forced sign-in by unconfigured Facebook is refused; LinkedIn being down is reported': [
      'api/identity/social/social.test.ts',
    ],
  },
  'j20-shell': {
    'U32: at 400 % zoom the frame needs no sideways scrolling': ['e2e/journeys/zoom.spec.ts'],
    'a lost socket is replaced by polling, and being offline is shown': [
      'web/base/live.test.ts',
      'web/app/live-stream.test.ts',
    ],
  },
  'j20-tenants': {
    'J20, T8: the same CPF is unknown in another tenant': [
      'api/journeys/tenants.test.ts',
      'e2e/journeys/tenants.spec.ts',
    ],
    'an account without the brand host’s filter can see the other institutions': [
      'api/tenancy/brand-and-group.test.ts',
    ],
    'J20: choosing an institution survives a slow, failed or empty response': [
      'api/tenancy/brand-and-group.test.ts',
    ],
  },
  'j20-tracking': {
    'signing in as a minor drops the script': [
      'web/tenancy/tags.test.ts',
      'api/tenancy/tag-scripts.test.ts',
      'e2e/journeys/j20-tracking.spec.ts',
    ],
    'J20: "Aceitar todos" sends the five events in version 2, without personal data': [
      'web/tenancy/campaign.test.ts',
      'e2e/journeys/j20-tracking-page.spec.ts',
    ],
    'J20: "Somente necessários" keeps the data layer empty through an enrolment': [
      'api/tenancy/tag-scripts.test.ts',
      'web/base/foreign-scripts.test.ts',
    ],
    'events from elsewhere are reported on the next allowed page, including S-32': [
      'web/subscription/news.test.ts',
      'web/tenancy/campaign.test.ts',
    ],
    'J20: starting and sending an application are reported with the same random number': [
      'web/tenancy/campaign.test.ts',
    ],
  },
  'k01-provider': {
    'K01 a missing role, missing groups and an unavailable provider each explain the refusal': [
      'api/staff/provider/provider.test.ts',
    ],
    'K01 an invite is accepted through the institution’s provider, only by the invited person': [
      'api/staff/provider/provider.test.ts',
    ],
  },
  leaving: {
    'an application without payments ends at once, but only after that has been checked': [
      'api/subscription/leaving.test.ts',
    ],
    'J05 within seven days everything paid is refunded, and the request can be withdrawn': [
      'api/journeys/j05-j09-j16.test.ts',
      'api/subscription/leaving.test.ts',
    ],
  },
  many: {
    'thirty applications and many courses stay easy to use': ['web/subscription/portal-order.test.ts'],
  },
  'missing-parts': {
    'a missing chunk of the sign-in is reported instead of leaving an empty page': [
      'web/base/chunk-reload.test.ts',
    ],
    'a chunk that fails once is fixed by a reload': ['web/base/chunk-reload.test.ts'],
    'R13 a page whose stylesheet failed to preload opens with it, without a reload': [
      'web/base/chunk-styles.test.ts',
    ],
    'R13 a missing stylesheet does not stop other pages from opening, and loads once the connection is back':
      ['web/base/chunk-styles.test.ts'],
  },
  'missing-settings': {
    'without a contract text acceptance is disabled and says why': [
      'api/subscription/facts-settings.test.ts',
    ],
    'without a price list courses are shown, and contract and payment wait': [
      'api/subscription/facts-settings.test.ts',
    ],
    'without a price list the payment page of a fee says so, and an accepted contract keeps its prices': [
      'api/subscription/facts-settings.test.ts',
      'api/catalogue/edits.test.ts',
    ],
    'without the recipient’s key no Pix is offered': ['api/subscription/facts-settings.test.ts'],
  },
  painted: {
    'a form sent before the scripts arrive waits for them, and no address contains what was typed': [
      'web/base/form.test.ts',
    ],
    'after the back button a form keeps what is typed before its scripts arrive': ['web/base/form.test.ts'],
  },
  'payer-link': {
    'S-54 a link stops working when the candidate ends it or cancels its charge': [
      'api/payment/payer-link/payer-link.test.ts',
    ],
    'S-54 a slip can be paid by its digitable line, its PDF or its Pix': [
      'api/payment/payer-link/payer-link.test.ts',
    ],
  },
  'other-browsers': {
    'J01 in the oldest browsers, which lack methods and fill in fields without an event': [
      'e2e/journeys/j01.spec.ts',
      'ui/polyfills.test.ts',
      'ui/build/floor.test.ts',
    ],
    'a cookie of the institution’s site with the same name as ours changes nothing: abc123': [
      'e2e/journeys/other-browsers.spec.ts',
      'web/base/claims.test.ts',
    ],
    'a cookie of the institution’s site with the same name as ours changes nothing: a.b.c': [
      'e2e/journeys/other-browsers.spec.ts',
      'web/base/claims.test.ts',
    ],
    'everything works if storage is null': [
      'e2e/journeys/other-browsers.spec.ts',
      'web/base/no-copy.test.tsx',
    ],
    'J01 on a page that is translated by a font': [
      'e2e/journeys/other-browsers.spec.ts',
      'ui/names.test.tsx',
    ],
    'J01 on a page that is translated by a text': [
      'e2e/journeys/other-browsers.spec.ts',
      'ui/names.test.tsx',
    ],
  },
  profile: {
    'J05: a candidate signed in with an RNE can add a CPF, but not another account’s': [
      'api/person/person-data.test.ts',
    ],
    'field rules (spec 2.4): browser and form validate as the table says': [
      'domain/person/person.test.ts',
      'web/person/personal-form.test.ts',
    ],
    'after saving, the page returns to where the candidate came from': ['web/person/personal-form.test.ts'],
    'text typed during a save stays': ['web/person/personal-form.test.ts'],
  },
  questionnaire: {
    'U13 the older of two windows chooses which version to keep, and nothing is lost': [
      'web/admission/section-state.test.ts',
    ],
    'U21 U30 text typed offline and by keyboard is kept and sent later': [
      'web/admission/section-state.test.ts',
    ],
  },
  'session-end': {
    'U12 an essay continues where it was, and none of it stays in the browser': [
      'web/base/session-keeper.test.ts',
      'web/base/kept-saver.test.ts',
    ],
    'U12 a different person who signs in over the page gets their own page': [
      'web/base/session-keeper.test.ts',
    ],
    'U12 five minutes before the session ends the person is asked whether to continue': [
      'web/base/session-keeper.test.ts',
    ],
    'U12 signing in in another tab closes the prompt here': ['web/base/session-keeper.test.ts'],
  },
  'slow-line': {
    'an application submitted before its poles arrive is sent with its pole': [
      'web/offering/application.test.ts',
    ],
    'changing the choice cancels an application that is still waiting for its poles': [
      'web/offering/application.test.ts',
    ],
    'U4 a late update does not move the focus back to the heading': ['web/app/page-hooks.test.ts'],
    'the heading takes the focus, however late it appears and whatever covered it': [
      'web/app/page-hooks.test.ts',
    ],
    'the last of several consent changes wins, whichever response arrives first': [
      'web/app/page-work.test.ts',
    ],
    'a late list does not move the focus; a failed one is reported and can be retried': [
      'web/app/page-hooks.test.ts',
    ],
    'ending a link’s access shows the confirmation, although a request of the old page is refused meanwhile':
      ['web/base/session-keeper.test.ts'],
    'a page whose session has ended navigates away once, however many checks notice it': [
      'web/base/session-keeper.test.ts',
    ],
    'the step after the contract keeps its scroll position when its last response arrives': [
      'web/app/page-hooks.test.ts',
    ],
  },
  states: {
    'a session that ended on the server leads to sign-in and back': [
      'web/base/session-keeper.test.ts',
      'e2e/journeys/j20-guards.spec.ts',
      'e2e/journeys/session-end.spec.ts',
    ],
    'events from elsewhere are shown above the step without a reload': [
      'web/subscription/pages/live-reactions.test.ts',
      'e2e/journeys/payment-news.spec.ts',
      'e2e/journeys/standing.spec.ts',
    ],
    'S-14 S-15 S-21 S-27 load in their final shape and report a failed load': [
      'web/subscription/drawn-steps.test.tsx',
    ],
    'a failed load of the payment is reported and can be retried': [
      'e2e/journeys/failure-payment.spec.ts',
      'web/payment/shown-states.test.tsx',
    ],
  },
  j17: {
    'J17 from previous studies to enrolment': [
      'api/enrolment/transfer.test.ts',
      'api/enrolment/enrolment.test.ts',
    ],
  },
  j11: {
    'J11 from the choice of a postgraduate course to the enrolment': [
      'api/journeys/j11-j12-j13.test.ts',
      'web/offering/catalogue.test.ts',
    ],
  },
  j15: {
    'J15 documents up to their limits, five refusals, then the enrolment': [
      'api/document/upload.test.ts',
      'api/document/review.test.ts',
    ],
  },
  j09: {
    'J09 an expired code is renewed, and after the deadline the candidate applies again': [
      'api/payment/charge-expiry.test.ts',
      'web/payment/charge.test.ts',
    ],
  },
  keyboard: {
    'U30 the whole enrolment by keyboard alone': [
      'e2e/journeys/checks.spec.ts',
      'e2e/journeys/standing.spec.ts',
    ],
  },
  'console-approvals': {
    'K10: a role that moves money needs two people; a request is granted, refused with a reason, withdrawn or expires':
      ['api/approval/approval.test.ts', 'e2e/journeys/console-money.spec.ts'],
  },
  'console-phone': {
    'K04: a note can be changed by its author for fifteen minutes': ['api/subscription/team/notes.test.ts'],
  },
  'console-rubric': {
    'E-03 with competences, custom texts and a phone': [
      'console/essay/mark.test.ts',
      'api/essay/essay.test.ts',
      'e2e/journeys/console-essays.spec.ts',
    ],
    'K03: a session that ends while a grade waits for the connection is renewed by a sign-in in place': [
      'console/staff/session-keeper.test.ts',
      'console/essay/kept.test.ts',
    ],
  },
  'console-confirm': {
    'a passkey confirms the person’s identity, even if the session ends behind the dialog': [
      'console/staff/session-keeper.test.ts',
      'api/staff/strength.test.ts',
      'e2e/journeys/console-entry.spec.ts',
    ],
    'K04: an idle page warns, then ends its session; a passkey reopens it in place with its half-written note':
      ['console/staff/session-keeper.test.ts'],
  },
  'card-confirmation': {
    'S-33b an unconfirmed card is not charged, and a card whose bank asks nothing pays': [
      'api/payment/card-payment.test.ts',
      'web/card-fields/cielo/authenticate.test.ts',
    ],
  },
  'decision-review': {
    'D-78 another grader reviews a refused essay, and the page updates': ['api/essay/essay.test.ts'],
  },
  'console-desk': {
    'staff extend a deadline and grant a discount, and the candidate sees both': [
      'api/subscription/team/deadlines/deadlines.test.ts',
      'api/payment/team/discounts.test.ts',
    ],
  },
  'console-page': {
    '25.6.1: an application’s page shows each role only what it may see': [
      'api/journeys/every-staff-call.test.ts',
      'console/subscription/parts.test.ts',
    ],
  },
  j08: {
    'J08 U26 vouchers change the amount due, and a slip is offered while it can still clear in time': [
      'api/payment/preview.test.ts',
      'e2e/journeys/slip.spec.ts',
    ],
  },
  access: {
    'S32 a passkey works as fresh proof': [
      'api/identity/proof/proof.test.ts',
      'web/base/proof-ask.test.ts',
      'e2e/journeys/passkeys.spec.ts',
    ],
    'S32 the account page lists the open sessions and ends one or all others': [
      'api/identity/sessions/sessions.test.ts',
      'api/identity/proof/proof.test.ts',
    ],
  },
  'console-link': {
    'a link is copied if the institution allows it: shown once, listed in the timeline, opening one application':
      ['api/subscription/team/actions/actions.test.ts', 'api/identity/access-keys/access-keys.test.ts'],
  },
  'console-viewer': {
    'what the frame refuses': ['console/viewer/frame/inspect.test.ts'],
  },
  'documents-shortcuts': {
    'D-83 approving the identity document waives the CPF it contains': ['api/document/cover.test.ts'],
  },
  'guardian-link': {
    'S-53 an ended link says so, and one that fails to load can be retried': [
      'api/contract/guardian-link.test.ts',
      'e2e/journeys/guardian-link.spec.ts',
    ],
  },
  j04: {
    'J04 a foreigner without CPF pays by card, month by month': [
      'api/payment/card-payment.test.ts',
      'e2e/journeys/card-confirmation.spec.ts',
      'e2e/journeys/sign-in-methods.spec.ts',
    ],
  },
  'j18-sign-in-pages': {
    'J18 another person’s hand-off replaces the current session': [
      'api/identity/handoff.test.ts',
      'web/base/entry.test.ts',
    ],
  },
  j19: {
    'J19: a new e-mail counts only after its code; accepting the contract locks the identity': [
      'e2e/journeys/access.spec.ts',
      'api/person/person-data.test.ts',
    ],
  },
  'j19-privacy': {
    'the page shows an error when it cannot load, and can be retried': ['e2e/journeys/states.spec.ts'],
  },
  'j20-tracking-page': {
    'U1, J20: /tracking shows each status’s label and colour and one way to continue': [
      'api/subscription/statuses.test.ts',
      'scripts/theme-pairs.test.ts',
      'e2e/journeys/j20-tracking-page.spec.ts',
    ],
  },
  passkeys: {
    'a passkey is not shown to other hosts, and does not sign in without user verification': [
      'api/identity/passkeys/passkeys.test.ts',
    ],
    'U12 a passkey signs in again over a page whose session has ended': [
      'web/base/session-keeper.test.ts',
      'api/identity/passkeys/passkeys.test.ts',
    ],
  },
  'sign-in-methods': {
    'J04 S4 a foreigner creates an account with a passport and a password of 64 characters': [
      'web/identity/sign-up-values.test.ts',
      'domain/person/person.test.ts',
      'api/identity/passwords/passwords.test.ts',
      'e2e/journeys/j20-tenants.spec.ts',
    ],
    'J05 a foreigner signs in with an RNE typed in lower case': ['api/identity/ways-in.test.ts'],
    'S-08 a person imported by an institution signs in by code': [
      'api/identity/codes/codes.test.ts',
      'e2e/journeys/j18-information.spec.ts',
    ],
  },
  standing: {
    'an interview is requested, and its date appears on the open page': [
      'api/admission/admission.test.ts',
      'web/admission/interview-values.test.ts',
    ],
  },
  tenants: {
    'an account of alfa is unknown on beta': ['api/journeys/tenants.test.ts'],
    'a session of alfa opens nothing on beta': ['api/journeys/tenants.test.ts'],
  },
  whatsapp: {
    'WhatsApp: agreed to at sign-up, read on the phone': ['api/messaging/whatsapp/whatsapp.test.ts'],
  },
  abroad: {
    'S-24: the enrolment of somebody abroad goes on to the payment, where the slip says why it is not offered':
      ['api/journeys/abroad.test.ts', 'web/person/home-form.test.ts', 'e2e/journeys/abroad.spec.ts'],
  },
  'console-catalogue': {
    'K09: an intake is copied, and a first offer is made from its template, by two people': [
      'api/catalogue/edits.test.ts',
      'console/catalogue/catalogue.test.ts',
      'e2e/journeys/console-catalogue.spec.ts',
    ],
  },
  'console-reminders': {
    'K04: stalled candidates are filtered, given an owner and reminded once, after a preview of the message':
      [
        'api/subscription/team/reminders/reminders.postgres.test.ts',
        'api/subscription/team/routes.test.ts',
        'console/subscription/list.test.ts',
      ],
  },
  j03: {
    'J03 S18 a minor needs a guardian, who confirms by code and pays': [
      'api/contract/confirm.test.ts',
      'domain/enrolment/enrolment.test.ts',
      'api/enrolment/enrolment.test.ts',
      'e2e/journeys/guardian-link.spec.ts',
      'e2e/journeys/slip.spec.ts',
    ],
  },
  photos: {
    'U17 photos are ordered, rotated and checked before upload, and kept for later': [
      'web/document/photos/photo-list.test.ts',
      'web/document/photos/photo-pdf.test.ts',
      'web/document/photos/sharpness.test.ts',
      'e2e/journeys/photos.spec.ts',
    ],
  },
};
