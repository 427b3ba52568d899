import { admissionScreens } from '../admission/screens.ts';
import { approvalScreens } from '../approval/screens.ts';
import type { Screen } from '../base/screen.ts';
import { callerScreens } from '../caller/screens.ts';
import { catalogueScreens } from '../catalogue/screens.ts';
import { documentScreens } from '../document/screens.ts';
import { essayScreens } from '../essay/screens.ts';
import { manualScreens } from '../manual/screens.ts';
import { messagingScreens } from '../messaging/screens.ts';
import { paymentScreens } from '../payment/screens.ts';
import { personScreens } from '../person/screens.ts';
import { privacyScreens } from '../privacy/screens.ts';
import { reportScreens } from '../report/screens.ts';
import { selectionScreens } from '../selection/screens.ts';
import { staffScreens } from '../staff/screens.ts';
import { cancellationScreens } from '../subscription/cancellation-screens.ts';
import { subscriptionScreens } from '../subscription/screens.ts';
import { workScreens } from '../work/screens.ts';

/** Every screen of the console, in the order of the navigation within its group (spec 25.3.2). */
export const screens: readonly Screen[] = [
  ...workScreens,
  ...essayScreens,
  ...selectionScreens,
  ...admissionScreens,
  ...subscriptionScreens,
  ...personScreens,
  ...documentScreens,
  ...paymentScreens,
  ...cancellationScreens,
  ...catalogueScreens,
  ...approvalScreens,
  ...reportScreens,
  ...messagingScreens,
  ...staffScreens,
  ...callerScreens,
  ...privacyScreens,
  ...manualScreens,
];
