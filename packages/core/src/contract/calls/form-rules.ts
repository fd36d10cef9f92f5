// Rules of point 5 → those that a form can check while a person types: rules over the record's own plain fields and the
// clock. Rules over other records are left to the server.

import { allOf, anyOf, isTrue, notOf, visit } from '../../expression/conditions.ts'
import type { Expression } from '../../expression/expression.ts'
import { simplify } from '../../expression/simplify.ts'
import { entityNamed, isStored } from '../../model/find.ts'
import type { FieldKind } from '../../model/field-types.ts'
import type { Model } from '../../model/model.ts'
import type { Rule } from '../../model/validation.ts'
import type { FormRule } from '../wire/actions.ts'
import type { Operation } from './calls.ts'
import type { ScreenScope } from '../screens/screen-scope.ts'

/**
 * Kinds whose values are equal in a form and an expression, but not in the data with which a form of changes begins.
 */
const MOMENT_KINDS: ReadonlySet<FieldKind> = new Set(['date and time', 'period'])

/** Kinds whose values are equal in a form, an answer and an expression. */
const PLAIN_KINDS: ReadonlySet<FieldKind> = new Set([
  'text',
  'long text',
  'email',
  'url',
  'phone',
  'whole number',
  'yes/no',
  'date',
  'choice',
  'state',
])

/** The effect of an operation on a record, and the input of each field. */
export interface RecordForm {
  readonly entity: string
  readonly moment: 'create' | 'change'
  readonly inputOfField: ReadonlyMap<string, string>
}

export function formRules({ model, caller }: Pick<ScreenScope, 'model' | 'caller'>, operation: Operation): FormRule[] {
  const form = recordForm(model, operation)
  if (form === null) return []
  return model.validation.rules.flatMap((rule) => {
    if (rule.entity !== form.entity || !applies(rule, form)) return []
    const kept =
      rule.condition === null ? rule.holds : anyOf([notOf(rule.condition), allOf([rule.condition, rule.holds])])
    const holds = simplify(kept, { hasRole: (role) => caller.roles.has(role) })
    const fields = plainFields(model, form, holds)
    const message = plainMessage(model, rule.otherwise)
    if (isTrue(holds) || fields === null || message === null || !isKnown(form, fields)) return []
    return [
      {
        holds,
        fields,
        whenChanged: rule.when.kind === 'field changes' ? rule.when.field : null,
        about: aboutInput(model, rule, form),
        message,
      },
    ]
  })
}

export function recordForm(model: Model, operation: Operation): RecordForm | null {
  if (operation.kind === 'create' || operation.kind === 'change') {
    const { fields } = entityNamed(model, operation.standard.entity)
    return {
      entity: operation.standard.entity,
      moment: operation.kind,
      inputOfField: new Map(fields.map(({ name }) => [name, name])),
    }
  }
  if (operation.kind !== 'stated') return null
  const writes = operation.call.steps.flatMap(({ action }) => (action.kind === 'create' ? [action] : []))
  const [write] = writes
  if (write === undefined || writes.length > 1) return null
  const given = write.sets.flatMap((set) =>
    set.kind === 'given' && set.of === undefined ? [[set.field, set.input.join('.')] as const] : [],
  )
  return { entity: write.entity, moment: 'create', inputOfField: new Map(given) }
}

function applies({ when }: Rule, form: RecordForm): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'create':
    case 'change':
      return when.kind === form.moment
    case 'field changes':
      return form.inputOfField.has(when.field)
    default:
      return false
  }
}

/** The fields that the condition reads, if they are plain fields of the record itself and the clock; else null. */
function plainFields(model: Model, { entity: entityName, moment }: RecordForm, holds: Expression): string[] | null {
  const entity = entityNamed(model, entityName)
  const fields = new Set<string>()
  let isPlain = true
  visit(holds, (part) => {
    if (part.kind === 'variable') {
      isPlain &&= part.name === 'this' || CLOCK.has(part.name)
    } else if (part.kind === 'field') {
      const field = entity.fields.find(({ name }) => name === part.field)
      const isOfRecord = part.of.kind === 'variable' && part.of.name === 'this'
      const isMoment = field !== undefined && moment === 'create' && MOMENT_KINDS.has(field.type.kind)
      isPlain &&= isOfRecord && field !== undefined && isStored(field) && (isMoment || PLAIN_KINDS.has(field.type.kind))
      fields.add(part.field)
    } else if (part.kind === 'records' || part.kind === 'comprehension' || part.kind === 'shape') isPlain = false
  })
  return isPlain ? [...fields] : null
}

const CLOCK: ReadonlySet<string> = new Set(['now', 'today'])

/** A form for a new record knows its own inputs; for an existing record, the form's data provides the rest. */
function isKnown(form: RecordForm, fields: readonly string[]): boolean {
  return form.moment === 'change' || fields.every((field) => form.inputOfField.has(field))
}

/** The message, unless it contains values that only the server has. */
function plainMessage(model: Model, code: string): string | null {
  const parts = model.errors.catalogue.find((entry) => entry.code === code)?.message.parts ?? []
  const isPlain = parts.length > 0 && parts.every(({ kind }) => kind !== 'path')
  return isPlain ? parts.map((part) => (part.kind === 'path' ? '' : part.text)).join('') : null
}

function aboutInput(model: Model, rule: Rule, form: RecordForm): string | null {
  const about = model.errors.catalogue.find(({ code }) => code === rule.otherwise)?.about ?? ''
  return form.inputOfField.get(about) ?? null
}
