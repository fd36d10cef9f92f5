// Model → the OpenAPI 3.1 document of its calls, from the same list of operations that the server answers.

import { filledPath } from '../../model/addresses/call-path.ts'
import { isAnsweredOn, operationsOf, type Operation } from '../calls/calls.ts'
import { hasNotifications } from '../wire/notifications.ts'
import { hasFiles } from '../inputs/uploads.ts'
import { everythingVisible } from '../calls/everything-visible.ts'
import type { ShapeKey } from '../../model/calls.ts'
import type { Model } from '../../model/model.ts'
import { isInnerLevel } from '../../model/shapes/shape-levels.ts'
import { csvPaths, hasLists, SCREENS_TAG } from './csv.ts'
import { DELETIONS_TAG, deletionPaths, keepsDeleted } from './deletions.ts'
import { documentPaths, DOCUMENTS_TAG } from './documents.ts'
import { eventPaths, EVENTS_TAG, hasEvents } from './events.ts'
import { FILES_TAG, filePaths } from './files.ts'
import { componentName, objectOf, schemaOfAnswer, type JsonSchema } from './json-schema.ts'
import { NOTIFICATIONS_TAG, notificationPaths } from './notifications.ts'
import { recordComponent } from './live-answers.ts'
import { answeredUntil, describeOperation, tagOf, type OpenApiOperation } from './operations.ts'
import { problemSchemas } from './refusals.ts'
import { serviceSchemes } from './service-schemes.ts'
import { sessionSchemes, sessionSecurity } from './session-schemes.ts'

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/**
 * `version` identifies this state of the specification. Keys that ended before `today` are left out; missing: all are
 * included.
 */
export function openApiDocument(model: Model, version: string, today = ''): OpenApiDocument {
  // Addresses with an underscore are internal, except those that any program may use.
  const operations = operationsOf(model).filter(
    (each) => !each.path.startsWith('/_ninefold/') && isAnsweredOn(each, today),
  )
  const description = model.purpose.purpose
  return {
    openapi: '3.1.1',
    info: { title: model.name, version, ...(description === null ? {} : { description }) },
    servers: [{ url: '/' }],
    tags: [
      ...tagsOf(model, operations),
      ...(hasFiles(model) ? [FILES] : []),
      ...(hasNotifications(model) ? [NOTIFICATIONS] : []),
      ...(hasEvents(model) ? [EVENTS] : []),
      ...(keepsDeleted(model) ? [DELETIONS] : []),
      ...(hasLists(model) ? [SCREENS] : []),
      ...(model.screens.documents.length === 0 ? [] : [DOCUMENTS]),
    ],
    paths: {
      ...pathsOf(model, operations),
      ...(hasFiles(model) ? filePaths(model, ownSecurity(model)) : {}),
      ...(hasNotifications(model) ? notificationPaths(model, sessionSecurity(model)) : {}),
      ...(hasEvents(model) ? eventPaths(model, sessionSecurity(model)) : {}),
      ...(keepsDeleted(model) ? deletionPaths(model, ownSecurity(model)) : {}),
      ...(hasLists(model) ? csvPaths(model, operations, ownSecurity(model)) : {}),
      ...documentPaths(model, ownSecurity(model)),
    },
    components: {
      schemas: componentSchemas(model, today),
      securitySchemes: Object.fromEntries([...sessionSchemes(model), ...serviceSchemes(model)]),
    },
  }
}

const NOTIFICATIONS = { name: NOTIFICATIONS_TAG, description: 'Messages in the application, to whoever asks.' }

const EVENTS = { name: EVENTS_TAG, description: 'Messages to programs, for the user they act for.' }

const FILES = { name: FILES_TAG, description: 'What records hold beside their values.' }

const DELETIONS = { name: DELETIONS_TAG, description: 'What can be brought back.' }

const DOCUMENTS = { name: DOCUMENTS_TAG, description: 'Records on paper.' }

const SCREENS = { name: SCREENS_TAG, description: 'What screens show, as files.' }

/** Guests may use it, depending on the record or file. */
function ownSecurity(model: Model): OpenApiOperation['security'] {
  return [{}, ...sessionSecurity(model)]
}

function tagsOf(model: Model, operations: readonly Operation[]): OpenApiDocument['tags'] {
  const names = [...new Set(operations.map((operation) => tagOf(model, operation)))].sort()

  return names.map((name) => ({
    name,
    description: name === 'Other calls' ? 'Calls of no entity.' : `Calls about ${name.toLowerCase()}.`,
  }))
}

function pathsOf(model: Model, operations: readonly Operation[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of operations) {
    const path = filledPath(operation.path, ({ name }) => `{${name}}`)
    const methods = (paths[path] ??= {})
    methods[operation.method.toLowerCase()] = describeOperation(model, operation)
  }
  return paths
}

function componentSchemas(model: Model, today: string): Record<string, JsonSchema> {
  const stated = model.calls.shapes.filter((shape) => !isInnerLevel(shape))
  const shapes = stated.map(({ name, keys }): [string, JsonSchema] => [
    componentName(name),
    objectOf(
      Object.fromEntries(keys.filter((each) => isAnsweredOn(each, today)).map((each) => [each.key, schemaOfKey(each)])),
    ),
  ])
  const answeredWhole = new Set(model.calls.standard.filter(({ shape }) => shape === null).map(({ entity }) => entity))
  const records = model.entities.entities
    .filter(({ name }) => answeredWhole.has(name))
    .map((entity): [string, JsonSchema] => [
      componentName(recordComponent(entity.name)),
      schemaOfAnswer(everythingVisible(model, entity)),
    ])
  return { ...Object.fromEntries([...shapes, ...records]), ...problemSchemas(model) }
}

/** A `$ref` with further keywords needs a wrapper. */
function schemaOfKey({ value, formerOf, until }: ShapeKey): JsonSchema {
  const schema = schemaOfAnswer(value)
  if (formerOf === undefined) return schema
  return {
    ...(schema.$ref === undefined ? schema : { anyOf: [schema] }),
    deprecated: true,
    ...(until === undefined ? {} : { description: answeredUntil(until) }),
  }
}
