// Context of a call's steps while they are checked, with the records that they have bound so far.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Scope, ScopeVariable } from '../../expression/expression.ts'
import type { Input, ListedRecords, RecordSource } from '../../model/calls.ts'
import type { RecordSourceDraft } from '../../draft/calls.ts'
import type { Span, Written } from '../../text/source.ts'
import { report, type StepChecking } from '../checking.ts'
import type { EntityFacts } from '../entities/facts.ts'
import { isUsableName } from '../names/names.ts'
import { resolveEntity, resolveField } from '../names/resolve.ts'
import { recordVariable } from '../names/scopes.ts'

/** The performer of the steps: the caller, the clock, or the performer of a transition. */
export type Doer = 'caller' | 'clock' | 'transition'

export interface StepContext {
  readonly checking: StepChecking
  readonly by: Doer
  /** Its steps need no permission. */
  readonly runsAsProduct: boolean
  /** Owner of these variables; see `ownerOfCall`. */
  readonly owner: string
  readonly inputs: readonly Input[]
  readonly declaredInputs: ReadonlySet<string>
  readonly absentInputs: ReadonlySet<string>
  /** Positions of the options of `one of …`. */
  readonly optionPlaces: ReadonlyMap<string, Span>
  /** The record whose fields are bare names, if any. */
  readonly implicit: string | null
  /** Grows with every step that binds a name. */
  readonly variables: Map<string, ScopeVariable>
  /** Paths that a "require", or an answer given where they are empty, has shown to be non-empty; grows as well. */
  readonly known: Set<string>
  /** Parameters of the query, as sent, with their variables. Missing: not a call. */
  readonly parameters?: ReadonlyMap<string, string>
  /** Names that `for each` binds to sent values. */
  readonly sent: ReadonlySet<string>
}

/** Binds a name for the steps that follow. */
export function bind(stepping: StepContext, name: Written, variable: ScopeVariable): void {
  const { checking, variables } = stepping
  if (!isUsableName(name, checking.found)) {
    // Binds a refused name anyway, so that later steps know it and one mistake gives one diagnostic.
    if (!variables.has(name.text)) variables.set(name.text, { type: { kind: 'unknown' }, isOptional: false })
    return
  }
  if (variables.has(name.text))
    report(checking, diagnostic('N053', name.span, name.text).withHint('Give it another name.'))
  checking.names.recorder.declare('variable', name, stepping.owner, variable)
  variables.set(name.text, variable)
}

/** The entity of a record that an earlier step has bound, or of `me`. */
export function boundRecord(stepping: StepContext, name: Written, scope: Scope): EntityFacts | null {
  const { checking } = stepping
  const variable = scope.variables.get(name.text)
  if (variable === undefined) {
    const [head = '', ...path] = name.text.split('.')
    if (path.length > 0 && scope.variables.get(head)?.type.kind === 'record') {
      const found = diagnostic('N051', name.span, name.text)
      return report(checking, found.withHint(`Bind the record first: let ${path.at(-1)} be \`${name.text}\`.`))
    }
    const records = [...scope.variables].flatMap(([known, { type }]) => (type.kind === 'record' ? [known] : []))
    return report(checking, diagnostic('N051', name.span, name.text).suggesting(name.text, records))
  }
  checking.names.recorder.use('variable', name, stepping.owner, variable)
  if (variable.type.kind === 'unknown') return null
  if (variable.type.kind !== 'record') return report(checking, diagnostic('N728', name.span, name.text))
  if (variable.isOptional && scope.known?.has(name.text) !== true) {
    return report(
      checking,
      diagnostic('N055', name.span, 'value', name.text).withHint(`Ask first: when \`${name.text} != null\`: …`),
    )
  }
  return checking.entities.get(variable.type.entity) ?? null
}

/** The source of records, and their entity. */
export function checkSource(
  stepping: StepContext,
  draft: RecordSourceDraft,
  scope: Scope,
): { source: RecordSource; entity: EntityFacts } | null {
  const { checking } = stepping
  if (draft.kind === 'entity') {
    const entity = resolveEntity(checking, draft.entity)
    return entity === null ? null : { source: { kind: 'entity', entity: entity.name }, entity }
  }
  // An input with an error is not reported again.
  if (scope.variables.get(`input.${draft.relation.text}`)?.type.kind === 'unknown' && draft.of.text === 'input')
    return null
  if (draft.of.text === 'input' && stepping.declaredInputs.has(draft.relation.text))
    return report(checking, diagnostic('N728', draft.relation.span, `input.${draft.relation.text}`))
  const owner = boundRecord(stepping, draft.of, scope)
  const field = owner === null ? null : resolveField(checking, owner, draft.relation)
  if (owner === null || field === null) return null
  const { type } = field.field
  if (type.kind !== 'collection')
    return report(checking, diagnostic('N011', draft.relation.span, 'no list of records', draft.relation.text))
  const entity = checking.entities.get(type.entity)
  if (entity === undefined) return null
  return {
    source: {
      kind: 'relation',
      of: draft.of.text,
      ofEntity: owner.name,
      relation: draft.relation.text,
      entity: entity.name,
    },
    entity,
  }
}

/** As `checkSource`; a name may also be a list of records from an earlier step. */
export function checkSourceOrList(
  stepping: StepContext,
  draft: RecordSourceDraft,
  scope: Scope,
): { source: RecordSource | ListedRecords; entity: EntityFacts } | null {
  const { checking } = stepping
  const variable = draft.kind === 'entity' ? scope.variables.get(draft.entity.text) : undefined
  if (draft.kind === 'entity' && variable === undefined && isBoundName(draft.entity.text)) {
    if (checking.entities.has(draft.entity.text)) return checkSource(stepping, draft, scope)
    const lists = [...scope.variables].flatMap(([name, { type }]) => (type.kind === 'list' ? [name] : []))
    return report(
      checking,
      diagnostic('N051', draft.entity.span, draft.entity.text).suggesting(draft.entity.text, lists),
    )
  }
  const sent = draft.kind === 'relation' ? `${draft.of.text}.${draft.relation.text}` : null
  const listed = sent === null ? undefined : scope.variables.get(sent)
  if (sent !== null && listed?.type.kind === 'list' && listed.type.of.kind === 'record') {
    const of = checking.entities.get(listed.type.of.entity)
    return of === undefined ? null : { source: { kind: 'listed', list: sent, entity: of.name }, entity: of }
  }
  if (draft.kind !== 'entity' || variable === undefined) return checkSource(stepping, draft, scope)
  checking.names.recorder.use('variable', draft.entity, stepping.owner, variable)
  const { type } = variable
  if (type.kind === 'unknown') return null
  const entity = type.kind === 'list' && type.of.kind === 'record' ? checking.entities.get(type.of.entity) : undefined
  if (entity !== undefined) return { source: { kind: 'listed', list: draft.entity.text, entity: entity.name }, entity }
  return report(checking, diagnostic('N011', draft.entity.span, 'no list of records', draft.entity.text))
}

/** Steps bind names in lower case, as in `list due from Booking`. */
function isBoundName(name: string): boolean {
  return /^\p{Ll}/u.test(name)
}

/** Inside "where", bare names are fields of the tested record. */
export function whereScope(scope: Scope, entity: EntityFacts): Scope {
  return { ...scope, variables: new Map([...scope.variables, ['this', recordVariable(entity.name)]]), implicit: 'this' }
}
