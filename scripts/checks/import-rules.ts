// imports.rules → the permitted imports between parts of the project. A part is `package` or `package/folder`; a file
// belongs to the most specific part that contains it. Right of the arrow stands a part, the name of an npm package
// (`@scope/*` for a whole scope), or `node:*`.

import { importCycles } from './import-cycles.ts'

export interface ImportRule {
  readonly part: string
  readonly permissions: readonly string[]
  readonly line: number
}

/** One import of a file. `target` is `package/folder/file` inside the project, else a package's name. */
export interface FoundImport {
  readonly file: string
  readonly line: number
  readonly from: string
  readonly target: string
  /** True: a type import, absent at run time. */
  readonly isType: boolean
}

export function readImportRules(text: string): ImportRule[] {
  return text.split('\n').flatMap((whole, index) => {
    const content = whole.replace(/#.*/, '').trim()
    if (content === '') return []
    const [part, permissions, ...more] = content.split('->')
    if (part === undefined || permissions === undefined || more.length > 0) {
      throw new Error(`imports.rules, line ${index + 1}: expected "part -> permissions"`)
    }
    return [{ part: part.trim(), permissions: permissions.split(/\s+/).filter(Boolean), line: index + 1 }]
  })
}

/** Both ways: imports that no rule permits, and permissions that no import uses. */
export function compareImports(rules: readonly ImportRule[], imports: readonly FoundImport[]): string[] {
  const wrong: string[] = []
  const used = new Set<string>()
  const unruled = new Set<string>()
  for (const found of imports) {
    const rule = ruleOf(rules, found.from)
    if (rule === null) {
      unruled.add(found.from.split('/').slice(0, 2).join('/'))
      continue
    }
    if (isWithin(found.target, rule.part)) continue
    const permission = rule.permissions.find((candidate) => isWithin(found.target, candidate))
    if (permission === undefined) {
      wrong.push(`${found.file}:${found.line} "${rule.part}" may not import "${found.target}".`)
    } else {
      used.add(`${rule.part} -> ${permission}`)
    }
  }
  for (const rule of rules) {
    for (const permission of rule.permissions) {
      if (used.has(`${rule.part} -> ${permission}`)) continue
      wrong.push(`imports.rules:${rule.line} "${rule.part}" never imports "${permission}": take the permission away.`)
    }
  }
  return [...[...unruled].map((part) => `No line of imports.rules is about "${part}".`), ...wrong]
}

/** Parts that can reach each other by permissions, which contradicts their layering. */
export function findCycles(rules: readonly ImportRule[]): string[] {
  const edges = rules.flatMap(({ part, permissions }) => permissions.map((target) => ({ from: part, target })))
  const inCycles = new Set(importCycles(edges).flat())
  return rules
    .filter(({ part, permissions }) => inCycles.has(part) || permissions.includes(part))
    .map(({ part, line }) => `imports.rules:${line} "${part}" reaches itself.`)
}

function ruleOf(rules: readonly ImportRule[], from: string): ImportRule | null {
  const holding = rules.filter((rule) => isWithin(from, rule.part))
  return holding.sort((a, b) => b.part.length - a.part.length)[0] ?? null
}

function isWithin(path: string, permission: string): boolean {
  if (permission.endsWith('*')) return path.startsWith(permission.slice(0, -1))
  return path === permission || path.startsWith(`${permission}/`)
}
