// A model without errors → what follows from it that its author probably did not mean: conditions that cannot
// hold, rules and rights that contradict each other, screens and steps that lead nowhere.
// Each of these checks reads several points at once; what one point alone can tell is told there.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Model } from '../../model/model.ts'
import type { Checking } from '../checking.ts'
import { warnAboutStepsThatNobodyMayTake } from './call-rights.ts'
import { warnAboutStepsThatCannotHappen } from './call-steps.ts'
import { warnAboutClocks } from './clocks.ts'
import { warnAboutConditions } from './conditions.ts'
import { considering } from './considering.ts'
import { warnAboutDeletions } from './deletions.ts'
import { warnAboutFields, warnAboutHiddenSlugs } from './fields.ts'
import { warnAboutIdleGrants } from './first-states.ts'
import { warnAboutIdlePermissions } from './idle-permissions.ts'
import { warnAboutLimits } from './limits.ts'
import { warnAboutBlindLists } from './lists.ts'
import { warnAboutOptionalInputs } from './optional-inputs.ts'
import { warnAboutRacyRules } from './racy-rules.ts'
import { warnAboutMessages } from './messages.ts'
import { noteMissingReceivers } from './receivers.ts'
import { warnAboutRights } from './rights.ts'
import { warnAboutRuleMoments } from './rule-moments.ts'
import { warnAboutRules } from './rules.ts'
import { warnAboutRulesOverRecords } from './rules-over-records.ts'
import { warnAboutScreens } from './screens.ts'
import { noteUnseenKeys } from './shapes.ts'
import { warnAboutStatesEntered } from './states-entered.ts'
import { warnAboutTransitionCallers } from './transition-callers.ts'
import { warnAboutCases } from './transition-cases.ts'
import { warnAboutTransitions } from './transitions.ts'

export function consequencesOf(model: Model, checking: Checking): Diagnostic[] {
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
  warnAboutCases(of)
  if (!checking.names.areRolesNotShown) {
    warnAboutRights(of)
    warnAboutIdlePermissions(of)
    warnAboutIdleGrants(of)
    warnAboutFields(of)
    warnAboutStepsThatNobodyMayTake(of)
    warnAboutScreens(of)
    warnAboutBlindLists(of)
    noteUnseenKeys(of)
  }
  warnAboutStepsThatCannotHappen(of)
  warnAboutOptionalInputs(of)
  noteMissingReceivers(of)
  warnAboutMessages(of)
  warnAboutLimits(of)
  return of.found
}
