// Every name of a specification with its position and meaning, recorded where names are resolved, so that no other code
// resolves them again. It exists for every text, with or without errors.

import { ownValue } from '../../model/find.ts'
import type { Catalogue, Expression, Scope, ValueType } from '../../expression/expression.ts'
import { visit } from '../../expression/conditions.ts'
import type { HeardName, Listener } from '../../expression/expression.ts'
import type { Span, Written } from '../../text/source.ts'

export type NamedKind =
  | 'entity'
  | 'field'
  | 'choice'
  | 'state'
  | 'transition'
  | 'clock'
  | 'rule'
  | 'role'
  | 'contextual role'
  | 'code'
  | 'constant'
  | 'lookup'
  | 'shape'
  | 'screen'
  | 'document'
  | 'message'
  | 'call'
  | 'shared part'
  | 'service'
  | 'operation'
  | 'provider'
  | 'input'
  | 'query'
  | 'parameter'
  | 'variable'
  | 'item'
  | 'function'

/**
 * The meaning of a name. `of`: the entity of a field or transition, the field of a state or choice (`Ticket.status`),
 * the call of an input or variable (`POST /api/tickets/:/comments`); null for global names.
 */
export interface Named {
  readonly kind: NamedKind
  readonly name: string
  readonly of: string | null
}

/**
 * The form of a name: unchanged; in an address, where `give up` is `give-up`; or the record's name in a transition,
 * where `Ticket` is `ticket`.
 */
export type NameForm = 'plain' | 'address' | 'record'

export interface Occurrence {
  readonly span: Span
  readonly named: Named
  readonly isDeclaration: boolean
  readonly type: ValueType | null
  readonly isOptional: boolean
  /** Text before a replaced name in this place: `given body` of a renamed field becomes `given body as text`. */
  readonly before: string
  readonly after: string
  readonly form: NameForm
}

/** The position of an expression, with its scope. */
export interface ExpressionPlace {
  readonly written: Written
  readonly scope: Scope
  readonly expected: ValueType | null
}

export interface NamesIndex {
  /** In the order of the text; several at one position if one name means several things. */
  readonly occurrences: readonly Occurrence[]
  readonly expressions: readonly ExpressionPlace[]
  readonly catalogue: Catalogue
  /** All calls, stated or standard: `GET /api/tickets/:number`. */
  readonly calls: ReadonlySet<string>
}

export type OccurrenceDetails = Partial<Omit<Occurrence, 'span' | 'named'>>

/** A choice field, or an input with options, whose words belong to it. */
export interface OwnerOfWords {
  readonly kind: 'choice' | 'state'
  readonly of: string
}

interface Item {
  readonly name: string
  readonly span: Span
  readonly within: Span
}

export class NameRecorder implements Listener {
  private readonly occurrences: Occurrence[] = []
  private readonly expressions = new Map<number, ExpressionPlace>()
  private readonly items: Item[] = []
  private readonly ownersOfWords = new Map<readonly string[], OwnerOfWords>()
  private readonly words: { span: Span; name: string; among: readonly string[] }[] = []

  use(kind: NamedKind, written: Written, of: string | null = null, details: OccurrenceDetails = {}): void {
    this.at(written.span, { kind, name: written.text, of }, details)
  }

  declare(kind: NamedKind, written: Written, of: string | null = null, details: OccurrenceDetails = {}): void {
    this.at(written.span, { kind, name: written.text, of }, { ...details, isDeclaration: true })
  }

  at(span: Span, named: Named, details: OccurrenceDetails = {}): void {
    const plain = { isDeclaration: false, type: null, isOptional: false, before: '', after: '', form: 'plain' as const }
    this.occurrences.push({ span, named, ...plain, ...details })
  }

  /** From now on, texts of this type count as uses of the owner's words. */
  own(type: ValueType, owner: OwnerOfWords): void {
    if (type.kind === 'list') this.own(type.of, owner)
    else if (type.kind === 'choice') this.ownersOfWords.set(type.values, owner)
  }

  ownerOf(values: readonly string[]): OwnerOfWords | null {
    return this.ownersOfWords.get(values) ?? null
  }

  expression(written: Written, scope: Scope, expected: ValueType | null): void {
    this.expressions.set(written.span.start, { written, scope, expected })
  }

  name(span: Span, heard: HeardName): void {
    switch (heard.kind) {
      case 'new item':
        this.items.push({ name: heard.name, span, within: heard.within })
        this.at(
          span,
          { kind: 'item', name: heard.name, of: `${span.start}` },
          { isDeclaration: true, type: heard.type },
        )
        break
      case 'item': {
        const item = this.innermost(heard.name, span)
        this.at(span, { kind: 'item', name: heard.name, of: `${item?.span.start}` }, { type: heard.type })
        break
      }
      case 'variable':
        this.variable(span, heard.name, heard.of ?? null, heard)
        break
      case 'field':
      case 'constant':
      case 'entity':
      case 'lookup':
      case 'shape':
      case 'function':
      case 'role': {
        const { kind, name, of = null, type, isOptional } = heard
        this.at(span, { kind, name, of }, { type: type.kind === 'unknown' ? null : type, isOptional })
        break
      }
      case 'after dot':
      case 'unknown':
        break
    }
  }

  /** In `input.body`, `query.tag` and `path.number`, the name is the part after the dot. */
  private variable(span: Span, name: string, of: string | null, { type, isOptional }: Typed): void {
    const [first = '', ...rest] = name.split('.')
    const kind = ownValue(PARTS, first)
    if (kind === undefined || rest.length === 0) {
      this.at(span, { kind: 'variable', name, of }, { type, isOptional })
      return
    }
    const inner = { start: span.end - (name.length - first.length - 1), end: span.end }
    this.at(inner, { kind, name: rest.join('.'), of }, { type, isOptional })
  }

  private innermost(name: string, { start, end }: Span): Item | null {
    let best: Item | null = null
    for (const item of this.items) {
      const isAround = item.name === name && item.within.start <= start && end <= item.within.end
      if (isAround && (best === null || item.within.start > best.within.start)) best = item
    }
    return best
  }

  typed(expression: Expression): void {
    visit(expression, (part) => {
      if (part.kind !== 'literal' || part.type.kind !== 'choice' || typeof part.value !== 'string') return
      const span = { start: part.span.start + 1, end: part.span.end - 1 }
      this.words.push({ span, name: part.value, among: part.type.values })
    })
  }

  /** `recordNameOf`: the name of an entity's record in transitions. */
  index({ catalogue, calls, recordNameOf }: Surroundings): NamesIndex {
    for (const { span, name, among } of this.words) {
      const owner = this.ownersOfWords.get(among)
      if (owner !== undefined) this.at(span, { kind: owner.kind, name, of: owner.of })
    }
    const bound = new Set(this.occurrences.flatMap((each) => (each.isDeclaration ? [nameKey(each.named)] : [])))
    const seen = new Map<string, Occurrence>()
    for (const heard of this.occurrences) {
      const occurrence = bound.has(nameKey(heard.named)) ? heard : namedAfterEntity(heard, recordNameOf)
      const { span, named } = occurrence
      const key = `${span.start} ${span.end} ${nameKey(named)}`
      const other = seen.get(key)
      if (other === undefined || (!other.isDeclaration && occurrence.isDeclaration)) seen.set(key, occurrence)
    }
    const occurrences = [...seen.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    const expressions = [...this.expressions.values()].sort((a, b) => a.written.span.start - b.written.span.start)
    return { occurrences, expressions, catalogue, calls }
  }
}

interface Typed {
  readonly type: ValueType
  readonly isOptional: boolean
}

const PARTS: Readonly<Record<string, NamedKind>> = { input: 'input', query: 'query', path: 'parameter' }

interface Surroundings {
  readonly catalogue: Catalogue
  readonly calls: ReadonlySet<string>
  readonly recordNameOf: (entity: string) => string
}

/** A variable that no step binds and that has the name of its entity's record: the entity defines it. */
function namedAfterEntity(occurrence: Occurrence, recordNameOf: Surroundings['recordNameOf']): Occurrence {
  const { named, type } = occurrence
  if (named.kind !== 'variable' || type?.kind !== 'record' || recordNameOf(type.entity) !== named.name)
    return occurrence
  return { ...occurrence, named: { kind: 'entity', name: type.entity, of: null }, form: 'record' }
}

/** Equal for equal meanings. */
function nameKey({ kind, name, of }: Named): string {
  return `${kind} ${of ?? ''} ${name}`
}
