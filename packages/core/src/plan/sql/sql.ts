// SQL as inert data: text with parameters whose values are bound later. Only this folder creates SQL. A parameter names
// the source of its value, so that a statement is planned once and run often.

/** The source of a parameter's value at run time. */
export type ParameterSource =
  /** A bound value: `now`, `input.body`; for a record, its id. */
  | { readonly kind: 'variable'; readonly name: string }
  /** A stored field of a bound record: `old.status`. */
  | { readonly kind: 'variable field'; readonly name: string; readonly field: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }

/** `type` is the PostgreSQL type that the parameter is cast to. */
export interface Parameter {
  readonly parameter: ParameterSource
  readonly type: string
}

export interface Sql {
  readonly parts: readonly (string | Parameter)[]
}

/** Text for PostgreSQL: `$1::type` for the first parameter, and so on. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly Parameter[]
  /** It runs under row-level security, as the bound `me` with the bound roles. */
  readonly isForCaller?: true
  /** For callers: one generic plan for all values. Missing: PostgreSQL decides by estimated costs. */
  readonly isPlannedOnce?: true
  /** For callers: the current tenant for the policies (current-tenant.ts). Missing: there are no tenants. */
  readonly tenant?: string
  /** Finds the position of the row that this one writes, in a transaction of its own before it (located-row.ts). */
  readonly locatedBy?: Statement
}

/** The variable with the caller's roles, as JSON. */
export const CALLER_ROLES = 'caller.roles'

/** Template tag. Strings are SQL text, which only this folder writes; embedded fragments are inserted. */
export function sql(texts: TemplateStringsArray, ...fragments: readonly Sql[]): Sql {
  const parts: (string | Parameter)[] = []
  texts.forEach((text, index) => {
    if (text !== '') parts.push(text)
    const fragment = fragments[index]
    if (fragment !== undefined) addTo(parts, fragment.parts)
  })
  return { parts }
}

/** Appends in a loop, because spread arguments could overflow the stack. */
function addTo(parts: (string | Parameter)[], added: readonly (string | Parameter)[]): void {
  for (const part of added) parts.push(part)
}

/** SQL text that is known to be safe: a keyword, a number, a type's name. Never text of an author or caller. */
export function rawSql(text: string): Sql {
  return { parts: [text] }
}

/** A name of the database, always quoted. */
export function identifier(name: string): Sql {
  return { parts: [`"${name.replaceAll('"', '""')}"`] }
}

export function parameter(source: ParameterSource, type: string): Sql {
  return { parts: [{ parameter: source, type }] }
}

export function variable(name: string, type: string): Sql {
  return parameter({ kind: 'variable', name }, type)
}

/** A constant as a quoted literal: for words of the specification that never change between runs. */
export function textLiteral(value: string): Sql {
  const quoted = `'${value.replaceAll("'", "''")}'`
  return { parts: [value.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted] }
}

export function joinSql(fragments: readonly Sql[], separator: string): Sql {
  const parts: (string | Parameter)[] = []
  fragments.forEach((fragment, index) => {
    if (index > 0) parts.push(separator)
    addTo(parts, fragment.parts)
  })
  return { parts }
}

/** Replaces some parameters. Null: the parameter stays. */
export function withParameters(fragment: Sql, placed: (parameter: Parameter) => Sql | null): Sql {
  const parts: (string | Parameter)[] = []
  for (const part of fragment.parts) {
    const instead = typeof part === 'string' ? null : placed(part)
    addTo(parts, instead === null ? [part] : instead.parts)
  }
  return { parts }
}

export function isSameSql(one: Sql, other: Sql): boolean {
  return JSON.stringify(one.parts) === JSON.stringify(other.parts)
}

/** Numbers the parameters; equal sources of equal types share one. */
export function renderSql(fragment: Sql): Statement {
  const numbers = new Map<string, number>()
  const parameters: Parameter[] = []
  let text = ''
  for (const part of fragment.parts) {
    if (typeof part === 'string') {
      text += part
      continue
    }
    const key = JSON.stringify([part.parameter, part.type])
    let number = numbers.get(key)
    if (number === undefined) {
      parameters.push(part)
      number = parameters.length
      numbers.set(key, number)
    }
    text += `$${number}::${part.type}`
  }
  return { text, parameters }
}
