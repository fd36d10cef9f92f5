// Draft steps → checked steps. The scope grows from step to step with the names that they bind.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, InputDraft, RecordSourceDraft, StepActionDraft, StepDraft } from '../../draft/calls.ts'
import { assumeTrue } from '../../expression/check/check-expression.ts'
import { factsWhen, lastingFacts, nonZeroFact } from '../../expression/check/narrowing.ts'
import type { Scope, ScopeVariable } from '../../expression/expression.ts'
import type { CheckedFieldType } from '../../model/entities.ts'
import type { Input, Method, PathParameter, QueryParameter, Step } from '../../model/calls.ts'
import { type CarriedInput, sentName } from '../../model/wire.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import { isUnread, isWriting } from '../../model/steps/kinds-of-steps.ts'
import { report, reportAbsence, type Checking, type StepChecking } from '../checking.ts'
import { ownerOfCall } from '../entities/declarations.ts'
import type { Span } from '../../text/source.ts'
import { needsWhatIsNotShown, requireExpression } from '../expressions/expressions.ts'
import { resolveCode } from '../names/resolve.ts'
import { commonVariables, sessionVariables, type Presence } from '../names/scopes.ts'
import { checkAction } from './actions.ts'
import { refuseQuestionsOutOfPlace } from './services/ask.ts'
import { refuseWithoutCaller } from './callers.ts'
import { absentInputs, declaredName, inputVariables } from './inputs.ts'
import { pathVariables } from './path-parameters.ts'
import { queryVariables } from './queries.ts'
import { shapesIn } from './shapes.ts'
import { carriedVariables, isOneWord, warnAboutUnusedCarried } from './wire.ts'
import type { Doer, StepContext } from './step-context.ts'

interface CallParts {
  readonly method: Method
  readonly presence: Presence
  readonly runsAsProduct: boolean
  readonly pathParameters: readonly PathParameter[]
  readonly inputs: readonly Input[]
  readonly queries: readonly QueryParameter[]
  readonly carried: readonly CarriedInput[]
}

export function checkSteps(checking: StepChecking, call: CallDraft, parts: CallParts): Step[] {
  const steps = checkDoneSteps(checking, call.steps, {
    by: 'caller',
    owner: ownerOfCall(call),
    runsAsProduct: parts.runsAsProduct,
    ...(parts.method === 'GET' ? { noQuestions: 'in a GET' } : {}),
    inputDrafts: call.inputs,
    inputs: parts.inputs,
    known: parts.queries.flatMap(({ name, type }) => (excludesZero(type) ? [nonZeroFact(`query.${name}`)] : [])),
    parameters: new Map(parts.queries.map((query) => [sentName(query), `query.${query.name}`])),
    variables: new Map<string, ScopeVariable>([
      ...commonVariables(checking, parts.presence),
      ...pathVariables(parts.pathParameters),
      ...queryVariables(call, parts.queries),
      ...carriedVariables(call, parts.carried),
      ...sessionVariables(checking),
    ]),
  })
  checkAnswers(checking, call)
  refuseSecondChoice(checking, call)
  warnAboutUnused(checking, call)
  if (parts.method === 'GET') warnAboutWriting(checking, call)
  return steps
}

/** Owner of the steps, and the scope before the first one. */
export interface Doing {
  readonly by: Doer
  /** Owner of their variables; see `ownerOfCall`. */
  readonly owner: string
  readonly runsAsProduct?: boolean
  /** Rows of `Input | Like | Needed`, with the result of checkInputs. */
  readonly inputDrafts: readonly InputDraft[]
  readonly inputs: readonly Input[]
  /** Without the inputs. */
  readonly variables: ReadonlyMap<string, ScopeVariable>
  /** The record whose fields are bare names, if any. */
  readonly implicit?: string
  /** Facts about the variables, before the first step. */
  readonly known?: readonly string[]
  /** Parameters of the query, as sent, with their variables. */
  readonly parameters?: ReadonlyMap<string, string>
  /** Why no service can be asked here. */
  readonly noQuestions?: string
}

function withoutQuestions(by: Doer): string | null {
  return by === 'caller' ? null : by === 'clock' ? 'in a schedule' : 'in a transition'
}

/** Steps of a call, a schedule or a transition. */
export function checkDoneSteps(checking: StepChecking, drafts: readonly StepDraft[], doing: Doing): Step[] {
  const before = checking.found.length
  refuseQuestionsOutOfPlace(checking, drafts, doing.noQuestions ?? withoutQuestions(doing.by))
  const steps = checkStepList(steppingOf(checking, doing), drafts)
  const [first] = drafts
  return first !== undefined && needsWhatIsNotShown(checking.found, before) ? notShownSteps(first.span) : steps
}

/** Replaces steps of which one needs a part that is not shown: without it, the others would have another effect. */
export function notShownSteps(span: Span): Step[] {
  return [{ when: null, action: { kind: 'not shown' }, orFail: null, span }]
}

/** The scope before the first step. */
export function steppingOf(checking: StepChecking, doing: Doing): StepContext {
  return {
    checking,
    by: doing.by,
    owner: doing.owner,
    runsAsProduct: doing.runsAsProduct ?? false,
    inputs: doing.inputs,
    declaredInputs: new Set(doing.inputDrafts.map(({ path }) => declaredName(path.text))),
    absentInputs: absentInputs(checking, doing.inputDrafts),
    optionPlaces: new Map(
      doing.inputDrafts.flatMap(({ like }) =>
        like.kind === 'one of' ? like.options.map((option) => [option.text, option.span] as const) : [],
      ),
    ),
    implicit: doing.implicit ?? null,
    ...(doing.parameters && { parameters: doing.parameters }),
    variables: new Map([...doing.variables, ...inputVariables(checking, doing.inputDrafts, doing.inputs)]),
    known: new Set([...(doing.known ?? []), ...doing.inputs.flatMap(factsOfInput)]),
    sent: new Set(),
  }
}

/** `input.perPage` of a `whole number 1 to 100` can be divided by. */
function factsOfInput({ path, like }: Input): string[] {
  const type = like.kind === 'type' ? like.type : like.kind === 'field' ? like.field.type : null
  return type !== null && excludesZero(type) ? [nonZeroFact(`input.${path.join('.')}`)] : []
}

/** Sent values are within the limits of their type. */
function excludesZero(type: CheckedFieldType): boolean {
  return type.kind === 'whole number' && ((type.min ?? 0) > 0 || (type.max ?? 0) < 0)
}

function checkStepList(stepping: StepContext, drafts: readonly StepDraft[]): Step[] {
  return drafts.flatMap((draft) => checkStep(stepping, draft) ?? [])
}

function stepScope(stepping: StepContext): Scope {
  return {
    variables: new Map(stepping.variables),
    implicit: stepping.implicit,
    catalogue: stepping.checking.catalogue,
    known: stepping.known,
    owner: stepping.owner,
  }
}

function checkStep(stepping: StepContext, draft: StepDraft): Step | null {
  const { checking } = stepping
  const scope = stepScope(stepping)
  const when = draft.when === null ? null : requireExpression(checking, draft.when, scope, { kind: 'boolean' })
  if (draft.orFail === null && ['find', 'require', 'check password', 'ask'].includes(draft.action.kind)) {
    report(checking, diagnostic('N706', placeOf(draft), draft.action.kind))
  }
  refuseWithoutCaller(stepping, draft)
  const orFail = draft.orFail === null ? null : resolveCode(checking, draft.orFail, scope)
  const action = checkAction(stepping, draft, when === null ? scope : assumeTrue(when, scope), checkStepList)
  if (action === null || (draft.when !== null && when === null)) return null
  if (when !== null && endsCall(draft.action))
    for (const fact of lastingFacts(factsWhen(when, false))) stepping.known.add(fact)
  const answered = action.kind === 'respond' ? action.body : action.kind === 'let' ? action.value : null
  if (answered !== null) for (const shape of shapesIn(answered)) checking.shapesUsed.add(shape)
  return { when, action, orFail, span: draft.span }
}

/** Tells whether no step below it is done: an answer, or a block with one. */
function endsCall(action: StepActionDraft): boolean {
  if (action.kind === 'block') return action.steps.some((step) => step.when === null && endsCall(step.action))
  return isAnswer(action)
}

/** The position in the step where its author would add something. */
function placeOf({ action, span }: StepDraft) {
  return action.kind === 'find' ? action.as.span : span
}

/** A call answers once, as its last step. */
function checkAnswers(checking: Checking, call: CallDraft): void {
  // A step with an error, or an open one, may be the answer.
  if (call.steps.some(isUnread)) return
  const last = call.steps.findIndex(({ action, when }) => isAnswer(action) && when === null)
  if (last === -1) {
    report(
      checking,
      diagnostic('N708', call.path.span, 'never answers').withHint('End it with a step like: respond 204.'),
    )
    return
  }
  const after = call.steps.slice(last + 1).find(({ action }) => action.kind !== 'later')
  if (after !== undefined)
    report(
      checking,
      diagnostic('N708', after.span, 'answered before').withHint('Move it before the answer, or below `later:`.'),
    )
}

/** All answers of a call must offer the same media types. */
function refuseSecondChoice(checking: Checking, call: CallDraft): void {
  const [, second] = everyStep(call.steps).filter(({ action }) => action.kind === 'by accept')
  if (second === undefined) return
  const found = diagnostic('N708', second.span, 'second Accept')
  report(
    checking,
    found.withHint('Write the other answer with a type of its own, or begin the bodies with a condition.'),
  )
}

function isAnswer({ kind }: StepActionDraft): boolean {
  return kind === 'by accept' || kind === 'respond' || kind === 'respond file' || kind === 'respond document'
}

function warnAboutUnused(checking: Checking, call: CallDraft): void {
  // The key of a repetition counts as a use.
  const texts = textsReached(checking, [call.steps, call.repeatable])
  for (const { path, like, sentAs } of call.inputs) {
    // A list of objects is used through its values.
    if (like.kind === 'absent' || like.kind === 'objects' || isOneWord(like)) continue
    const item = path.text.split('[].').slice(1).at(-1)
    const isGiven = everyStep(call.steps).some(
      ({ action }) =>
        ('sets' in action &&
          action.sets.some((set) => set.kind === 'given' && isGivenBy(set.input.text, path.text, item))) ||
        (action.kind === 'for each' && isGoneThrough(action.source, path.text)),
    )
    const named = item === undefined ? `input.${path.text}` : `.${item}`
    const isNamed =
      isUsedAsWhole(texts, path.text) ||
      texts.some((text) =>
        new RegExp(`${item === undefined ? '\\b' : ''}${named.replaceAll('.', '\\.')}\\b`).test(text),
      )
    const sent = sentAs === '' ? (path.text === 'body' ? '{}' : '[]') : (sentAs ?? path.text)
    if (!isGiven && !isNamed) reportAbsence(checking, path.text, diagnostic('N707', path.span, sent))
  }
  warnAboutUnusedCarried(checking, call, texts)
  const conditions = call.queries.flatMap(({ keepsOnly }) => keepsOnly?.text ?? [])
  for (const { name, sentAs, keepsOnly, like } of call.queries) {
    if (like.kind === 'absent' || isOneWord(like)) continue
    const isNamed = [...texts, ...conditions].some((text) => new RegExp(`\\bquery\\.${name.text}\\b`).test(text))
    if (keepsOnly === null && !isNamed)
      reportAbsence(checking, name.text, diagnostic('N707', name.span, sentAs ?? name.text))
  }
}

/** `meta = input.address` uses `address.city`, and `{"items": input.items}` uses `items[].sku`. */
export function isUsedAsWhole(texts: readonly string[], path: string): boolean {
  const around = [...path.matchAll(/\[\]\.|\./g)].map(({ index }) => path.slice(0, index))
  return around.some((whole) =>
    texts.some((text) => new RegExp(`(?<!size\\()\\binput\\.${whole.replaceAll('.', '\\.')}(?![\\w.])`).test(text)),
  )
}

/** `for each tag in input.tags` */
function isGoneThrough(source: RecordSourceDraft, input: string): boolean {
  return source.kind === 'relation' && `${source.of.text}.${source.relation.text}` === `input.${input}`
}

/** `line.quantity` gives `items[].quantity`. */
function isGivenBy(given: string, input: string, item: string | undefined): boolean {
  return item === undefined ? given === input : given.endsWith(`.${item}`)
}

/** Every text in a draft, including expressions. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Texts of steps, and of the errors and messages that these name: a message may use an input, too. */
export function textsReached({ draft }: Checking, steps: unknown): string[] {
  const texts = textsIn(steps)
  const named = new Set(texts)
  const errors = draft.errors.catalogue.filter(({ code }) => named.has(code.text))
  const messages = draft.calls.messages.filter(({ name }) => named.has(name.text))
  return [...texts, ...textsIn([errors, messages])]
}

/** Includes steps of "for each", but not those of "later", which run separately. */
function stepsUntilLater(steps: readonly StepDraft[]): StepDraft[] {
  return steps.flatMap((step) => [
    step,
    ...('steps' in step.action && step.action.kind !== 'later' ? stepsUntilLater(step.action.steps) : []),
  ])
}

/** The verb of the step; the product's own steps have verbs of their own. */
function verbOf(action: StepActionDraft): string {
  if (action.kind === 'create' && action.isProductsOwn) return 'record'
  return action.kind === 'delete' && action.isProductsOwn ? 'discard' : action.kind
}

function warnAboutWriting(checking: Checking, call: CallDraft): void {
  for (const { action, span } of stepsUntilLater(call.steps))
    if (isWriting(action)) report(checking, diagnostic('N715', span, verbOf(action)))
}
