// SQL as inert data: text with parameters whose values come later. Only this folder makes SQL.
// A parameter names its source, not its value, so that one statement is planned once and run often.

/** Where a parameter's value comes from when the statement runs. */
export type ParameterSource =
  /** A bound value: `now`, `input.body`; of a record, its id. */
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
  /** It runs behind the wall, as far as `me` and the roles that are bound beside it may see. */
  readonly isForCaller?: true
  /** One plan serves all values, whatever PostgreSQL expects of them: planning takes longer than any plan would save. */
  readonly isPlannedOnce?: true
}

/** The variable under which a statement for a caller is told the caller's roles, as JSON. */
export const CALLER_ROLES = 'caller.roles'

/** Template tag. Strings are SQL text, which only this folder writes; embedded fragments are spliced in. */
export function sql(texts: TemplateStringsArray, ...fragments: readonly Sql[]): Sql {
  const parts: (string | Parameter)[] = []
  texts.forEach((text, index) => {
    if (text !== '') parts.push(text)
    const fragment = fragments[index]
    if (fragment !== undefined) addTo(parts, fragment.parts)
  })
  return { parts }
}

/** As arguments of a call they would have to fit on the stack. */
function addTo(parts: (string | Parameter)[], added: readonly (string | Parameter)[]): void {
  for (const part of added) parts.push(part)
}

/** SQL text that is known to be safe: a keyword, a number, a type's name. Never an author's or a caller's words. */
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

/** A constant text, as a quoted literal: for words of the specification that are the same on every run. */
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

export function isSameSql(one: Sql, other: Sql): boolean {
  return JSON.stringify(one.parts) === JSON.stringify(other.parts)
}

/** Numbers the parameters; the same source of the same type is one parameter. */
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
