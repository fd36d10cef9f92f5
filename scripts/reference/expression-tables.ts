// The library of expressions → reference/expression/operators-and-functions.md. For each example the code computes its
// type, its value in JavaScript, its SQL and its behaviour with empty values.

import { checkExpression } from '@ninefold/core/expression/check/check-expression.ts'
import { visit } from '@ninefold/core/expression/conditions.ts'
import { compileExpression } from '@ninefold/core/expression/evaluate/evaluate.ts'
import type { Expression, ObjectValue, Value, ValueType } from '@ninefold/core/expression/expression.ts'
import { FUNCTIONS } from '@ninefold/core/expression/functions.ts'
import { REFUSED_FUNCTIONS } from '@ninefold/core/expression/check/refused-functions.ts'
import { timeZoneFormat, timeZoneFrom } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { typeInWords } from '@ninefold/core/expression/value-types.ts'
import { expressionSql } from '@ninefold/core/plan/sql/expression-sql.ts'
import { renderSql } from '@ninefold/core/plan/sql/sql.ts'
import { FUNCTION_WORDS } from '@ninefold/core/service/function-words.ts'
import { entities, OPERATORS, order, scope, TWINS, USES, variables } from './expression-examples.ts'

export const TABLES_PAGE = 'reference/expression/operators-and-functions.md'

const ZONE = 'Europe/Berlin'
const timeZone = timeZoneFrom(ZONE, new Intl.DateTimeFormat('en-US', timeZoneFormat(ZONE)))
const roles: ReadonlySet<string> = new Set(['Agent'])

const INTRODUCTION = `# Operators and functions

Each operator and each way to use a function, with its type, its value in JavaScript and its text in SQL. This page is
made from the code (\`npm run update -- expression\`), which a test compares with it; that both give the same values is
shown by \`npm run prove expressions\`.

The examples speak of an order whose fields are, in the time zone ${ZONE}:

${fieldList()}

*Empty* says what happens when the first field in the example is replaced by one that may be empty: \`refused\` until a
condition has asked for it (N055), or \`taken\`. A result that may be empty itself is marked so at its type.
`

export function expressionTables(): string {
  requireEveryUse()
  const operators = Object.entries(OPERATORS).map(([group, texts]) => `## ${group}\n\n${table(texts)}`)
  const functions = Object.entries(USES).map(
    ([name, texts]) => `## \`${name}\`\n\n${FUNCTION_WORDS[name] ?? ''}\n\n${table(texts)}`,
  )
  return [INTRODUCTION, ...operators, ...functions, refused()].join('\n')
}

function fieldList(): string {
  const shown = [...TWINS.keys()].filter((name) => name !== 'owner')
  const row = (name: string) => {
    const type = read(name).type
    return `| \`${name}\` | ${typeInWords(type)} | ${inWords(order.fields[name] ?? null, type)} |\n`
  }
  return `| Field | Is | Value |\n| --- | --- | --- |\n${shown.map(row).join('')}`.trimEnd()
}

function table(texts: readonly string[]): string {
  const rows = texts.map((text) => {
    const expression = read(text)
    const value = compileExpression(expression)({ variables, roles, timeZone })
    const type = `${typeInWords(expression.type)}${expression.isOptional ? ', may be empty' : ''}`
    return `| ${cell(text)} | ${type} | ${inWords(value, expression.type)} | ${whenEmpty(text)} | ${cell(sqlOf(expression))} |\n`
  })
  return `| Example | Is | Value | Empty | SQL |\n| --- | --- | --- | --- | --- |\n${rows.join('')}`
}

function cell(code: string): string {
  return `\`${code.replaceAll('|', '\\|').replaceAll('\n', ' ')}\``
}

function refused(): string {
  const rows = [...REFUSED_FUNCTIONS].map(([name, { why, instead }]) => `| \`${name}\` | ${why} | ${instead ?? ''} |\n`)
  return `## Functions that are left out\n\n| Function | Why | Instead |\n| --- | --- | --- |\n${rows.join('')}`
}

function check(text: string) {
  return checkExpression({ text, span: { start: 0, end: text.length } }, scope, null)
}

function read(text: string): Expression {
  const { expression, diagnostics } = check(text)
  if (expression === null) throw new Error(`${text}: ${diagnostics[0]?.message}`)
  return expression
}

function sqlOf(expression: Expression): string {
  const rendered = renderSql(
    expressionSql(expression, {
      entities: new Map(entities.map((declared) => [declared.name, declared])),
      timeZone: ZONE,
      variables: new Map([['this', { kind: 'row', entity: 'Order', alias: 'o' }]]),
      hasRole: (role) => roles.has(role),
    }),
  )
  return rendered.text.replaceAll(/\s+/g, ' ')
}

function whenEmpty(text: string): string {
  const [name] = text.match(/\b[a-z]+\b(?!\()/gi)?.filter((word) => TWINS.has(word)) ?? []
  if (name === undefined) return ''
  const { diagnostics } = check(text.replace(new RegExp(`\\b${name}\\b(?!\\()`), TWINS.get(name) ?? name))
  const [found] = diagnostics
  if (found === undefined) return 'taken'
  return `refused${found.number === 'N055' ? '' : ` (${found.number})`}`
}

function inWords(value: Value, type: ValueType): string {
  if (value === null) return 'empty'
  switch (type.kind) {
    case 'timestamp':
      return new Date(Number(value)).toISOString().replace('.000', '')
    case 'duration':
      return `${Number(value) / 60_000} minutes`
    case 'boolean':
      return value === true ? 'yes' : 'no'
    case 'text':
      return cell(JSON.stringify(value))
    case 'period': {
      const { start, end } = value as ObjectValue
      return `${inWords(start ?? null, { kind: type.of })} to ${inWords(end ?? null, { kind: type.of })}`
    }
    default:
      return typeof value === 'object' ? cell(JSON.stringify(value)) : String(value)
  }
}

/** Throws if a signature of a function has no example. */
function requireEveryUse(): void {
  const shown = new Set<string>()
  for (const text of Object.values(USES).flat()) {
    visit(read(text), (part) => {
      if (part.kind === 'call') shown.add(useOf(part))
    })
  }
  for (const [name, overloads] of Object.entries(FUNCTIONS)) {
    // Calls with literal arguments are evaluated at compile time, so that no call remains.
    const isLiteral = name === 'time' || name === 'date'
    for (const index of overloads.keys())
      if (!isLiteral && !shown.has(`${name} ${index}`)) throw new Error(`"${name}" has no example of use ${index + 1}.`)
  }
}

function useOf({ function: name, arguments: used }: Expression & { kind: 'call' }): string {
  const overloads = FUNCTIONS[name] ?? []
  const index = overloads.findIndex(
    ({ parameters }) =>
      parameters.length === used.length &&
      parameters.every(({ accepts }, place) => {
        const type = used[place]?.type
        return type !== undefined && accepts(type)
      }),
  )
  return `${name} ${index}`
}
