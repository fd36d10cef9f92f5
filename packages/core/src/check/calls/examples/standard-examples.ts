// Request and answer of an example of a standard call, against the entity → warnings.

import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { ExampleStepDraft } from '../../../draft/calls.ts'
import type { Expression } from '../../../expression/expression.ts'
import type { StandardCallKind, StandardCalls } from '../../../model/calls.ts'
import { isOtherSide } from '../../../model/field-types.ts'
import { report, type Checking } from '../../checking.ts'
import { standardCallNames } from '../../names/call-names.ts'
import { isProvidedAtCreation, type EntityFacts, type FieldFacts } from '../../entities/facts.ts'
import { keySpan } from './example-answers.ts'
import { isGivable } from '../../roles/permission-fields.ts'

const SUCCEEDS: Readonly<Record<StandardCallKind, number>> = {
  list: 200,
  get: 200,
  create: 201,
  change: 200,
  delete: 204,
  presence: 200,
  transitions: 200,
}

/** `name`: the call's name in the list of known calls: `POST /api/tickets`. */
export function warnAboutStandardStep(
  checking: Checking,
  draft: ExampleStepDraft,
  name: string,
  body: Expression | null,
): void {
  const standard = checking.standardCalls.find((row) => standardCallNames(checking, row).includes(name))
  const kind = standard?.calls.find((each) =>
    standardCallNames(checking, { ...standard, calls: [each] }).includes(name),
  )
  const entity = standard === undefined ? undefined : checking.entities.get(standard.entity)
  if (standard === undefined || kind === undefined || entity === undefined) return
  const status = Number(draft.status.text)
  if (status >= 400) return
  if (status !== SUCCEEDS[kind]) {
    const meant = String(SUCCEEDS[kind])
    report(checking, diagnostic('N734', draft.status.span, name, status).suggesting(meant, [meant]))
  }
  if (kind === 'create' || kind === 'change') warnAboutFields(checking, draft, { entity, kind }, body)
  if (kind !== 'list' && kind !== 'presence') warnAboutKept(checking, draft, name, keysOf(checking, entity, standard))
}

/** Sent names must be fields that callers give, and required fields of a new record must be sent. */
function warnAboutFields(
  checking: Checking,
  draft: ExampleStepDraft,
  { entity, kind }: { entity: EntityFacts; kind: 'create' | 'change' },
  body: Expression | null,
): void {
  if (draft.body !== null && body?.kind !== 'object') return
  const sent = new Set(body?.kind === 'object' ? body.entries.map(({ key }) => key) : [])
  const givable = [...entity.fields.values()].filter((facts) => isGiven(facts))
  const names = [...givable.map(({ field }) => field.name), ...entity.absent.keys()]
  for (const key of sent) {
    if (names.includes(key) || (kind === 'change' && key === 'version')) continue
    report(checking, diagnostic('N725', keySpan(draft, key), key).suggesting(key, names))
  }
  if (kind === 'change' || [...sent].some((key) => !names.includes(key))) return
  for (const facts of givable) {
    if (isProvidedAtCreation(facts) || sent.has(facts.field.name)) continue
    const found = diagnostic('N735', draft.body?.span ?? draft.span, facts.field.name)
    report(checking, found.because(facts.field.span, 'It is required here.'))
  }
}

/** A many-to-many field is sent as a list of keys. */
function isGiven(facts: FieldFacts): boolean {
  return isGivable(facts) && !isOtherSide(facts.field.type)
}

function keysOf({ names }: Checking, entity: EntityFacts, { shape }: StandardCalls): string[] {
  if (shape !== null) {
    const keys = names.shapes.get(shape)?.keys ?? []
    // Included shapes contain further keys.
    return keys.every(({ kind }) => kind === 'key')
      ? keys.flatMap((each) => (each.kind === 'key' ? each.key.text : []))
      : []
  }
  return [...[...entity.fields.values()].map(({ field }) => field.name), ...entity.absent.keys()]
}

function warnAboutKept(checking: Checking, draft: ExampleStepDraft, name: string, keys: readonly string[]): void {
  if (keys.length === 0) return
  for (const { path } of draft.keeps) {
    const [first = ''] = path.text.split('.')
    if (keys.includes(first)) continue
    const found = diagnostic('N736', path.span, path.text, name).withHint(`It has ${keys.join(', ')}.`)
    report(checking, found.suggesting(path.text, keys))
  }
}
