// `Only grows: yes` → no permission, step, state or cascade changes or deletes such a record. A change that the text
// permits nowhere need not be refused at run time.

import { diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Entity } from '../../model/entities.ts'
import { everyStep } from '../../model/steps/every-step.ts'
import type { Span } from '../../text/source.ts'
import { report, type Checking } from '../checking.ts'

export function refuseChangesOfGrowing(checking: Checking<'entities' | 'calls'>): void {
  const {
    entities: { entities },
    calls,
  } = checking.checked
  const growing = new Map(entities.filter(({ onlyGrows }) => onlyGrows).map((entity) => [entity.name, entity]))
  if (growing.size === 0) return
  for (const entity of growing.values()) refuseFields(checking, entity)
  for (const { entity, calls: offered } of checking.draft.calls.standard)
    for (const { kind, span } of offered)
      if (kind === 'change' || kind === 'delete')
        refuse(checking, growing.get(entity.text), span, `no call can ${kind} what is there`)
  for (const { entity, who, may } of checking.draft.roles.permissions) {
    if (!growing.has(entity.text) || who.kind === 'nobody') continue
    for (const { action, span } of may)
      if (action === 'change' || action === 'delete')
        refuse(checking, growing.get(entity.text), span, `nobody can ${action} what is there`)
  }
  for (const { steps } of [...calls.calls, ...calls.schedules])
    for (const step of everyStep(steps)) {
      const { action } = step
      if (action.kind !== 'change' && action.kind !== 'set' && action.kind !== 'delete') continue
      refuse(checking, growing.get(action.entity), step.span, `no step can ${action.kind} what is there`)
    }
}

function refuseFields(checking: Checking, entity: Entity): void {
  const facts = checking.entities.get(entity.name)
  const drafts = facts?.fields
  const kept = facts?.draft.keptDeleted ?? null
  if (kept !== null) refuse(checking, entity, kept.span, 'none is deleted, so none is kept afterwards')
  for (const field of entity.fields) {
    const draft = drafts?.get(field.name)?.draft
    if (draft === null || draft === undefined) continue
    if (field.type.kind === 'state') refuse(checking, entity, draft.typeSpan, 'a state would change')
    const effect = draft.rules.find((rule) => rule.kind === 'deletion')
    if (effect?.kind === 'deletion' && effect.effect !== 'blocks deletion')
      refuse(
        checking,
        entity,
        effect.span,
        `it cannot be ${effect.effect.replace(' on deletion', '')}`,
        'Write blocks deletion, or take "Only grows" out.',
      )
  }
}

function refuse(
  checking: Checking,
  entity: Entity | undefined,
  span: Span,
  what: string,
  wayOut: string | null = null,
): void {
  if (entity === undefined) return
  const stated = checking.entities.get(entity.name)?.draft.onlyGrows
  const refused = diagnostic('N329', span, entity.name, what)
  const found = wayOut === null ? refused : refused.withHint(wayOut)
  report(checking, stated === null || stated === undefined ? found : found.because(stated, 'It is said here.'))
}
