// The used subset of JSON Schema → the TypeScript type, as text.

import type { JsonSchema } from '../open-api/json-schema.ts'

/** `#/components/schemas/Team.record` → the name of its type. */
export type TypeNames = ReadonlyMap<string, string>

/** `indent`: of the line on which the type begins. */
export function typeText(schema: JsonSchema, names: TypeNames, indent = ''): string {
  if (schema.$ref !== undefined) return names.get(schema.$ref) ?? 'unknown'
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf.map((each) => typeText(each, names, indent)))
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const kinds = schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type
  return kinds.length === 0 ? 'unknown' : unionOf(kinds.map((kind) => typeOfKind(kind, schema, names, indent)))
}

function typeOfKind(kind: string, schema: JsonSchema, names: TypeNames, indent: string): string {
  switch (kind) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `Array<${typeText(schema.items ?? {}, names, indent)}>`
    case 'object':
      return objectText(schema, names, indent)
    default:
      // `string`, `boolean` and `null` have the same name in both.
      return kind
  }
}

/** An object without stated keys is any object. */
export function objectText(schema: JsonSchema, names: TypeNames, indent: string): string {
  const properties = Object.entries(schema.properties ?? {})
  const isOpen = schema.additionalProperties === true || schema.properties === undefined
  const inner = `${indent}  `
  const lines = properties.flatMap(([key, each]) => [
    ...commentLines(each.description, each.deprecated === true, inner),
    `${inner}${keyText(key)}${schema.required?.includes(key) === true ? '' : '?'}: ${typeText(each, names, inner)}`,
  ])
  const { additionalProperties: others } = schema
  if (typeof others === 'object') lines.push(`${inner}[key: string]: ${typeText(others, names, inner)}`)
  else if (isOpen) lines.push(`${inner}[key: string]: unknown`)
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`
}

export function keyText(key: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : JSON.stringify(key)
}

export function unionOf(types: readonly string[]): string {
  const all = [...new Set(types)]
  if (all.length === 0) return 'never'
  return all.includes('unknown') ? 'unknown' : all.join(' | ')
}

/** Descriptions must not contain the end of a comment. */
export function commentLines(words: string | undefined, isDeprecated: boolean, indent: string): string[] {
  const said = [words?.replace(/\s+/g, ' ').replaceAll('*/', '*\\/'), isDeprecated ? '@deprecated' : undefined]
  const lines = said.filter((each) => each !== undefined && each !== '')
  return lines.length === 0 ? [] : [`${indent}/** ${lines.join(' ')} */`]
}
