// Rows of "Input | Like | Needed" → checked inputs, and the variables that they are in steps.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { CallDraft, InputDraft, InputLikeDraft } from '../../draft/calls.ts'
import type { ScopeVariable, ValueType } from '../../expression/expression.ts'
import type { CheckedFieldType, Field } from '../../model/entities.ts'
import type { Input, InputLike } from '../../model/calls.ts'
import type { Written } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'
import { identifies } from '../identifying.ts'
import { reportSecond, type Declared } from '../names.ts'
import { isGivable } from '../permission-fields.ts'
import { resolveEntity, resolveField } from '../resolve.ts'
import { valueTypeOfField } from '../../model/value-type-of-field.ts'

export function checkInputs(checking: Checking, call: CallDraft): Input[] {
  const unique = new Map<string, Declared>()
  return call.inputs.flatMap((draft) => {
    if (reportSecond(draft.path, 'an input of this call', unique, checking.found)) return []
    const like = checkLike(checking, draft)
    return like === null
      ? []
      : [{ path: draft.path.text.split('.'), isNeeded: draft.isNeeded, like, span: draft.path.span }]
  })
}

/** Inputs of the draft that are absent because their field is: who names them makes no second mistake. */
export function absentInputs(checking: Checking, call: CallDraft): Set<string> {
  return new Set(
    call.inputs.flatMap(({ path, like }) =>
      like.kind === 'field' && checking.entities.get(like.entity.text)?.absent.has(like.field.text) === true
        ? [path.text]
        : [],
    ),
  )
}

function checkLike(checking: Checking, draft: InputDraft): InputLike | null {
  const { like } = draft
  if (like.kind === 'one of') return { kind: 'one of', options: like.options.map(({ text }) => text) }
  if (like.kind === 'type') {
    const type = simpleType(like.name.text)
    if (type !== null) return { kind: 'type', type: type.type, isSecret: type.isSecret }
    return report(
      checking,
      diagnostic('N011', like.name.span, `"${like.name.text}" is no type of an input.`).suggesting(
        like.name.text,
        SIMPLE_TYPES.keys(),
      ),
    )
  }
  return likeField(checking, like)
}

function likeField(checking: Checking, like: InputLikeDraft & { kind: 'field' }): InputLike | null {
  const entity = resolveEntity(checking, like.entity)
  const facts = entity === null ? null : resolveField(checking, entity, like.field)
  if (entity === null || facts === null) return null
  const field = checkedField(checking, entity.name, facts.field.name)
  if (field === null) return null
  if (
    !isGivable(facts) &&
    facts.field.type.kind !== 'identifier' &&
    facts.field.type.kind !== 'sequence' &&
    !facts.field.isSetByProduct
  ) {
    return report(
      checking,
      diagnostic(
        'N619',
        like.field.span,
        field.name,
        field.type.kind === 'state' ? 'only transitions change a state' : 'the product computes it',
      ),
    )
  }
  return like.by === null
    ? { kind: 'field', entity: entity.name, field }
    : likeRecordBy(checking, like, like.by, entity.name, field)
}

/** `Ticket.assignee by email`: the e-mail must tell one user from another. */
function likeRecordBy(
  checking: Checking,
  like: InputLikeDraft & { kind: 'field' },
  by: Written,
  entity: string,
  field: Field,
): InputLike | null {
  if (field.type.kind !== 'reference' && field.type.kind !== 'collection') {
    return report(
      checking,
      diagnostic('N011', by.span, `"${field.name}" is no record, so it cannot be named by "${by.text}".`),
    )
  }
  const target = checking.entities.get(field.type.entity)
  const key = target === undefined ? null : resolveField(checking, target, by)
  if (target === undefined || key === null) return null
  if (!identifies(key.field))
    return report(
      checking,
      diagnostic('N703', by.span, target.name, by.text).because(key.field.span, 'It is declared here.'),
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

function checkedField(checking: Checking, entity: string, field: string): Field | null {
  const checked = checking.checked.entities?.entities.find(({ name }) => name === entity)
  return checked?.fields.find(({ name }) => name === field) ?? null
}

interface SimpleType {
  readonly type: CheckedFieldType
  readonly isSecret: boolean
}

const plain = (kind: 'text' | 'long text' | 'email' | 'url' | 'phone'): CheckedFieldType => ({
  kind,
  lengthMin: null,
  lengthMax: null,
})

const SIMPLE_TYPES: ReadonlyMap<string, SimpleType> = new Map<string, SimpleType>([
  ...(['text', 'long text', 'email', 'url', 'phone'] as const).map((kind): [string, SimpleType] => [
    kind,
    { type: plain(kind), isSecret: false },
  ]),
  ...(['yes/no', 'date', 'time', 'date and time', 'duration', 'percent'] as const).map((kind): [string, SimpleType] => [
    kind,
    { type: { kind }, isSecret: false },
  ]),
  ['secret text', { type: plain('text'), isSecret: true }],
  ['whole number', { type: { kind: 'whole number', min: null, max: null }, isSecret: false }],
])

export function simpleType(name: string): SimpleType | null {
  return SIMPLE_TYPES.get(name) ?? null
}

/** `input.body`, for steps. What may be left out may be empty; so may what the field lets be empty. */
export function inputVariables(
  checking: Checking,
  call: CallDraft,
  inputs: readonly Input[],
): Map<string, ScopeVariable> {
  const variables = new Map<string, ScopeVariable>()
  // An input that could not be checked, or whose field is absent, causes no second complaint.
  for (const { path } of call.inputs)
    variables.set(`input.${path.text}`, { type: { kind: 'unknown' }, isOptional: false })
  for (const input of inputs) variables.set(`input.${input.path.join('.')}`, inputVariable(checking, input))
  return variables
}

function inputVariable(checking: Checking, { like, isNeeded }: Input): ScopeVariable {
  switch (like.kind) {
    case 'one of':
      return { type: { kind: 'choice', values: like.options }, isOptional: !isNeeded }
    case 'type':
      return { type: valueTypeOfField(like.type), isOptional: !isNeeded }
    case 'field':
    case 'record by':
      return {
        type: fieldType(checking, like.entity, like.field.name),
        isOptional: !isNeeded || !(like.field.isRequired || like.field.type.kind === 'collection'),
      }
  }
}

function fieldType(checking: Checking, entity: string, field: string): ValueType {
  return checking.catalogue.entities.get(entity)?.fields.get(field)?.type ?? { kind: 'unknown' }
}
