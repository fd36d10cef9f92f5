// `### States of …` with a wrong entity or field. The state field that was probably meant then has no states for the
// same reason, and gets no diagnostic of its own.

import { diagnostic, type Diagnostic } from '../../diagnostic/diagnostic.ts'
import { closest } from '../../diagnostic/did-you-mean.ts'
import type { EntityDraft } from '../../draft/entities.ts'
import type { MachineDraft } from '../../draft/states.ts'
import type { Names } from '../names/names.ts'

interface Naming {
  readonly names: Names
  readonly found: Diagnostic[]
  /** Missing: there was no earlier phase. */
  readonly earlier?: readonly Diagnostic[]
}

/** Reports a wrong name of a machine, once. Returns whether there was one. */
export function reportMisnamedMachine(naming: Naming, machine: MachineDraft): boolean {
  const { names } = naming
  const { entity, field } = machine
  const declared = names.entities.get(entity.text)
  if (declared === undefined) {
    tell(naming, diagnostic('N301', entity.span, entity.text).suggesting(entity.text, names.entities.keys()))
    return true
  }
  const known = declared.fields.find(({ name }) => name.text === field.text)
  const without = stateFields(declared).filter((name) => !names.machines.has(`${entity.text}.${name}`))
  if (known === undefined) {
    if (declared.unsupportedFields.some(({ text }) => text === field.text)) return false
    const near = diagnostic('N320', field.span, entity.text, field.text)
    const [only] = without
    const meant = near.suggesting(field.text, without.length > 0 ? without : stateFields(declared))
    tell(naming, meant.hint === null && only !== undefined ? near.withHint(`Did you mean "${only}"?`) : meant)
    return true
  }
  if (known.type === null || known.type.kind === 'state') return false
  const [meant] = without
  const wrong = diagnostic('N420', field.span, `${entity.text}.${field.text}`).because(
    known.name.span,
    'It is declared here.',
  )
  tell(
    naming,
    meant === undefined
      ? wrong.withHint('Give the field the type "state", or leave these states out.')
      : wrong.withHint(`"${meant}" is a state and has no states: did you mean that?`).withFix({
          title: `Replace with "${meant}"`,
          edits: [{ span: field.span, text: meant }],
        }),
  )
  return true
}

/**
 * Reports the machine that was probably meant for a state field without states. Returns whether there was one that had
 * not been reported.
 */
export function tellMisnamedMachine(naming: Naming, entity: EntityDraft): boolean {
  const { names, found } = naming
  const own = entity.name.text
  const misnamed = [...names.machines.values()].filter((machine) =>
    machine.entity.text === own
      ? !stateFields(entity).includes(machine.field.text)
      : !names.entities.has(machine.entity.text) && closest(machine.entity.text, names.entities.keys()) === own,
  )
  return misnamed.some((machine) => {
    const before = found.length
    reportMisnamedMachine(naming, machine)
    return found.length > before
  })
}

/** The initial state is not shown. */
export function isBeginningNotShown({ states }: MachineDraft): boolean {
  return !states.some(({ kind }) => kind.text === 'initial') && states.some(({ isKindNotShown }) => isKindNotShown)
}

function stateFields({ fields }: EntityDraft): string[] {
  return fields.flatMap(({ name, type }) => (type?.kind === 'state' ? [name.text] : []))
}

function tell({ found, earlier = [] }: Naming, news: Diagnostic): void {
  const isTold = [...earlier, ...found].some(
    ({ number, span }) => number === news.number && span.start === news.span.start,
  )
  if (!isTold) found.push(news)
}
