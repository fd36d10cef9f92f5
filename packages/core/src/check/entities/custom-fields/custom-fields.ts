// `values of DealField` → a type, if records of DealField can describe values: they have a name, a key that stays, and a
// type.

import { diagnostic, type Sentence } from '../../../diagnostic/diagnostic.ts'
import type { EntityDraft, FieldDraft } from '../../../draft/entities.ts'
import { DEFINED_TYPES, type DefinedType } from '../../../model/custom-fields/definitions.ts'
import type { CheckedFieldType } from '../../../model/entities.ts'
import type { Written } from '../../../text/source.ts'
import type { Resolving } from '../facts.ts'
import { isKnownEntity } from '../relations.ts'

const ROWS = {
  name: '| name | text up to 60 | required | | |',
  key: '| key | slug from name, fixed once made | | | |',
  type: typeRow(DEFINED_TYPES),
  choices: '| choices | long text | | | |',
  needed: '| needed | yes/no | | no | |',
  archived: '| archived | yes/no | | no | |',
} as const

type Part = keyof typeof ROWS

function typeRow(types: readonly DefinedType[]): string {
  return `| type | choice: ${types.join(', ')} | required | | |`
}

/** Without choices, the row of a type that has them would be the next mistake. */
function rowOf(part: Part, { fields }: EntityDraft): string {
  const hasChoices = fields.some(({ name }) => name.text === 'choices')
  return part !== 'type' || hasChoices ? ROWS[part] : typeRow(DEFINED_TYPES.filter((type) => type !== 'choice'))
}

/** Null: the mistakes are reported. */
export function resolveCustomFields(of: Written, entity: EntityDraft, resolving: Resolving): CheckedFieldType | null {
  if (!isKnownEntity(of, resolving)) return null
  const target = resolving.names.entities.get(of.text)
  if (target === undefined) return null
  const before = resolving.found.length
  for (const part of Object.keys(ROWS) as Part[]) checkPart(part, of, target, resolving)
  refuseOutside(of, target, entity, resolving)
  return resolving.found.length > before ? null : { kind: 'json', definedBy: of.text }
}

function checkPart(part: Part, of: Written, target: EntityDraft, resolving: Resolving): void {
  const tell = (...words: Sentence<'N340'>): void =>
    void resolving.found.push(
      diagnostic('N340', of.span, ...words).withHint(`Give ${of.text} this row: ${rowOf(part, target)}`),
    )
  const field = target.fields.find(({ name }) => name.text === part)
  // An invalid type is reported at its own place.
  if (field?.type === null || target.unsupportedFields.some(({ text }) => text === part)) return
  if (field === undefined) {
    if (isWanted(part, target, resolving)) tell('missing', of.text, part)
    return
  }
  const words = typeWords(field, resolving).filter((word) => !DEFINED_TYPES.some((known) => known === word))
  if (part === 'type' && words[0] !== undefined) tell('no type of values', of.text, words[0])
  else if (!FITS[part](field)) tell('other', of.text, part)
}

/** Without choices, no value can be one of them. */
function isWanted(part: Part, target: EntityDraft, resolving: Resolving): boolean {
  if (part === 'needed' || part === 'archived') return false
  const type = target.fields.find(({ name }) => name.text === 'type')
  return part !== 'choices' || (type !== undefined && typeWords(type, resolving).includes('choice'))
}

function typeWords({ type }: FieldDraft, { names }: Resolving): string[] {
  if (type?.kind === 'choice') return type.values.map(({ text }) => text)
  if (type?.kind !== 'shared choice') return []
  return (names.choices.get(type.name.text)?.options ?? []).map(({ value }) => value.text)
}

const FITS: Readonly<Record<Part, (field: FieldDraft) => boolean>> = {
  name: ({ type, rules }) => type?.kind === 'text' && rules.some(({ kind }) => kind === 'required'),
  key: ({ type, rules }) => {
    const has = (kind: string): boolean => rules.some((rule) => rule.kind === kind)
    if (type?.kind === 'slug') return type.from.text === 'name' && type.isFixed
    return type?.kind === 'text' && has('required') && has('unique') && has('set once')
  },
  type: ({ type, rules }) =>
    (type?.kind === 'choice' || (type?.kind === 'shared choice' && !type.areSeveral)) &&
    rules.some(({ kind }) => kind === 'required'),
  choices: ({ type }) => type?.kind === 'long text',
  needed: ({ type }) => type?.kind === 'yes/no',
  archived: ({ type }) => type?.kind === 'yes/no',
}

/** Definitions of one tenant describe values of records of that tenant only. A user may be in several. */
function refuseOutside(of: Written, target: EntityDraft, entity: EntityDraft, resolving: Resolving): void {
  const belongs = ({ fields }: EntityDraft): boolean => fields.some(({ isTenant }) => isTenant === true)
  if (!belongs(target) || (belongs(entity) && entity.name.text !== resolving.users)) return
  resolving.found.push(
    diagnostic('N340', of.span, 'of a tenant', of.text, entity.name.text).withHint(
      `Write ${of.text} behind "except" in the line "Records belong to", so that it describes values for all.`,
    ),
  )
}
