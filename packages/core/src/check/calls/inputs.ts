// Rows of "Input | Like | Needed" → checked inputs, and their variables in steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { InputDraft } from '../../draft/calls.ts'
import type { InputLikeDraft } from '../../draft/input-like.ts'
import type { GroupPart, ScopeVariable, ValueType } from '../../expression/expression.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'
import type { Input, InputLike } from '../../model/calls.ts'
import { keysOfPlace, SENT_OBJECTS_MAX, type UnixUnit } from '../../model/wire.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { identifies } from '../entities/identifying.ts'
import { reportSecond, type Declared } from '../names/names.ts'
import { isGivable } from '../roles/permission-fields.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'
import { checkBareType } from './bare-types.ts'

export function checkInputs(checking: Checking<'entities'>, drafts: readonly InputDraft[]): Input[] {
  const unique = new Map<string, Declared>()
  const rows = drafts.filter((draft) => !reportSecond(draft.path, 'an input of this call', unique, checking.found))
  return checkRows(
    checking,
    rows.map((draft) => ({ draft, path: draft.path.text, sentAs: draft.sentAs ?? draft.path.text })),
  )
}

function checkRow(checking: Checking<'entities'>, row: InputRow): Input[] {
  const { draft } = row
  const like = checkLike(checking, draft)
  if (like?.kind === 'one of') recordOptions(checking, draft, like.options)
  return like === null ? [] : [{ ...inputOfRow(row, like), ...unixOf(checking, draft.like, like) }]
}

function inputOfRow({ draft, ...row }: InputRow, like: InputLike): Input {
  return {
    ...placeOfRow(row),
    isNeeded: draft.isNeeded,
    ...(draft.isOneNeeded === true ? { isOneNeeded: true } : {}),
    like,
    span: draft.path.span,
  }
}

/** Only moments can be sent as Unix time. */
export function unixOf(
  checking: Checking,
  { unix, span }: InputLikeDraft,
  like: InputLike | { readonly kind: 'type'; readonly type: CheckedFieldType },
): { readonly unix?: UnixUnit } {
  if (unix === undefined) return {}
  const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
  if (type?.kind === 'date and time') return { unix }
  const found = diagnostic('N011', span, 'no moment', unix)
  report(checking, found.withHint('Write: date and time as Unix seconds.'))
  return {}
}

function placeOfRow({ path, sentAs }: Omit<InputRow, 'draft'>): Pick<Input, 'path' | 'sentAs'> {
  if (sentAs === path) return { path: path.split('.') }
  return { path: path.split('.'), sentAs: keysOfPlace(sentAs) }
}

/** Rows of one list of objects form one input, at the position of the first. */
function checkRows(checking: Checking<'entities'>, rows: readonly InputRow[]): Input[] {
  const lists = new Map<string, InputRow[]>()
  for (const row of rows) {
    const { list, inner } = listOfRow(row)
    if (list === null) continue
    const items = lists.get(list.path) ?? []
    lists.set(list.path, items)
    if (inner !== null) items.push({ ...row, ...inner })
  }
  const told = new Set<string>()
  return rows.flatMap((row) => {
    const { list } = listOfRow(row)
    if (list === null) return lists.has(row.path) ? refuseTwice(checking, row) : checkRow(checking, row)
    if (told.has(list.path)) return []
    told.add(list.path)
    const stated = rows.find(({ path, draft }) => path === list.path && draft.like.kind === 'objects')
    return checkObjects(
      checking,
      { ...list, stated: stated?.draft ?? null, first: row.draft },
      lists.get(list.path) ?? [],
    )
  })
}

function refuseTwice(checking: Checking, { draft }: InputRow): never[] {
  const found = diagnostic('N011', draft.like.span, 'list of objects', draft.path.text)
  report(checking, found.withHint('Write: list of objects, or list of 1 to 20 objects.'))
  return []
}

function checkObjects(
  checking: Checking<'entities'>,
  { stated, first, ...place }: ListPlace & { readonly stated: InputDraft | null; readonly first: InputDraft },
  items: readonly InputRow[],
): Input[] {
  const draft = stated ?? first
  const inputs = checkRows(checking, items)
  if (items.length === 0) {
    const of = place.sentAs === '' ? 'the list' : `"${place.sentAs}"`
    const found = diagnostic('N011', draft.like.span, 'no keys', of)
    report(checking, found.withHint(`Add a row for each of its values: ${place.sentAs}[].name.`))
    return []
  }
  for (const { like, span } of inputs) {
    const type = like.kind === 'field' ? like.field.type : like.kind === 'type' ? like.type : null
    if (type?.kind === 'file') {
      const found = diagnostic('N011', span, 'file in an object')
      report(checking, found.withHint('Take the files as an input of their own: list of files up to 5 MB.'))
    }
  }
  const { countMin, countMax } = stated?.like.kind === 'objects' ? stated.like : { countMin: null, countMax: null }
  if (countMin !== null && countMax !== null && countMin > countMax)
    report(checking, diagnostic('N011', draft.like.span, 'minimum above maximum', countMin, countMax))
  const like: InputLike = { kind: 'objects', inputs, countMin, countMax: countMax ?? SENT_OBJECTS_MAX }
  if (stated !== null) return [inputOfRow({ ...place, draft: stated }, like)]
  return [{ ...placeOfRow(place), isNeeded: false, like, span: first.path.span }]
}

interface ListPlace {
  readonly path: string
  readonly sentAs: string
}

/** A row of the table, with its path relative to the present list. */
interface InputRow extends ListPlace {
  readonly draft: InputDraft
}

/** `items` for `items[].sku`, with `sku` inside. Null: the row is neither a list of objects nor a value of one. */
function listOfRow({ path, sentAs, draft }: InputRow): {
  readonly list: ListPlace | null
  readonly inner: ListPlace | null
} {
  const [from, to] = [path, sentAs].map((text) => text.indexOf('[].'))
  if (from === undefined || to === undefined || from === -1)
    return { list: draft.like.kind === 'objects' ? { path, sentAs } : null, inner: null }
  return {
    list: { path: path.slice(0, from), sentAs: sentAs.slice(0, to) },
    inner: { path: path.slice(from + '[].'.length), sentAs: sentAs.slice(to + '[].'.length) },
  }
}

/** The words of `one of …` belong to the input, as those of a choice belong to its field. */
function recordOptions(checking: Checking, { path, like }: InputDraft, values: readonly string[]): void {
  const { recorder } = checking.names
  const owner = `${path.text} at ${path.span.start}`
  recorder.own({ kind: 'choice', values }, { kind: 'choice', of: owner })
  if (like.kind === 'one of') for (const option of like.options) recorder.declare('choice', option, owner)
}

/** Inputs that are absent because their field is; a use of them is not reported again. */
export function absentInputs(checking: Checking, drafts: readonly InputDraft[]): Set<string> {
  return new Set(
    drafts.flatMap(({ path, like }) =>
      like.kind === 'absent' ||
      (like.kind === 'field' && checking.entities.get(like.entity.text)?.absent.has(like.field.text) === true)
        ? [path.text]
        : [],
    ),
  )
}

/** The keys and values of the object become the items of a list. */
function mapOf(
  checking: Checking,
  { of, countMax, span }: Extract<InputLikeDraft, { kind: 'map' }>,
  value: InputLike,
): InputLike {
  const text: InputLike = { kind: 'type', type: ANY_TEXT, isList: false, isSecret: false }
  const inputs: Input[] = [
    { path: ['key'], isNeeded: true, like: text, span },
    { path: ['value'], isNeeded: true, like: value, span: of.span, ...unixOf(checking, of, value) },
  ]
  return { kind: 'objects', isMap: true, inputs, countMin: null, countMax: countMax ?? SENT_OBJECTS_MAX }
}

const ANY_TEXT: CheckedFieldType = { kind: 'text', lengthMin: null, lengthMax: 200 }

function checkLike(checking: Checking<'entities'>, draft: InputDraft): InputLike | null {
  const { like } = draft
  switch (like.kind) {
    case 'absent':
    case 'objects':
      return null
    case 'one of':
      return { kind: 'one of', options: like.options.map(({ text }) => text) }
    case 'map': {
      const value = checkLike(checking, { ...draft, like: like.of })
      return value === null ? null : mapOf(checking, like, value)
    }
    case 'type': {
      const type = checkBareType(checking, like)
      return type === null ? null : { kind: 'type', type, ...countsOf(checking, like), isSecret: like.isSecret }
    }
    case 'field':
      return likeField(checking, like)
  }
}

function countsOf(
  checking: Checking,
  {
    isList,
    countMin = null,
    countMax = null,
    span,
  }: Pick<InputLikeDraft & { kind: 'type' }, 'isList' | 'countMin' | 'countMax' | 'span'>,
): Pick<InputLike & { kind: 'type' }, 'isList' | 'countMin' | 'countMax'> {
  if (countMin !== null && countMax !== null && countMin > countMax)
    report(checking, diagnostic('N011', span, 'minimum above maximum', countMin, countMax))
  return { isList, ...(countMin === null ? {} : { countMin }), ...(countMax === null ? {} : { countMax }) }
}

function likeField(checking: Checking<'entities'>, like: InputLikeDraft & { kind: 'field' }): InputLike | null {
  const entity = resolveEntity(checking, like.entity)
  const facts = entity === null ? null : resolveField(checking, entity, like.field)
  if (entity === null || facts === null) return null
  const field = checkedField(checking, entity.name, facts.field.name)
  if (field === null) return null
  if (
    !isGivable(facts) &&
    facts.field.type.kind !== 'identifier' &&
    facts.field.type.kind !== 'sequence' &&
    facts.field.type.kind !== 'random code' &&
    !facts.field.isSetByProduct
  ) {
    return report(
      checking,
      diagnostic(
        'N619',
        like.field.span,
        field.type.kind === 'state' ? 'changed by transitions' : 'computed by the product',
        field.name,
      ),
    )
  }
  if (like.list !== undefined) return likeList(checking, like, like.list, field)
  return like.by === null
    ? { kind: 'field', entity: entity.name, field }
    : likeRecordBy(checking, like, like.by, entity.name, field)
}

const NOT_IN_LISTS: readonly CheckedFieldType['kind'][] = [
  'collection',
  'reference',
  'choices',
  'map',
  'json',
  'file',
  'password',
  'secret text',
]

/** `list of Tag.word`: several values of the field's kind. */
function likeList(
  checking: Checking,
  { field: written, span }: InputLikeDraft & { kind: 'field' },
  { countMin, countMax }: { readonly countMin: number | null; readonly countMax: number | null },
  { type }: Field,
): InputLike | null {
  if (NOT_IN_LISTS.includes(type.kind))
    return report(checking, diagnostic('N011', written.span, 'no list of such values', written.text))
  const counts = countsOf(checking, { isList: true, countMin, countMax, span })
  return { kind: 'type', type, ...counts, isSecret: false }
}

/** `Ticket.assignee by email`: the e-mail must be unique among users. */
function likeRecordBy(
  checking: Checking,
  like: InputLikeDraft & { kind: 'field' },
  by: Written,
  entity: string,
  field: Field,
): InputLike | null {
  if (field.type.kind !== 'reference' && field.type.kind !== 'collection') {
    return report(checking, diagnostic('N011', by.span, 'no record', field.name, by.text))
  }
  const target = checking.entities.get(field.type.entity)
  const key = target === undefined ? null : resolveField(checking, target, by)
  if (target === undefined || key === null) return null
  if (!identifies(checking, target.name, key.field))
    return report(
      checking,
      diagnostic('N703', by.span, target.name, by.text)
        .because(key.field.span, 'It is declared here.')
        .withHint(
          `Give "${by.text}" the rule "unique", or write "by id"; a unique scope does not name one record here.`,
        ),
    )
  return {
    kind: 'record by',
    entity,
    field,
    target: target.name,
    by: by.text,
    isCreatedWhenMissing: like.isCreatedWhenMissing,
  }
}

function checkedField(checking: Checking<'entities'>, entity: string, field: string): Field | null {
  const checked = checking.checked.entities.entities.find(({ name }) => name === entity)
  return checked?.fields.find(({ name }) => name === field) ?? null
}

/** `input.body`, for steps. An optional input may be empty, and so may one whose field may be empty. */
export function inputVariables(
  checking: Checking,
  drafts: readonly InputDraft[],
  inputs: readonly Input[],
): Map<string, ScopeVariable> {
  const variables = new Map<string, ScopeVariable>()
  // An input with an error, or with an absent field, is not reported again.
  for (const { path } of drafts)
    variables.set(`input.${declaredName(path.text)}`, { type: { kind: 'unknown' }, isOptional: false })
  for (const input of inputs)
    variables.set(`input.${input.path.join('.')}`, {
      ...inputVariable(checking, input),
      ...(input.sentAs === undefined ? {} : { sentAs: input.sentAs }),
    })
  return variables
}

/** The name of a row in steps; for values in a list of objects, the name of the list. */
export function declaredName(path: string): string {
  const end = path.indexOf('[]')
  return end === -1 ? path : path.slice(0, end)
}

/** Type of an object of a list: its inputs by their paths. */
function groupOf(checking: Checking, inputs: readonly Input[]): ValueType {
  const names = [...new Set(inputs.map(({ path }) => path[0] ?? ''))]
  return {
    kind: 'group',
    parts: names.map((name): GroupPart => {
      const own = inputs.filter(({ path }) => path[0] === name)
      const [only] = own
      const key = only?.sentAs?.[0]
      const named = key === undefined || key === name ? { name } : { name, key }
      return only !== undefined && only.path.length === 1
        ? { ...named, ...inputVariable(checking, only) }
        : {
            ...named,
            type: groupOf(
              checking,
              own.map((input) => ({
                ...input,
                path: input.path.slice(1),
                ...(input.sentAs === undefined ? {} : { sentAs: input.sentAs.slice(1) }),
              })),
            ),
            isOptional: false,
          }
    }),
  }
}

export function inputVariable(checking: Checking, { like, isNeeded }: Input): ScopeVariable {
  switch (like.kind) {
    case 'objects':
      return { type: { kind: 'list', of: groupOf(checking, like.inputs) }, isOptional: false }
    case 'one of':
      return { type: { kind: 'choice', values: like.options }, isOptional: !isNeeded }
    case 'type':
      return {
        type: listed(valueTypeOfField(like.type), like.isList), // A list that was not sent is an empty list.
        isOptional: !isNeeded && !like.isList,
      }
    case 'field':
    case 'record by':
      return {
        type: fieldType(checking, like.entity, like.field.name),
        isOptional: !isNeeded || !(like.field.isRequired || like.field.type.kind === 'collection'),
      }
  }
}

/** The type itself, or a list of it. */
export function listed(type: ValueType, isList: boolean): ValueType {
  return isList ? { kind: 'list', of: type } : type
}

function fieldType(checking: Checking, entity: string, field: string): ValueType {
  return checking.catalogue.entities.get(entity)?.fields.get(field)?.type ?? { kind: 'unknown' }
}
