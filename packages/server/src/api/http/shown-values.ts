// A value that a statement was given → what its author may read of it. Passwords and secret texts, tokens and their
// hashes are never shown, and nothing is shown whole that is long.

import type { Model } from '@ninefold/core/model/model.ts'

const LENGTH_MAX = 120
/** Of what the engine keeps for itself: ids, names and moments are shorter, tokens and their hashes are longer. */
const OWN_LENGTH_MAX = 40

/** Names of fields and inputs that hold what nobody is shown. */
export function secretNames(model: Model): ReadonlySet<string> {
  const isSecretType = (kind: string): boolean => kind === 'password' || kind === 'secret text'
  const fields = model.entities.entities.flatMap((entity) =>
    entity.fields.filter(({ type }) => isSecretType(type.kind)).map(({ name }) => name),
  )
  const inputs = [...model.calls.calls, ...model.states.machines.flatMap(({ procedures }) => procedures)].flatMap(
    (owner) =>
      owner.inputs.flatMap(({ path, like }) => {
        const isSecret =
          (like.kind === 'field' && isSecretType(like.field.type.kind)) || (like.kind === 'type' && like.isSecret)
        return isSecret ? [path.at(-1) ?? ''] : []
      }),
  )
  return new Set([...fields, ...inputs])
}

/** `name`: under which the value was bound; of the engine's own statements its place. */
export function shownValue(secrets: ReadonlySet<string>, name: string, value: unknown): string {
  const isOwn = /^\d+$/.test(name)
  if (value === null || value === undefined) return 'NULL'
  if (Buffer.isBuffer(value)) return '(hidden)'
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (secrets.has(last) || /password|secret|token/i.test(name)) return '(hidden)'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // The kept form of a password says so itself.
  if (/^\$(argon2|scrypt)/.test(text)) return '(hidden)'
  if (isOwn && text.length > OWN_LENGTH_MAX) return `(${text.length} characters)`
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text
}
