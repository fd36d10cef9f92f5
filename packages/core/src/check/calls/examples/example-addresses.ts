// The address of an example's step → the call that answers it, with its parameters.

import { addressPattern, parametersIn } from '../../../model/addresses/call-path.ts'
import { diagnostic } from '../../../diagnostic/diagnostic.ts'
import type { ExampleStepDraft } from '../../../draft/calls.ts'
import type { ScopeVariable } from '../../../expression/expression.ts'
import type { ExampleStep, ExampleValue } from '../../../model/calls.ts'
import { report, type Checking } from '../../checking.ts'
import { innerSpan } from '../../expressions/part-of-written.ts'

/**
 * `POST /api/tickets/:number/take` for `POST /api/tickets/{number}/take`. Fixed words take precedence over parameters.
 */
export function callAt({ method, path }: ExampleStepDraft, known: ReadonlySet<string>): string | null {
  const address = withoutQuery(path.text)
  const fitting = [...known].filter((name) => {
    const [otherMethod, otherPath = ''] = name.split(' ')
    return otherMethod === method.text && addressPattern(otherPath).test(address)
  })
  // A rest parameter matches only what no other pattern matches more exactly.
  const parametersOf = (name: string): number => parametersIn(name).length + (name.includes('/*') ? 1000 : 0)
  return fitting.sort((a, b) => parametersOf(a) - parametersOf(b))[0] ?? null
}

/** The known calls with the example's own values instead of parameters. */
export function likeCalls({ path }: ExampleStepDraft, known: ReadonlySet<string>): string[] {
  const parts = path.text.split('/')
  return [...known].map((name) =>
    name
      .split('/')
      .map((part, index) => (part.startsWith(':') ? (parts[index] ?? part) : part))
      .join('/'),
  )
}

function withoutQuery(path: string): string {
  const from = path.indexOf('?')
  return from === -1 ? path : path.slice(0, from)
}

const KEPT = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/

export function addressOf(
  checking: Checking,
  { path }: ExampleStepDraft,
  call: string,
  kept: ReadonlyMap<string, ScopeVariable>,
): Pick<ExampleStep, 'parameters' | 'query'> {
  const valueOf = (text: string): ExampleValue => {
    const name = KEPT.exec(text)?.[1]
    if (name === undefined) return { kind: 'text', text }
    if (!kept.has(name)) report(checking, diagnostic('N051', innerSpan(path, name), name).suggesting(name, kept.keys()))
    return { kind: 'kept', name }
  }
  const pattern = call.split(' ')[1] ?? ''
  const [, ...values] = addressPattern(pattern).exec(withoutQuery(path.text)) ?? []
  const parameters = parametersIn(pattern).map((name, index): [string, ExampleValue] => [
    name,
    valueOf(values[index] ?? ''),
  ])
  const query = path.text.includes('?') ? path.text.slice(path.text.indexOf('?') + 1).split('&') : []
  return {
    parameters: Object.fromEntries(parameters),
    query: Object.fromEntries(
      query.map((pair): [string, ExampleValue] => {
        const [name = '', ...value] = pair.split('=')
        return [name, valueOf(value.join('='))]
      }),
    ),
  }
}
