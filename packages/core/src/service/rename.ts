// A name and a new one → the edits that rename it everywhere, or the reason why that is impossible. The renamed text is
// compiled first: it must have the same meaning, name by name.

import type { Named, NamedKind, NameForm, Occurrence } from '../check/names/occurrences.ts'
import { compile } from '../compile.ts'
import { recordNameOf } from '../check/states/record-name.ts'
import { applyFixes } from '../diagnostic/apply-fixes.ts'
import type { Diagnostic, Edit } from '../diagnostic/diagnostic.ts'
import { addressPart } from '../model/words.ts'
import type { Span } from '../text/source.ts'
import { isSame, openDocument, type Document } from './document.ts'
import { followingWords } from './follow-words.ts'
import { namedAt, occurrencesOf } from './names.ts'
import { hasSameMeaning } from './same-meaning.ts'

export type Renaming =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | { readonly kind: 'refused'; readonly why: string }

/** The renameable name at an offset, with its position; or null. */
export function renameableAt(document: Document, offset: number): { span: Span; name: string } | null {
  const [named] = meantAt(document, offset)
  if (named === undefined || !isRenameable(document, named)) return null
  const place = occurrencesOf(document, named).find(({ span }) => span.start <= offset && offset <= span.end)
  return place === undefined ? null : { span: place.span, name: named.name }
}

/** In `given body`, which names an input and a field, the input is renamed, because the field is declared elsewhere. */
function meantAt(document: Document, offset: number): Named[] {
  const named = namedAt(document, offset)
  const inputs = named.filter(({ kind }) => kind === 'input')
  return inputs.length > 0 ? inputs : named
}

/** Addresses and built-in names, which the text does not choose. */
const FIXED: readonly NamedKind[] = ['call', 'function']

function isRenameable(document: Document, named: Named): boolean {
  if (FIXED.includes(named.kind)) return false
  const declarations = occurrencesOf(document, named).filter(({ isDeclaration }) => isDeclaration)
  if (INPUTS.includes(named.kind) && !declarations.every(({ span }) => isWrittenSo(document, span, named))) return false
  return declarations.length > 0 && declarations.every(({ span }) => !isBuiltIn(document, span))
}

const INPUTS: readonly NamedKind[] = ['input', 'query']

/** `query.pageSize` is derived from `page[size]`, which belongs to the wire format. */
function isWrittenSo({ text }: Document, { start, end }: Span, { name }: Named): boolean {
  return text.slice(start, end) === name
}

/** The line "Every entity has" selects built-in names and does not define them. */
function isBuiltIn({ compiled }: Document, span: Span): boolean {
  const every = compiled.draft.entities.everyEntityHas
  return every !== null && every.span.start <= span.start && span.end <= every.span.end
}

/** Names that an expression can use. */
const IDENTIFIERS: readonly NamedKind[] = [
  'entity',
  'field',
  'constant',
  'lookup',
  'shape',
  'variable',
  'item',
  'parameter',
  'query',
]

export function renameAt(document: Document, offset: number, name: string): Renaming {
  const named = meantAt(document, offset)
  const [first] = named
  if (first === undefined) return refused('Nothing that has a name stands here.')
  if (!isRenameable(document, first)) return refused(`"${first.name}" is no name that this text gives.`)
  if (name === first.name) return { kind: 'edits', edits: [] }
  const everything = connected(document, named)
  const why = whyUnfit(everything, name)
  if (why !== null) return refused(why)
  const names = editsFor(document, everything, name)
  const edits = [...names, ...followingEdits(document, names)]
  return (
    refusal(document, applyFixes(document.text, [{ title: '', edits }]), everything, name) ?? { kind: 'edits', edits }
  )
}

/** Translations refer to words, which may contain the name. */
function followingEdits({ compiled, text }: Document, names: readonly Edit[]): Edit[] {
  if (compiled.model === null || compiled.model.limits.translations.length === 0) return []
  return followingWords(text, compiled.model, compile(applyFixes(text, [{ title: '', edits: names }])).model)
}

function refused(why: string): Renaming & { kind: 'refused' } {
  return { kind: 'refused', why }
}

/** Two things with one word are renamed together: a role, and an input's option that gives it. */
function connected(document: Document, start: readonly Named[]): Named[] {
  const all: Named[] = []
  const waiting = [...start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const named = next
    if (all.some((known) => isSame(known, named))) continue
    all.push(named)
    const places = occurrencesOf(document, named).filter(isPlain)
    for (const other of document.compiled.names.occurrences)
      if (isPlain(other) && places.some(({ span }) => span.start === other.span.start && span.end === other.span.end))
        waiting.push(other.named)
  }
  return all
}

function isPlain({ before, after, form }: Occurrence): boolean {
  return before === '' && after === '' && form === 'plain'
}

function whyUnfit(everything: readonly Named[], name: string): string | null {
  const isInput = everything.some(({ kind }) => kind === 'input')
  const grammar = isInput ? /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/ : /^[A-Za-z_]\w*$/
  if ((isInput || everything.some(({ kind }) => IDENTIFIERS.includes(kind))) && !grammar.test(name))
    return `"${name}" is no name here: a name consists of letters, digits and underscores, and starts with a letter.`
  if (name.trim() !== name || name === '') return 'A name neither starts nor ends with a space, and is not empty.'
  if (/[|`,;:"()<>{}[\]\\*\r\n#]/.test(name)) return `"${name}" has a character that means something else in a table.`
  return null
}

const FORMS: Readonly<Record<NameForm, (name: string) => string>> = {
  plain: (name) => name,
  address: addressPart,
  record: recordNameOf,
}

function editsFor(document: Document, everything: readonly Named[], name: string): Edit[] {
  const edits = new Map<number, Edit>()
  for (const occurrence of everything.flatMap((named) => occurrencesOf(document, named))) {
    const { span, before, after, form } = occurrence
    const text = `${before}${FORMS[form](name)}${after}`
    const other = edits.get(span.start)
    if (other === undefined || text.length < other.text.length) edits.set(span.start, { span, text })
  }
  return [...edits.values()].sort((a, b) => a.span.start - b.span.start)
}

/**
 * A new name may be a new word for readers. Translations are updated where possible, and these warnings report the
 * rest.
 */
const WORDS: readonly string[] = ['N922', 'N923']

/** Null if the new text has the same meaning with the new name. */
function refusal(document: Document, text: string, everything: readonly Named[], name: string): Renaming | null {
  const renamed = openDocument(text)
  const known = new Map<string, number>()
  for (const { number } of document.compiled.diagnostics) known.set(number, (known.get(number) ?? 0) + 1)
  for (const diagnostic of renamed.compiled.diagnostics) {
    const left = known.get(diagnostic.number) ?? 0
    known.set(diagnostic.number, left - 1)
    if (left === 0 && diagnostic.severity !== 'note' && !WORDS.includes(diagnostic.number))
      return refused(reason(diagnostic))
  }
  if (!meansTheSame(document, renamed, everything, name)) return refused(`"${name}" already means something here.`)
  const isSameModel = hasSameMeaning(document.compiled.model, renamed.compiled.model, name)
  return isSameModel ? null : refused(`With the name "${name}" the text would mean something else.`)
}

function reason({ message }: Diagnostic): string {
  return `The text would not hold with this name. ${message}`
}

/** Compares kind by kind in the order of the text: the same things, and no two merged or split. */
function meansTheSame(document: Document, renamed: Document, everything: readonly Named[], name: string): boolean {
  const before = document.compiled.names.occurrences
  const after = renamed.compiled.names.occurrences
  if (before.length !== after.length) return false
  const forward = new Map<string, string>()
  const backward = new Map<string, string>()
  const keyOf = ({ kind, name: own, of }: Named): string => `${kind} ${own} ${of}`
  return sorted(before).every((occurrence, index) => {
    const other = sorted(after)[index]
    if (other === undefined || other.named.kind !== occurrence.named.kind) return false
    const isRenamed = everything.some((named) => isSame(named, occurrence.named))
    if (isRenamed ? other.named.name !== name : !isSameName(occurrence.named, other.named)) return false
    const [from, to] = [keyOf(occurrence.named), keyOf(other.named)]
    if ((forward.get(from) ?? to) !== to || (backward.get(to) ?? from) !== from) return false
    forward.set(from, to)
    backward.set(to, from)
    return true
  })
}

/** The name of a call is its address, which may contain the word of a transition. */
function isSameName(a: Named, b: Named): boolean {
  return a.name === b.name || a.kind === 'call'
}

const ORDERED = new WeakMap<readonly Occurrence[], Occurrence[]>()

/** Several names at one position have no order, so each kind is compared separately. */
function sorted(occurrences: readonly Occurrence[]): Occurrence[] {
  const known = ORDERED.get(occurrences)
  if (known !== undefined) return known
  const result = [...occurrences].sort(
    (a, b) =>
      (a.named.kind < b.named.kind ? -1 : a.named.kind > b.named.kind ? 1 : 0) ||
      a.span.start - b.span.start ||
      a.span.end - b.span.end,
  )
  ORDERED.set(occurrences, result)
  return result
}
