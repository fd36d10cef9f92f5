// A bound value of a statement → its form in the author's request log. Passwords, secret texts, tokens and their hashes
// are never shown, and long values are shortened.

import type { Model } from '@ninefold/core/model/model.ts'

const LENGTH_MAX = 120
/** For the engine's own values: ids, names and moments are shorter, tokens and their hashes are longer. */
const OWN_LENGTH_MAX = 40

/** Names of fields and inputs whose values are never shown. */
export function secretNames(model: Model): ReadonlySet<string> {
  const isSecretType = (kind: string): boolean => kind === 'password' || kind === 'secret text'
  const fields = model.entities.entities.flatMap((entity) =>
    entity.fields.filter(({ type }) => isSecretType(type.kind)).map(({ name }) => name),
  )
  const inputs = [...model.calls.calls, ...model.states.machines.flatMap(({ procedures }) => procedures)].flatMap(
    (owner) =>
      owner.inputs.flatMap(({ path, sentAs, like }) => {
        const isSecret =
          (like.kind === 'field' && isSecretType(like.field.type.kind)) || (like.kind === 'type' && like.isSecret)
        return isSecret ? [path.at(-1) ?? '', sentAs?.at(-1) ?? ''] : []
      }),
  )
  return new Set([...fields, ...inputs].filter((name) => name !== ''))
}

/** `name`: the name of the binding; in the engine's own statements, its position. */
export function redactedValue(secrets: ReadonlySet<string>, name: string, value: unknown): string {
  const isOwn = /^\d+$/.test(name)
  if (value === null || value === undefined) return 'NULL'
  if (Buffer.isBuffer(value)) return '(hidden)'
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (secrets.has(last) || /password|secret|token/i.test(name)) return '(hidden)'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // The stored form identifies a password hash.
  if (/^\$(argon2|scrypt)/.test(text)) return '(hidden)'
  if (isOwn && text.length > OWN_LENGTH_MAX) return `(${text.length} characters)`
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text
}
