// The expression before the caret and its scope → completions. The checker itself provides them: it checks the text up
// to the caret, completed by a probe name and closing brackets, with a listener.

import { checkExpression } from '../expression/check/check-expression.ts'
import type { Scope, ScopeVariable, ValueType } from '../expression/expression.ts'
import { FUNCTIONS } from '../expression/functions.ts'
import { IS_WITHIN } from '../expression/is-within.ts'
import { LEFT_OUT, ONLY_IF } from '../expression/omitted-keys.ts'
import { membersOf } from '../expression/members.ts'
import { OFFSET_LINKS, PAGE_LINKS, WITH_QUERY } from '../expression/request-address.ts'
import type { HeardName, Listener } from '../expression/expression.ts'
import { variableInWords, type Candidate } from './slots.ts'
import { FUNCTION_WORDS, LIST_FUNCTIONS, signatureOf } from './function-words.ts'

/** A name that no author uses. */
const PROBE = 'zzAtTheCaret'

export interface ExpressionCompletion {
  readonly candidates: readonly Candidate[]
  /** The number of typed characters of the name before the caret. */
  readonly typedLength: number
}

/** `typed`: the expression up to the caret. */
export function completeExpression(typed: string, scope: Scope, expected: ValueType | null): ExpressionCompletion {
  const quoted = openQuote(typed)
  if (quoted !== null) {
    const typedLength = typed.length - quoted - 1
    return { candidates: wordsFor(typed.slice(0, quoted), scope, expected), typedLength }
  }
  const name = /[A-Za-z_]\w*$/.exec(typed)?.[0] ?? ''
  const before = typed.slice(0, typed.length - name.length)
  const part = partsOf(before, scope)
  if (part !== null) return { candidates: part, typedLength: name.length }
  const heard = ask(before, scope)
  const candidates =
    heard?.kind === 'after dot'
      ? afterDot(heard.type, scope)
      : /[.]\s*$/.test(before)
        ? []
        : [
            ...choicesFor(before, scope, expected),
            ...everythingIn(scope, heard?.kind === 'unknown' ? heard.bound : new Map()),
          ]
  return { candidates, typedLength: name.length }
}

/** The start of a quoted text that is still open at the caret. */
function openQuote(typed: string): number | null {
  let open: number | null = null
  for (let index = 0; index < typed.length; index++) {
    if (typed[index] === '\\') index++
    else if (typed[index] === '"') open = open === null ? index : null
  }
  return open
}

/** `input.`, `path.`: the rest of dotted variables with this prefix. */
function partsOf(before: string, scope: Scope): Candidate[] | null {
  const prefix = /(?:^|[^\w.])((?:[A-Za-z_]\w*\.)+)$/.exec(before)?.[1]
  if (prefix === undefined) return null
  const parts = [...scope.variables].filter(([name]) => name.startsWith(prefix))
  if (parts.length === 0) return null
  return parts.map(([name, variable]) => variableCandidate(name.slice(prefix.length), variable))
}

function ask(before: string, scope: Scope): HeardName | null {
  for (const ending of ['', ' : null']) {
    const heard = heardIn(`${before}${PROBE}${closing(before, ending)}`, scope)
    if (heard !== null) return heard
  }
  return null
}

function heardIn(text: string, scope: Scope): HeardName | null {
  let heard: HeardName | null = null
  const listener: Listener = {
    expression: () => undefined,
    typed: () => undefined,
    name: (_span, name) => {
      if ('name' in name && name.name === PROBE && (name.kind === 'unknown' || name.kind === 'after dot'))
        heard ??= name
    },
  }
  checkExpression(
    { text, span: { start: 0, end: text.length } },
    { ...scope, catalogue: { ...scope.catalogue, listener } },
    null,
  )
  return heard
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Brackets that close the open ones, innermost first. */
function closing(before: string, ending: string): string {
  const open: string[] = []
  const plain = before.replace(/"(?:\\.|[^"\\])*"/g, (text) => ' '.repeat(text.length))
  for (const character of plain) {
    if (PAIRS[character] !== undefined) open.push(PAIRS[character])
    else if (open.at(-1) === character) open.pop()
  }
  return ending + open.reverse().join('')
}

/** The type of a complete expression at the end of the text, such as `ticket.status` in `!done && ticket.status`. */
function typeAtEnd(words: string, scope: Scope): ValueType | null {
  const path = /(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*$/.exec(words.trimEnd())?.[0]
  if (path === undefined) return null
  const plain = { ...scope.catalogue }
  delete (plain as { listener?: Listener }).listener
  const text = { text: path, span: { start: 0, end: path.length } }
  return checkExpression(text, { ...scope, catalogue: plain }, null).expression?.type ?? null
}

/** Functions that only answers have. */
const OF_ANSWERS = [LEFT_OUT, ONLY_IF, WITH_QUERY, PAGE_LINKS, OFFSET_LINKS]

const COMPARED = /^(.*?)\s*(?:==|!=|\bin\s*\[(?:[^\]]*,)?)\s*$/s

/** Words that fit in quotes here: choices of the compared value, or roles in `me.has("…")`. */
function wordsFor(before: string, scope: Scope, expected: ValueType | null): Candidate[] {
  if (/\b(?:withQuery|pageLinks|offsetLinks)\(\s*$/.test(before))
    return [...(scope.parameters?.keys() ?? [])].map((label) => ({ label, kind: 'parameter', detail: 'parameter' }))
  if (/\.has\(\s*$/.test(before))
    return [...scope.catalogue.roles].map((label) => ({ label, kind: 'role', detail: 'role' }))
  const compared = COMPARED.exec(before)?.[1]
  const type = compared === undefined ? (before.trim() === '' ? expected : null) : typeAtEnd(compared, scope)
  return type?.kind === 'choice' ? type.values.map((label) => ({ label, kind: 'value', detail: null })) : []
}

function choicesFor(before: string, scope: Scope, expected: ValueType | null): Candidate[] {
  return wordsFor(before, scope, expected).map((candidate) =>
    candidate.kind === 'role' ? candidate : { ...candidate, label: `"${candidate.label}"` },
  )
}

/** Fields of a record; functions that accept it as their first argument. */
function afterDot(type: ValueType, scope: Scope): Candidate[] {
  const fields = type.kind === 'record' ? [...(scope.catalogue.entities.get(type.entity)?.fields ?? [])] : []
  const found: Candidate[] = fields.flatMap(([name, field]) =>
    field.isHidden ? [] : [{ label: name, kind: 'field' as const, detail: variableInWords(field) }],
  )
  for (const [name, part] of membersOf(type) ?? [])
    found.push({ label: name, kind: 'field', detail: variableInWords(part) })
  if (type.kind === 'list') found.push(...LIST_FUNCTIONS.map((name) => functionCandidate(name)))
  if (fields.some(([, field]) => field.leadsToOwnKind === true)) found.push(functionCandidate(IS_WITHIN))
  for (const [name, overloads] of Object.entries(FUNCTIONS))
    if (overloads.some(({ parameters }) => parameters[0]?.accepts(type) === true)) found.push(functionCandidate(name))
  return found
}

function functionCandidate(name: string): Candidate {
  return { label: name, kind: 'function', detail: signatureOf(name) ?? FUNCTION_WORDS[name] ?? null }
}

function variableCandidate(label: string, variable: Pick<ScopeVariable, 'type' | 'isOptional'>): Candidate {
  return { label, kind: 'variable', detail: variableInWords(variable) }
}

function everythingIn(scope: Scope, bound: ReadonlyMap<string, ValueType>): Candidate[] {
  const { variables, implicit, catalogue } = scope
  const record = implicit === null ? undefined : variables.get(implicit)?.type
  const fields = record?.kind === 'record' ? [...(catalogue.entities.get(record.entity)?.fields ?? [])] : []
  return [
    ...[...bound].map(([name, type]): Candidate => ({
      ...variableCandidate(name, { type, isOptional: false }),
      kind: 'item',
    })),
    ...fields.flatMap(([name, field]): Candidate[] =>
      field.isHidden ? [] : [{ label: name, kind: 'field', detail: variableInWords(field) }],
    ),
    ...[...variables].map(([name, variable]) => variableCandidate(name, variable)),
    ...[...catalogue.constants].map(([label, { type }]): Candidate => ({
      label,
      kind: 'constant',
      detail: variableInWords({ type, isOptional: false }),
    })),
    ...[...catalogue.lookups].map(([label, { result }]): Candidate => ({
      label,
      kind: 'lookup',
      detail: variableInWords({ type: result, isOptional: false }),
    })),
    ...[...catalogue.decisions].map(([label, { value }]): Candidate => ({
      label,
      kind: 'lookup',
      detail: value === null ? 'a lookup' : variableInWords({ type: value.type, isOptional: value.isOptional }),
    })),
    ...[...catalogue.shapes].map(([label, { entity }]): Candidate => ({
      label,
      kind: 'shape',
      detail: `shape of ${entity}`,
    })),
    ...Object.keys(FUNCTIONS).map((name) => functionCandidate(name)),
    ...(scope.parameters === undefined ? [] : OF_ANSWERS.map((name) => functionCandidate(name))),
    ...[...catalogue.entities.keys()].map((label): Candidate => ({ label, kind: 'entity', detail: `every ${label}` })),
  ]
}
