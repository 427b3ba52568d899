// Longer than other files: each journey that `npm test` leaves out is listed with the tests that cover it there.
/**
 * Journeys that only `npm run test:full` runs: long walks, interrupted and slow connections, and what is also covered by API
 * tests, by tests of a page's functions or by another journey. Each lists the tests that cover its rule in `npm test`; once a
 * module of those has changed since `main`, `npm test` includes the journey.
 */
export const FULL_JOURNEYS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  checks: {
    'U31 ways in, own data and privacy in two extreme themes': [
      'scripts/theme-pairs.test.ts',
      'e2e/journeys/zoom.spec.ts',
    ],
  },
  'college-from-nothing': {
    'the tutorial: a new college and its first student, by command and browser alone': [
      'cli/orbita.test.ts',
      'api/tenancy/team/provisioning.test.ts',
    ],
  },
  'console-applications': {
    'K04: an application is ended with a reason, and the page says what the person gets': [
      'api/subscription/leaving.test.ts',
      'e2e/journeys/console-applications.spec.ts',
    ],
    'K04: codes go to a corrected contact once somebody else of the team confirmed it': [
      'api/person/team/held-contacts.test.ts',
      'api/person/team/contacts.test.ts',
    ],
    '25.3.4: a list that was not looked through says what was found so far, and goes on': [
      'api/journeys/partial-lists.postgres.test.ts',
    ],
  },
  'console-college': {
    'K08: a college opens from nothing and enrols somebody without a command or a file': [
      'api/catalogue/edits.test.ts',
      'api/tenancy/team/provisioning.test.ts',
      'e2e/journeys/console-catalogue.spec.ts',
      'e2e/journeys/console-institution.spec.ts',
    ],
  },
  'console-behalf': {
    'identity and course of somebody are put right': [
      'api/journeys/on-behalf.test.ts',
      'api/person/team/contacts.test.ts',
    ],
    'a document that another one shows is marked for somebody': [
      'api/document/cover.test.ts',
      'api/journeys/on-behalf.test.ts',
    ],
    'a test is booked, a score asked and electives chosen for somebody': ['api/journeys/on-behalf.test.ts'],
    'a questionnaire is answered for somebody, a part at a time': [
      'api/journeys/on-behalf.test.ts',
      'api/admission/admission.test.ts',
    ],
    'an analysis is registered, and more time is granted for the essay': [
      'api/subscription/team/actions/actions.test.ts',
      'api/enrolment/transfer.test.ts',
    ],
  },
  'console-reviews': {
    'K02: several approved over a line that loses the answer, and what opens then': [
      'console/act/idempotent-act.test.ts',
      'e2e/journeys/console-documents.spec.ts',
    ],
    'K02: a failure of the server says so, and the same goes once more': [
      'console/act/idempotent-act.test.ts',
      'console/document/document.test.ts',
    ],
    'K02: who decided is shown to whoever had the document, with her text kept': [
      'api/document/team-review.test.ts',
    ],
    'K02: what another person gave back is taken up': ['api/work/work.test.ts'],
    'K02: the last one waived, and what cannot be reopened any more': [
      'api/document/team-review.test.ts',
      'console/document/after-all.test.ts',
    ],
    'K03: what a grader gave back is taken up, and who marked it meanwhile is shown': [
      'api/work/work.test.ts',
    ],
  },
  'console-copies': {
    'K03: what is quoted of the support texts is marked and makes no copy, alone and compared': [
      'api/essay/team/quotations.test.ts',
    ],
  },
  'console-documents': {
    'E-04 on a phone, and the original under a name of our own': [
      'console/viewer/shared/fit.test.ts',
      'api/document/team-review.test.ts',
    ],
    'K02: refusing with its reasons, waiving, reopening, and all that were seen': [
      'api/document/team-review.test.ts',
    ],
    'K02: two reviewers, and a file that was changed meanwhile': ['api/work/interleavings.postgres.test.ts'],
    'K02: the list stays while others decide, and the review leads back to it': [
      'console/document/list-address.test.ts',
      'api/staff/live/live.test.ts',
    ],
    'K02: a skip that did not arrive is shown, and sent again with its key': [
      'e2e/journeys/console-essays.spec.ts',
      'api/work/work.test.ts',
    ],
  },
  'console-entry': {
    'the bar shows whose institution it is and leads to other teams; the palette knows the passkeys': [
      'api/staff/session.test.ts',
    ],
  },
  'console-essays': {
    'K03: the line is lost, the page loaded anew, and one grade arrives': [
      'console/essay/kept.test.ts',
      'console/base/line.test.ts',
    ],
    'K03: the second grade is blind, both make the mean, and marks apart go to the lead': [
      'api/essay/team/blindness.test.ts',
      'api/essay/essay.test.ts',
    ],
    'K03: withdrawn meanwhile, recognised, taken over, and out at once': [
      'api/work/work.test.ts',
      'api/staff/live/live.test.ts',
    ],
  },
  'console-exports': {
    'K08: one file at a time; what fails, is stopped or is over says so': ['api/export/export.test.ts'],
    'a filter gets a name, leads back from the screen and the palette, and goes': [
      'console/base/filters.test.ts',
    ],
    'the filters of every list can be named': ['console/base/filters.test.ts'],
  },
  'console-home': {
    'Início shows the applications opened last, as far as the role of today goes': [
      'api/work/opened.test.ts',
      'console/work/opened.test.tsx',
    ],
    'a queue shows where its items stand, and nothing to begin with where it is empty': [
      'api/work/applications.test.ts',
    ],
  },
  'console-hostile': {
    'K02: files made to harm are looked at, enlarged, turned and decided; nothing runs, nothing leaves': [
      'e2e/journeys/console-viewer.spec.ts',
      'console/viewer/frame/inspect.test.ts',
    ],
    'K02: a spreadsheet is not drawn; it is saved under a name of our own and decided': [
      'console/document/document.test.ts',
    ],
    'K02: what is too big, upright, hidden in a name or another thing than its name says': [
      'api/document/upload.test.ts',
      'console/viewer/frame/inspect.test.ts',
    ],
    'K02: several files and pages are passed by keys and by their small pictures': [
      'console/viewer/shared/fit.test.ts',
    ],
  },
  'console-money': {
    'money goes back in parts, once each, and above the limit by two people': [
      'api/payment/refund.test.ts',
      'e2e/journeys/console-payments.spec.ts',
    ],
    'K04: whoever may not move money reads who may': ['api/payment/team/application-money.test.ts'],
  },
  'console-payments': {
    'K06: who leaves within seven days gets all back': [
      'api/subscription/leaving.test.ts',
      'api/payment/refund.test.ts',
    ],
  },
  'console-queues': {
    'an analysis of disciplines is taken up, found unfavourable and followed by its refusal, on a phone as well':
      ['api/work/applications.test.ts', 'api/enrolment/transfer.test.ts'],
    'student numbers are registered one after the other by keys, by two people at once': [
      'api/work/application-interleavings.postgres.test.ts',
    ],
    'what somebody else decided is not decided over, and the queue ends in its list': [
      'api/work/applications.test.ts',
    ],
  },
  'console-reader': {
    'K02 by ear: what a reader of the screen is given while documents are decided': [
      'e2e/journeys/console-documents.spec.ts',
      'console/document/document.test.ts',
    ],
    'K03 by ear: what a reader of the screen is given while essays are marked': [
      'e2e/journeys/console-essays.spec.ts',
      'console/essay/mark.test.ts',
    ],
  },
  'console-shared': {
    'K02: Início counts what can be decided, and not what is still being checked': ['api/work/work.test.ts'],
    'K02: a decision counts after its claim ran out, as long as nobody else took it': [
      'api/work/work.test.ts',
    ],
    'K02: who receives nothing of a take-over is refused, keeps her note, and may take it back': [
      'api/work/work.test.ts',
    ],
    'K02: a paper sent for somebody is checked by another person, and who may not decide reads who may': [
      'api/document/team-review.test.ts',
      'api/journeys/on-behalf.test.ts',
    ],
  },
  'console-view': {
    'from the palette: an essay under way is not read, and what is typed is refused': [
      'api/staff/views/views.test.ts',
      'api/journeys/every-view-call.test.ts',
    ],
  },
  'failure-editor': {
    'U13 of two windows the stale one becomes read-only and may take the essay back': [
      'web/base/autosave.test.ts',
      'web/base/kept-saver.test.ts',
      'api/essay/essay.test.ts',
    ],
    'U11 a slow save is followed by the newer text': [
      'web/base/kept-saver.test.ts',
      'web/base/autosave.test.ts',
    ],
    'U10 a failing save says so and is tried again': ['web/base/kept-saver.test.ts'],
    'a reload while only the tab has the text brings it back': ['web/base/tab-copy.test.ts'],
    'a power cut of the server loses nothing that is on the sheet': [
      'tools/chaos.ts',
      'web/base/kept-saver.test.ts',
    ],
    'U21 five seconds after the last key the server has everything, whatever dies then': [
      'web/base/kept-saver.test.ts',
    ],
    'a device clock wrong by three hours changes no countdown': ['web/app/small.test.ts'],
  },
  'failure-payment': {
    'U25 a code that ended can be renewed, and its late payment still counts': [
      'api/payment/late-money.test.ts',
      'web/payment/shown-states.test.tsx',
    ],
    'a slow bank leaves one charge that is being checked, then open': ['api/payment/pix-payment.test.ts'],
    'a power cut between payment and notice confirms once': ['api/payment/killed-process.test.ts'],
    'a notice that comes twice confirms once': ['api/payment/pix-payment.test.ts'],
    'while the mail server is down the confirmation waits and comes once': ['api/messaging/outbox.test.ts'],
  },
  'failure-upload': {
    'U17 a file on its way can be cancelled': ['web/document/upload-queue.test.ts'],
    'the server judges what the page let through': ['api/document/upload.test.ts'],
    'U17 a cut line holds a file back and sends it at its return': ['web/document/upload-queue.test.ts'],
    'a file that a reload cut off continues when it is chosen again': [
      'api/document/resumable/resumable.test.ts',
      'web/document/upload-store.test.ts',
    ],
    'a power cut during an upload leaves whole files only, and the page sends again': [
      'api/document/resumable/resumable.test.ts',
      'web/document/upload-queue.test.ts',
    ],
    'while the scanner is down files wait and open for nobody': ['api/document/scanner.test.ts'],
  },
  j02: {
    'J02 a first text is too short, a second one delivered by the clock, a third one copied': [
      'api/essay/essay.test.ts',
      'e2e/journeys/editor-offline.spec.ts',
    ],
    'J02 who begins anew takes the text back that the clock delivered': ['api/essay/essay.test.ts'],
  },
  j05: {
    'S-30d paid without the authorisation: the first instalment counts, the others come by slip': [
      'api/payment/automatic-pix.test.ts',
    ],
  },
  j06: {
    'J06 the ENEM score is refused, not found, too low, given up for the essay, and found': [
      'api/selection/exam-score.test.ts',
      'web/selection/exam-values.test.ts',
    ],
    'J06 three answers are all there are, and an essay of zero eliminates': [
      'api/selection/exam-score.test.ts',
    ],
  },
  j07: {
    'J07 a test is booked although its slot was taken meanwhile, moved, missed, passed, and the enrolment paid':
      ['api/selection/schedule.test.ts', 'web/selection/slots.test.ts'],
    'S-14: what comes too late leaves the test where it is': ['api/selection/schedule.test.ts'],
    'S-14: with nothing to book it says so and leads on': ['api/selection/schedule.test.ts'],
  },
  j10: {
    'J10 a day after the last of three denials the card works again': [
      'api/payment/card-payment.test.ts',
      'web/payment/denial.test.ts',
    ],
    'J10 the limit of tries leaves other methods': [
      'api/payment/card-payment.test.ts',
      'web/payment/denial.test.ts',
    ],
    'J10 a denied card leads to the first instalment alone': [
      'api/payment/card-payment.test.ts',
      'web/payment/denial.test.ts',
    ],
  },
  j12: {
    'J12 from the fee to a payment at the institution': [
      'api/journeys/j11-j12-j13.test.ts',
      'api/payment/manual-payment.test.ts',
    ],
    'J12 a voucher waives the fee': ['api/payment/preview.test.ts'],
  },
  j13: {
    'J13 two people and the last place of a class': [
      'api/journeys/j11-j12-j13.test.ts',
      'api/enrolment/class.test.ts',
    ],
  },
  j14: {
    'accepting the contract under a link needs the code sent to the e-mail': [
      'api/identity/access-keys/access-keys.test.ts',
    ],
    'links to an essay and to a fee': ['api/identity/access-keys/access-keys.test.ts'],
    'two links in two tabs do not break each other, and a revoked one ends': [
      'api/journeys/access-key-scope.test.ts',
    ],
    'the owner signed in keeps the whole of her access': ['api/identity/access-keys/access-keys.test.ts'],
  },
  j18: {
    'J18 code by SMS': ['api/identity/codes/codes.test.ts', 'e2e/journeys/sign-in-methods.spec.ts'],
    'J18 sign-in is off: controls are gone, links and living sessions go on': [
      'api/identity/ways-in.test.ts',
      'e2e/journeys/j20-tenants.spec.ts',
    ],
    'J18 S8 reset by e-mail, by code and by link': [
      'api/identity/passwords/passwords.test.ts',
      'e2e/journeys/sign-in-methods.spec.ts',
    ],
    'J18 change of the password': ['api/identity/passwords/passwords.test.ts'],
    'J18 the captcha fails: the code still signs in': ['api/identity/passwords/passwords.test.ts'],
    'J18 without "Lembrar de mim" the cookie ends with the browser': [
      'e2e/journeys/j18-sign-in-pages.spec.ts',
      'web/base/session.test.ts',
    ],
  },
  'j18-social': {
    'J18 a new account is linked to the LinkedIn account it came from, and a code confirms the owner': [
      'api/identity/social/social.test.ts',
    ],
    'S5 a return nobody began in this browser, or with another state, is refused': [
      'api/identity/social/social.test.ts',
    ],
    'J18 Facebook without id says so when it is forced; LinkedIn that is down says so': [
      'api/identity/social/social.test.ts',
    ],
  },
  'j20-shell': {
    'U32: at 400 % zoom the frame needs no sideways scrolling': ['e2e/journeys/zoom.spec.ts'],
    'a cut socket is replaced by asking, and offline is shown': [
      'web/base/live.test.ts',
      'web/app/live-stream.test.ts',
    ],
  },
  'j20-tenants': {
    'J20, T8: the same CPF is unknown in the other tenant': [
      'api/journeys/tenants.test.ts',
      'e2e/journeys/tenants.spec.ts',
    ],
    'whose account lifts the filter of a brand host may look at the other institutions': [
      'api/tenancy/brand-and-group.test.ts',
    ],
    'J20: choosing an institution survives a slow, failing and empty answer': [
      'api/tenancy/brand-and-group.test.ts',
    ],
  },
  'j20-tracking': {
    'J20: "Aceitar todos" sends the five events in version 2, without personal data': [
      'web/tenancy/campaign.test.ts',
      'e2e/journeys/j20-tracking-page.spec.ts',
    ],
    'J20: "Somente necessários" keeps the data layer empty through an enrolment': [
      'api/tenancy/tag-scripts.test.ts',
      'web/base/foreign-scripts.test.ts',
    ],
    'what happened elsewhere is read on the next allowed page, S-32 among them': [
      'web/subscription/news.test.ts',
      'web/tenancy/campaign.test.ts',
    ],
    'J20: beginning and sending an application are reported, with one random number': [
      'web/tenancy/campaign.test.ts',
    ],
  },
  'k01-provider': {
    'K01 is refused in words without a role, without groups and without the provider': [
      'api/staff/provider/provider.test.ts',
    ],
    'K01 an invite is accepted by the own sign-in, by its own person alone': [
      'api/staff/provider/provider.test.ts',
    ],
  },
  leaving: {
    'without money an application ends at once, and never before one knows so': [
      'api/subscription/leaving.test.ts',
    ],
    'J05 within seven days everything paid comes back, and the wish may be taken back': [
      'api/journeys/j05-j09-j16.test.ts',
      'api/subscription/leaving.test.ts',
    ],
  },
  many: {
    'thirty applications and many courses read like few': ['web/subscription/portal-order.test.ts'],
  },
  'missing-parts': {
    'a part of the sign-in that is gone says so instead of leaving an empty page': [
      'web/base/chunk-reload.test.ts',
    ],
    'a chunk that fails once is fixed by a reload': ['web/base/chunk-reload.test.ts'],
    'R13 a page whose style failed to load ahead of time opens with its style, and without a reload': [
      'web/base/chunk-styles.test.ts',
    ],
    'R13 a style that is missing keeps no other page from opening, and comes when the line is back': [
      'web/base/chunk-styles.test.ts',
    ],
  },
  'missing-settings': {
    'without a contract the acceptance is off and says why': ['api/subscription/facts-settings.test.ts'],
    'without a price list courses are shown, contract and payment wait': [
      'api/subscription/facts-settings.test.ts',
    ],
    'without a price list the page of payment says so': ['api/subscription/facts-settings.test.ts'],
    'without the key of the receiver no Pix is offered': ['api/subscription/facts-settings.test.ts'],
  },
  painted: {
    'a form sent before the scripts come waits for them, and nothing typed is in an address': [
      'web/base/form.test.ts',
    ],
    'the back button leads to a form that keeps what is typed before its scripts come': [
      'web/base/form.test.ts',
    ],
  },
  'payer-link': {
    'S-54 a link ends when the candidate ends it, and its charge when another one takes its place': [
      'api/payment/payer-link/payer-link.test.ts',
    ],
    'S-54 a slip is paid by its line, its PDF or its Pix': ['api/payment/payer-link/payer-link.test.ts'],
  },
  'other-browsers': {
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
    'J05: who signs in with an RNE adds a CPF, but not that of another account': [
      'api/person/person-data.test.ts',
    ],
    'field rules (spec 2.4): a browser judges as the table says, and so does the form': [
      'domain/person/person.test.ts',
      'web/person/personal-form.test.ts',
    ],
    'the page goes on to where one came from after the last save': ['web/person/personal-form.test.ts'],
    'what is typed while a save is on its way stays': ['web/person/personal-form.test.ts'],
  },
  questionnaire: {
    'U13 of two windows the older one chooses, and nothing is lost': ['web/admission/section-state.test.ts'],
    'U21 U30 without a line and by keyboard what is typed stays and is sent later': [
      'web/admission/section-state.test.ts',
    ],
  },
  'session-end': {
    'U12 an essay goes on where it was, and nothing of it stays in the browser': [
      'web/base/session-keeper.test.ts',
      'web/base/kept-saver.test.ts',
    ],
    'U12 another person who signs in over the page gets a page of her own': [
      'web/base/session-keeper.test.ts',
    ],
    'U12 five minutes before the end a person is asked whether she goes on': [
      'web/base/session-keeper.test.ts',
    ],
    'U12 signing in in another tab closes the question here': ['web/base/session-keeper.test.ts'],
  },
  'slow-line': {
    'an application sent before its poles came goes off with them': ['web/offering/application.test.ts'],
    'of an application that waits for its poles a change of mind makes nothing': [
      'web/offering/application.test.ts',
    ],
    'U4 who has gone on from a heading is not taken back to it by news that come late': [
      'web/app/page-hooks.test.ts',
    ],
    'the heading has the focus, however late it comes and whatever lay over it': [
      'web/app/page-hooks.test.ts',
    ],
    'of consents changed one after the other the last one holds, whichever answer comes first': [
      'web/app/page-work.test.ts',
    ],
    'a list that comes late leaves the focus; one that does not come is shown, and can be asked for again': [
      'web/app/page-hooks.test.ts',
    ],
    'who ended the access of a link sees that, though the page left behind is refused meanwhile': [
      'web/base/session-keeper.test.ts',
    ],
    'a page whose session is over leaves once, whatever else notices it': ['web/base/session-keeper.test.ts'],
    'the step after the contract stays where it was scrolled to when its last answer comes': [
      'web/app/page-hooks.test.ts',
    ],
  },
  states: {
    'S-14 S-15 S-21 S-27 load in their shape, and say when they cannot': [
      'web/subscription/drawn-steps.test.tsx',
    ],
    'payment that cannot be loaded is shown and can be asked for again': [
      'e2e/journeys/failure-payment.spec.ts',
      'web/payment/shown-states.test.tsx',
    ],
  },
  j17: {
    'J17 from the earlier studies to the enrolment': [
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
    'J15 documents up to their limits, five refusals, and the enrolment': [
      'api/document/upload.test.ts',
      'api/document/review.test.ts',
    ],
  },
  j09: {
    'J09 a code that expired is made anew, and who lets the deadline pass applies again': [
      'api/payment/charge-expiry.test.ts',
      'web/payment/charge.test.ts',
    ],
  },
  keyboard: {
    'U30 the whole way by keyboard alone': ['e2e/journeys/checks.spec.ts', 'e2e/journeys/standing.spec.ts'],
  },
  'console-approvals': {
    'K10: a role that moves money is given by two people, refused with a reason, withdrawn, or runs out': [
      'api/approval/approval.test.ts',
      'e2e/journeys/console-money.spec.ts',
    ],
  },
  'console-phone': {
    'K04: a note is the writer’s for a quarter of an hour': ['api/subscription/team/notes.test.ts'],
  },
  'console-rubric': {
    'E-03 with competences, own texts and a phone': [
      'console/essay/mark.test.ts',
      'api/essay/essay.test.ts',
      'e2e/journeys/console-essays.spec.ts',
    ],
    'K03: a session that ends while a grade waits for the line, and a sign-in in place': [
      'console/staff/session-keeper.test.ts',
      'console/essay/kept.test.ts',
    ],
  },
  'console-confirm': {
    'K04: a page left alone asks, ends, and is entered again in place by a passkey with its half-written note':
      ['console/staff/session-keeper.test.ts'],
  },
  'card-confirmation': {
    'S-33b a holder who does not confirm is not charged, and pays with a card whose bank asks nothing': [
      'api/payment/card-payment.test.ts',
      'web/card-fields/cielo/authenticate.test.ts',
    ],
  },
  'decision-review': {
    'D-78 a refused essay is reviewed by another grader, and the page goes on': ['api/essay/essay.test.ts'],
  },
  'console-desk': {
    'a deadline goes further and a discount is given, and the candidate sees both': [
      'api/subscription/team/deadlines/deadlines.test.ts',
      'api/payment/team/discounts.test.ts',
    ],
  },
  'console-page': {
    '25.6.1: the page of an application shows each role what it may see': [
      'api/journeys/every-staff-call.test.ts',
      'console/subscription/parts.test.ts',
    ],
  },
  j08: {
    'J08 U26 vouchers change what is due now, and a slip is offered while it can still arrive': [
      'api/payment/preview.test.ts',
      'e2e/journeys/slip.spec.ts',
    ],
  },
  access: {
    'S32 one sees where the account is open, and ends one or all others': [
      'api/identity/sessions/sessions.test.ts',
      'api/identity/proof/proof.test.ts',
    ],
  },
  'console-link': {
    'a link is copied where the institution allows it: shown once, named in the timeline, opening one application':
      ['api/subscription/team/actions/actions.test.ts', 'api/identity/access-keys/access-keys.test.ts'],
  },
  'console-viewer': {
    'what the frame refuses': ['console/viewer/frame/inspect.test.ts'],
  },
  'documents-shortcuts': {
    'D-83 the CPF in the document of identity is waived with its approval': ['api/document/cover.test.ts'],
  },
  'guardian-link': {
    'S-53 a link that is over says so, and one that cannot be loaded can be asked for again': [
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
    'J18 a hand-off of somebody else replaces whoever was signed in': [
      'api/identity/handoff.test.ts',
      'web/base/entry.test.ts',
    ],
  },
  j19: {
    'J19: a new e-mail counts after its code; identity closes with the contract': [
      'e2e/journeys/access.spec.ts',
      'api/person/person-data.test.ts',
    ],
  },
  'j19-privacy': {
    'the page shows an error when it cannot load, and can retry': ['e2e/journeys/states.spec.ts'],
  },
  'j20-tracking-page': {
    'U1, J20: /tracking shows label and colour of each status and one way on': [
      'api/subscription/statuses.test.ts',
      'scripts/theme-pairs.test.ts',
      'e2e/journeys/j20-tracking-page.spec.ts',
    ],
  },
  passkeys: {
    'U12 a passkey signs in again over a page whose session ended': [
      'web/base/session-keeper.test.ts',
      'api/identity/passkeys/passkeys.test.ts',
    ],
  },
  'sign-in-methods': {
    'J05 a foreigner signs in with an RNE typed in small letters': ['api/identity/ways-in.test.ts'],
    'S-08 a person an institution brought in enters by code': [
      'api/identity/codes/codes.test.ts',
      'e2e/journeys/j18-information.spec.ts',
    ],
  },
  standing: {
    'an interview is asked for, and its date appears on the open page': [
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
};
