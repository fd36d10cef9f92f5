// A model → its provisional behaviour, which nobody has stated.

import type { Model } from '@ninefold/core/model/model.ts'

/** One line for each, to help decide whether the specification may be served. */
export function provisionalBehaviour({ questions, screens, calls, roles }: Model): string[] {
  return [
    ...questions
      .filter(({ answer }) => answer === 'provisional')
      .map(({ question }) => `"${question}" is answered provisionally.`),
    ...screens.screens
      .filter(({ isProvisional }) => isProvisional)
      .map(({ name }) => `The screen "${name}" is provisional.`),
    ...calls.standard
      .filter(({ isProvisional }) => isProvisional)
      .map(({ entity, path }) => `The calls of ${entity} under ${path} are provisional.`),
    ...entitiesOf(roles.permissions).map(
      (entity) => `The permissions for ${entity} are provisional: production does not grant them.`,
    ),
  ]
}

function entitiesOf(permissions: Model['roles']['permissions']): string[] {
  return [...new Set(permissions.filter(({ isProvisional }) => isProvisional).map(({ entity }) => entity))]
}

/** An unstated right is never granted, no matter what else is served provisionally. */
export function withoutProvisionalPermissions(model: Model): Model {
  return {
    ...model,
    roles: { ...model.roles, permissions: model.roles.permissions.filter(({ isProvisional }) => !isProvisional) },
  }
}
