// A model without errors → consequences that its author probably did not intend: impossible conditions, contradictory
// rules and rights, screens and steps that lead nowhere. Each check uses several points; mistakes within one point are
// reported there.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Model } from '../model/model.ts'
import { warnAboutStepsThatNobodyMayTake } from './calls/call-rights.ts'
import { warnAboutTransitionSteps } from './calls/transition-steps.ts'
import { warnAboutStepsThatCannotHappen } from './calls/call-steps.ts'
import { warnAboutClocks } from './states/clocks.ts'
import { warnAboutConditions } from './conditions.ts'
import { considering } from './considering.ts'
import { warnAboutDeletions } from './deletions.ts'
import { warnAboutFields, warnAboutHiddenSlugs } from './fields.ts'
import { warnAboutComputedOfHidden } from './roles/computed-of-hidden.ts'
import { warnAboutIdleGrants } from './roles/first-states.ts'
import { warnAboutIdlePermissions } from './roles/idle-permissions.ts'
import { warnAboutLimits } from './limits.ts'
import { warnAboutBlindLists } from './calls/lists.ts'
import { warnAboutOptionalInputs } from './calls/optional-inputs.ts'
import { warnAboutRacyRules } from './validation/racy-rules.ts'
import { warnAboutMessages } from './calls/messages.ts'
import { noteMissingReceivers } from './calls/receivers.ts'
import { warnAboutRights } from './roles/rights.ts'
import { warnAboutRowsThatOpenNothing } from './roles/row-addresses.ts'
import { warnAboutRuleMoments } from './validation/rule-moments.ts'
import { warnAboutRules } from './validation/rules.ts'
import { warnAboutRulesOverRecords } from './validation/rules-over-records.ts'
import { warnAboutEndlessLists, warnAboutScreens } from './screens.ts'
import { warnAboutPresence } from './calls/presence.ts'
import { noteUnseenKeys } from './calls/shapes.ts'
import { warnAboutGuardsAndClocks } from './states/guards-and-clocks.ts'
import { warnAboutSightOfGuests } from './roles/seen-by-guests.ts'
import { warnAboutSigningUp } from './roles/signing-up.ts'
import { noteUniqueOfHidden } from './roles/unique-of-hidden.ts'
import { considerRightsOverUsers } from './roles/user-rights.ts'
import { warnAboutStatesEntered } from './states/states-entered.ts'
import { warnAboutTransitionCallers } from './states/transition-callers.ts'
import { warnAboutCases } from './states/transition-cases.ts'
import { warnAboutStepsThatSeeLess } from './states/unseen-by-steps.ts'
import { warnAboutTranslations } from './translations.ts'
import { warnAboutTransitions } from './states/transitions.ts'
import { warnAboutUnseenChoices } from './roles/unseen-choices.ts'
import type { CheckedDraft } from '../check/checking.ts'

export function consequencesOf(model: Model, checking: CheckedDraft): Diagnostic[] {
  const of = considering(model, checking)
  warnAboutConditions(of)
  warnAboutDeletions(of)
  warnAboutHiddenSlugs(of)
  warnAboutRuleMoments(of, warnAboutRules(of))
  warnAboutRacyRules(of)
  warnAboutRulesOverRecords(of)
  warnAboutTransitions(of)
  warnAboutTransitionCallers(of)
  warnAboutStatesEntered(of)
  warnAboutClocks(of)
  warnAboutGuardsAndClocks(of)
  warnAboutCases(of)
  if (!checking.names.areRolesNotShown) {
    warnAboutRights(of)
    warnAboutIdlePermissions(of)
    warnAboutIdleGrants(of)
    considerRightsOverUsers(of)
    warnAboutSigningUp(of)
    warnAboutSightOfGuests(of)
    warnAboutFields(of)
    warnAboutStepsThatSeeLess(of)
    warnAboutComputedOfHidden(of)
    noteUniqueOfHidden(of)
    warnAboutStepsThatNobodyMayTake(of)
    warnAboutTransitionSteps(of)
    warnAboutScreens(of)
    warnAboutRowsThatOpenNothing(of)
    warnAboutUnseenChoices(of)
    warnAboutBlindLists(of)
    noteUnseenKeys(of)
    warnAboutPresence(of)
  }
  warnAboutEndlessLists(of)
  warnAboutStepsThatCannotHappen(of)
  warnAboutOptionalInputs(of)
  noteMissingReceivers(of)
  warnAboutMessages(of)
  warnAboutLimits(of)
  warnAboutTranslations(of)
  return of.found
}
