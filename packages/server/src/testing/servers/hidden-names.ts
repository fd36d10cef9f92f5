// Detects an inner query whose table has the same alias as an outer one: its reference to the outer row would mean its
// own row, and a right would be checked on the wrong record. Every plan of an application under test is checked.

import type { Application } from '../../gate/context/application.ts'

const PARTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\((?:SELECT (?<looked>r\d+)\.)?|\)|\bAS (?<named>r\d+)\b/g

interface Scope {
  readonly names: Set<string>
  /** A field of one record, looked up by id, without any other reference to the table. */
  readonly looked: string | undefined
}

/** Aliases that an inner query redefines, with the surrounding text. */
function hiddenNames(text: string): readonly string[] {
  const hidden: string[] = []
  const scopes: Scope[] = [{ names: new Set(), looked: undefined }]
  for (const { 0: part, index, groups } of text.matchAll(PARTS)) {
    const name = groups?.['named']
    const inner = scopes.at(-1)
    if (part.startsWith('(')) scopes.push({ names: new Set(), looked: groups?.['looked'] })
    else if (part === ')' && scopes.length > 1) scopes.pop()
    else if (name !== undefined && inner !== undefined) {
      if (inner.looked !== name && scopes.slice(0, -1).some(({ names }) => names.has(name)))
        hidden.push(text.slice(Math.max(0, index - 200), index + 100))
      inner.names.add(name)
    }
  }
  return hidden
}

/** Throws if a plan contains a hidden name. */
export function withNamesLookedAt(application: Application): Application {
  const known = new WeakSet<object>()
  return {
    ...application,
    planned: (planner, caller, ...given) => {
      const plan = application.planned(planner, caller, ...given)
      if (typeof plan === 'object' && plan !== null && !known.has(plan)) {
        known.add(plan)
        const hidden = textsIn(plan).flatMap(hiddenNames)
        if (hidden.length > 0) throw new Error(`A name is hidden in a plan of "${planner.name}": ${hidden.join('\n')}`)
      }
      return plan
    },
  }
}

function textsIn(plan: unknown): readonly string[] {
  if (typeof plan !== 'object' || plan === null) return []
  if ('text' in plan && typeof plan.text === 'string') return [plan.text]
  return Object.values(plan).flatMap(textsIn)
}
