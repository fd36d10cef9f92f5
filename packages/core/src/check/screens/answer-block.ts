// ``Shows: answer of call `GET /path` `` → a checked block: the shown part of the answer, and its keys.

import { pathPattern } from '../../model/addresses/call-path.ts'
import { diagnostic, type Sentence } from '../../diagnostic/diagnostic.ts'
import type { AnswerShowsDraft, BlockDraft, ColumnDraft, ListFormDraft } from '../../draft/screens.ts'
import type { AnswerBlock, AnswerColumn, ListForm } from '../../model/screens.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type Checking, type ScreenChecking } from '../checking.ts'
import { checkActions } from './actions.ts'
import { answerAt, heldValues, keysAt, UNKNOWN_ANSWER, type Answer } from './answers.ts'
import { checkParameters } from './screen-scope.ts'
import { refuseOutOfPlace, wordsOf, type BlockParts } from './blocks.ts'
import type { ScreenContext } from './screen-context.ts'
import { callFacts, factsOf, resolveCallSilently, type CallFacts } from './call-facts.ts'
import { notAnAddress } from './columns.ts'
import { checkWipLimits } from './wip-limits.ts'
import { fitsForm, wordsOfForm } from './list-forms.ts'

export function checkAnswerBlock(
  context: ScreenContext,
  draft: BlockDraft,
  shows: AnswerShowsDraft,
  parts: BlockParts,
): AnswerBlock | null {
  const { checking } = context
  refuseOutOfPlace(checking, draft, 'answer')
  const call = callFacts(checking, shows.call)
  if (call === null) {
    checkActions(context, draft.can, { entity: null, place: 'list', answer: UNKNOWN_ANSWER })
    return null
  }
  const given = checkParameters(context, call, shows.with, shows.call.span, parts.presence)
  const part = shownPart(call, shows)
  if (isUnshown(part)) {
    const place = shows.part ?? shows.choicesFor ?? { span: shows.call.span }
    const found = diagnostic('N216', place.span, ...part)
    const near =
      shows.part === null
        ? found
        : found.suggesting(shows.part.text, call.answer === null ? [] : keysAt(call.answer, []))
    return report(checking, near)
  }
  const { presence: _, ...stated } = parts
  const isList = part.answer.kind === 'list'
  const item = part.answer.kind === 'list' ? part.answer.of : part.answer
  const actions = checkActions(context, draft.can, { entity: null, place: isList ? 'list' : 'record', answer: item })
  return {
    ...stated,
    kind: 'answer',
    method: call.method,
    path: call.path,
    with: given,
    part: part.path,
    isList,
    holds: heldValues(item),
    choicesFor: shows.choicesFor?.text ?? null,
    columns: checkKeys(checking, item, draft.columns),
    filters: draft.filterBy.flatMap((written) => checkQuery(checking, call, written) ?? []),
    form: checkForm(checking, item, draft.as),
    whenEmpty: wordsOf(draft.whenEmpty),
    actions,
  }
}

interface ShownPart {
  readonly path: readonly string[]
  readonly answer: Answer
}

/** The default part of an answer: its only list, or else its only record, or else the whole. */
/** Why nothing is shown. */
type Unshown = Sentence<'N216'>

function isUnshown(part: ShownPart | Unshown): part is Unshown {
  return !('answer' in part)
}

function shownPart(call: CallFacts, { part, choicesFor }: AnswerShowsDraft): ShownPart | Unshown {
  if (call.answer === null) return ['no body', call.name]
  const found = part === null ? onlyPart(call, call.answer, choicesFor !== null) : namedPart(call, call.answer, part)
  if (isUnshown(found) || choicesFor === null || found.answer.kind === 'unknown') return found
  const item = found.answer.kind === 'list' ? found.answer.of : null
  if (item?.kind === 'value' || item?.kind === 'unknown') return found
  return ['no plain values', call.name]
}

function namedPart(call: CallFacts, answer: Answer, part: Written): ShownPart | Unshown {
  const found = answerAt(answer, [part.text])
  return found === null ? ['no such part', call.name, part.text] : { path: [part.text], answer: found }
}

function onlyPart(call: CallFacts, answer: Answer, areChoices: boolean): ShownPart | Unshown {
  if (answer.kind !== 'record') return { path: [], answer }
  const keys = [...answer.keys]
  const only = keys.length === 1 ? keys[0] : undefined
  if (only !== undefined && only[1].kind !== 'value') return { path: [only[0]], answer: only[1] }
  const lists = keys.filter(([, value]) => value.kind === 'list' && (areChoices || value.of.kind !== 'value'))
  const [list, second] = lists
  if (list !== undefined && second === undefined) return { path: [list[0]], answer: list[1] }
  if (list === undefined) return { path: [], answer }
  return ['several lists', call.name, lists.map(([key]) => key)]
}

/** The type of a person's choice; null: unknown, and the block has a diagnostic. */
export function choiceType(checking: ScreenChecking, shows: AnswerShowsDraft) {
  const known = resolveCallSilently(checking, shows.call)
  const call = known === null ? null : factsOf(checking, known)
  const part = call === null ? null : shownPart(call, shows)
  if (part === null || isUnshown(part) || part.answer.kind !== 'list') return null
  return part.answer.of.kind === 'value' ? part.answer.of.type : null
}

function checkKeys(checking: Checking, item: Answer, drafts: readonly ColumnDraft[]): AnswerColumn[] {
  const first = new Map<string, Span>()
  return drafts.flatMap((draft) => {
    const path = draft.path.map(({ text }) => text)
    const key = path.join('.')
    const span = { start: draft.path[0]?.span.start ?? 0, end: draft.path.at(-1)?.span.end ?? 0 }
    const other = first.get(key)
    if (other !== undefined)
      return report(checking, diagnostic('N008', span, 'shown here', key).because(other, 'It is shown already.')) ?? []
    first.set(key, span)
    const value = keyAt(checking, item, draft.path)
    if (value === null) return []
    const type = value.kind === 'value' ? value.type : ({ kind: 'unknown' } as const)
    if (draft.formatted !== null && type.kind !== 'text' && type.kind !== 'unknown') {
      const found = diagnostic('N011', draft.formatted, 'no format', key)
      return report(checking, found.withHint('Leave out "as formatted text".')) ?? []
    }
    if (draft.button !== null && !isAddress(checking, value)) return notAnAddress(checking, draft.button, key) ?? []
    const unix = value.kind === 'value' && value.unix !== undefined ? { unix: value.unix } : {}
    const asButton = draft.button === null ? {} : ({ isButton: true } as const)
    return [
      {
        path,
        title: draft.title?.text ?? null,
        type,
        isFormattedText: draft.formatted !== null,
        ...asButton,
        ...unix,
        span,
      },
    ]
  })
}

/** Only these values are sure to be web addresses. */
function isAddress({ entities }: Checking, value: Answer): boolean {
  if (value.kind === 'unknown') return true
  const origin = value.kind === 'value' ? value.field : null
  return entities.get(origin?.entity ?? '')?.fields.get(origin?.field ?? '')?.field.type.kind === 'url'
}

/** Null: there is no such key, already reported. A record is shown by its keys. */
function keyAt(checking: Checking, item: Answer, path: readonly Written[]): Answer | null {
  for (const [index, name] of path.entries()) {
    const before = path.slice(0, index).map(({ text }) => text)
    if (answerAt(item, [...before, name.text]) === null) {
      const found = diagnostic('N217', name.span, name.text)
      return report(checking, found.suggesting(name.text, keysAt(item, before)))
    }
  }
  const last = path.at(-1)
  const found = answerAt(
    item,
    path.map(({ text }) => text),
  )
  const value = found?.kind === 'list' ? found.of : found
  if (value?.kind !== 'record' || last === undefined) return value
  const keys = [...value.keys.keys()].map((key) => `${last.text}.${key}`)
  return report(
    checking,
    diagnostic('N217', last.span, last.text).withHint(
      `It is a record: show its keys, such as ${keys.slice(0, 3).join(', ')}.`,
    ),
  )
}

function checkQuery(checking: Checking, call: CallFacts, written: Written): string | null {
  if (call.queries.has(written.text)) {
    checking.names.recorder.use('query', written, pathPattern(call.name))
    return written.text
  }
  const found = diagnostic('N218', written.span, 'no query parameter', call.name, written.text)
  return report(checking, found.suggesting(written.text, call.queries.keys()))
}

function checkForm(checking: Checking, item: Answer, draft: ListFormDraft | null): ListForm {
  if (draft === null || draft.kind === 'table') return { kind: 'table' }
  if (draft.kind === 'cards') return { kind: 'cards', span: draft.span }
  if (draft.kind === 'tree') {
    report(checking, diagnostic('N219', draft.by.span, 'tree of an answer'))
    return { kind: 'table' }
  }
  const by = keyFor(checking, item, draft.by, draft.kind)
  if (draft.kind !== 'chart') {
    if (by === null) return { kind: 'table' }
    if (draft.kind !== 'board') return { kind: draft.kind, by, span: draft.span }
    const value = answerAt(item, by)
    const names = value?.kind === 'value' && value.type.kind === 'choice' ? value.type.values : null
    const limits = checkWipLimits(checking, draft, { kind: 'choice', of: null, names })
    return { kind: draft.kind, by, limits, span: draft.span }
  }
  if (draft.per !== null || draft.and !== null || (draft.measure !== 'count' && draft.measure !== 'sum')) {
    const found = diagnostic('N219', draft.span, 'measure of an answer')
    report(checking, found)
    return { kind: 'table' }
  }
  const of = draft.of === null ? null : keyFor(checking, item, draft.of, 'sum')
  if (by === null || (draft.of !== null && of === null)) return { kind: 'table' }
  const { draw, measure, span } = draft
  return { kind: 'chart', draw, measure, of, by, per: null, and: null, span }
}

function keyFor(
  checking: Checking,
  item: Answer,
  written: Written,
  form: 'board' | 'calendar' | 'chart' | 'sum',
): string[] | null {
  const path = written.text.split('.')
  const value = answerAt(item, path)
  if (value === null) {
    const found = diagnostic('N217', written.span, written.text)
    return report(checking, found.suggesting(written.text, keysAt(item, [])))
  }
  if (value.kind === 'unknown' || (value.kind === 'value' && fitsForm(form, value.type))) return path
  const what = form === 'sum' ? 'A chart shows the sum of' : `A ${form} is drawn by`
  return report(checking, diagnostic('N219', written.span, 'misfit of a form', what, wordsOfForm(form), written.text))
}
