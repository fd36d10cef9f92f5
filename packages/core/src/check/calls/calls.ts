// Draft calls → checked calls: standard ones, shapes, stated ones with their steps, messages.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft } from '../../draft/calls.ts'
import type { Call, CallsModel, Method } from '../../model/calls.ts'
import { standardCallLike } from '../names/call-names.ts'
import { report, type Checking, type StepChecking } from '../checking.ts'
import { refuseOwnAddress } from '../names/own-addresses.ts'
import { isPlainRole } from '../names/resolve.ts'
import { type Presence, presenceOfRoles } from '../names/scopes.ts'
import { PROVISIONAL_ROLE } from '../provisional/provisional-roles.ts'
import { checkExample } from './examples/examples.ts'
import { checkInputs } from './inputs.ts'
import { checkLabels, checkRepeatable } from './call-labels.ts'
import { checkFormerAddress } from './former-addresses.ts'
import { callingService } from './services/calling.ts'
import { noteAnswersThatDiffer } from './answers/answers.ts'
import { checkMessages } from './messages.ts'
import { checkPathParameters } from './path-parameters.ts'
import { checkQueries } from './queries.ts'
import { checkSchedule } from './schedules.ts'
import { checkWholeBody } from './whole-body.ts'
import { checkCallWire, warnAboutNumbersAsWords } from './wire.ts'
import { warnAboutUnasked } from './services/services.ts'
import { checkShapes, warnAboutUnusedShapes } from './shapes.ts'
import { checkStandardCalls } from './standard-calls.ts'
import { needsWhatIsNotShown } from '../expressions/expressions.ts'
import { checkSteps, notShownSteps } from './steps.ts'

export function checkCalls(checking: StepChecking): CallsModel {
  const standard = checkStandardCalls(checking)
  const shapes = checkShapes(checking)
  const calls = [...checking.names.calls.values()].flatMap((draft) => checkCall(checking, draft) ?? [])
  refuseSamePaths(checking)
  noteAnswersThatDiffer(checking, calls, shapes)
  const schedules = [...checking.names.schedules.values()].map((draft) => checkSchedule(checking, draft))
  const examples = [...checking.names.examples.values()].flatMap(
    (draft) => checkExample(checking, draft, { calls, shapes }) ?? [],
  )
  const messages = checkMessages(checking)
  warnAboutUnusedShapes(checking)
  checkShared(checking)
  warnAboutUnasked(checking)
  return { standard, shapes, calls, services: checking.checked.services, messages, schedules, examples }
}

/** A call that names a part twice has its inputs twice, which is reported for the inputs. */
function checkShared({ names, found }: Checking): void {
  const shared = new Set<string>()
  for (const { shares } of names.calls.values())
    for (const written of shares) {
      names.recorder.use('shared part', written)
      shared.add(written.text)
      if (!names.shared.has(written.text))
        found.push(diagnostic('N746', written.span, written.text).suggesting(written.text, names.shared.keys()))
    }
  for (const { name } of names.shared.values())
    if (!shared.has(name.text)) found.push(diagnostic('N747', name.span, name.text))
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function checkCall(checking: StepChecking, draft: CallDraft): Call | null {
  const method = METHODS.find((known) => known === draft.method.text)
  if (method === undefined)
    return report(
      checking,
      diagnostic('N011', draft.method.span, 'no method', draft.method.text).suggesting(draft.method.text, METHODS),
    )
  const before = checking.found.length
  const from = callingService(checking, draft)
  const who = from === null ? checkWho(checking, draft) : []
  const presence = presenceOf(checking, from, who)
  const pathParameters = checkPathParameters(checking, draft)
  const inputs = checkWholeBody(checking, draft, checkInputs(checking, draft.inputs))
  const queries = checkQueries(checking, draft, presence)
  const wire = checkCallWire(checking, draft)
  warnAboutNumbersAsWords(checking, draft, wire.wire)
  const carried = wire.wire?.carried ?? []
  const runsAsProduct = runsAs(draft, from)
  const steps = checkSteps(checking, draft, {
    method,
    presence,
    runsAsProduct: runsAsProduct !== null,
    pathParameters,
    inputs,
    queries,
    carried,
  })
  checkLabels(checking, draft, steps)
  const title = draft.title === null || draft.title.text === '' ? null : draft.title.text
  return {
    method,
    path: draft.path.text,
    title,
    who,
    ...(from === null ? {} : { from }),
    isWhoNotShown: draft.isWhoNotShown,
    repeatable: checkRepeatable(checking, draft, presence, inputs),
    needsVersion:
      draft.needsVersion === null
        ? null
        : { span: draft.needsVersion, ...(draft.isVersionOptional && { isOptional: true }) },
    needsFactor: draft.needsFactor === null ? null : { span: draft.needsFactor },
    runsAsProduct,
    was: checkFormerAddress(checking, draft),
    inputs,
    queries,
    pathParameters,
    ...wire,
    steps: needsWhatIsNotShown(checking.found, before) ? notShownSteps(draft.path.span) : steps,
    span: draft.path.span,
  }
}

/** A service is not a user. */
function presenceOf(checking: Checking, from: string | null, who: readonly string[]): Presence {
  if (from !== null) return 'never'
  return checking.names.areRolesNotShown ? 'maybe' : presenceOfRoles(checking, who)
}

/** A service has no permissions: its signature admits it, and the steps say what it may do. */
function runsAs({ runsAsProduct, who }: CallDraft, from: string | null): Call['runsAsProduct'] {
  const span = runsAsProduct ?? (from === null ? null : (who[0]?.span ?? null))
  return span === null ? null : { span }
}

/** Plain roles only: conditions on a record belong to the steps. */
function checkWho(checking: Checking, draft: CallDraft): string[] {
  if (checking.names.areRolesNotShown) return [PROVISIONAL_ROLE]
  if (draft.isWhoNotShown) return []
  if (draft.who.length === 0)
    report(checking, diagnostic('N704', draft.path.span, `${draft.method.text} ${draft.path.text}`))
  return draft.who.flatMap((role) => {
    const contextual = checking.names.contextualRoles.get(role.text)?.[0]
    if (contextual === undefined) return isPlainRole(checking, role) ? [role.text] : []
    const found = diagnostic('N602', role.span, role.text, contextual.entity.text, 'a call as a whole')
    report(
      checking,
      found
        .because(contextual.name.span, 'It is declared here.')
        .withHint(`Name the role "${contextual.mustHave.text}", and let a step fail for records of others.`),
    )
    return []
  })
}

/** Stated calls that collide with a standard call, with an overlapping path, or with an address of the product. */
function refuseSamePaths(checking: Checking): void {
  for (const [name, draft] of checking.names.calls) {
    refuseOwnAddress(checking, draft.path)
    if (standardCallLike(checking, name) !== null) {
      report(
        checking,
        diagnostic('N701', draft.path.span, name).withHint(
          'The standard calls answer it: leave it out there, or here.',
        ),
      )
    }
  }
  const stated = [...checking.names.calls.keys()].map((name) => ({ name, parts: name.split('/') }))
  for (const [name, draft] of checking.names.calls) {
    const parts = name.split('/')
    const other = stated.find((literal) => literal.name !== name && hides(parts, literal.parts))?.name
    if (other !== undefined)
      report(checking, diagnostic('N702', draft.path.span, draft.path.text, other.slice(other.indexOf(' ') + 1)))
  }
}

/** Tells whether a parameter of one path stands where another path has a fixed word, and all other parts are equal. */
function hides(parts: readonly string[], others: readonly string[]): boolean {
  if (parts.length !== others.length || !parts.some((part) => part.startsWith(':'))) return false
  let isHiding = false
  for (const [index, part] of parts.entries()) {
    const other = others[index] ?? ''
    if (part.startsWith(':')) isHiding ||= other !== '' && !other.startsWith(':')
    else if (part !== other) return false
  }
  return isHiding
}
