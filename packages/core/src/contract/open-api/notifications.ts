// The caller's notifications → their description in OpenAPI. The addresses are the engine's own.

import type { BuiltInError } from '../../model/errors.ts'
import type { Model } from '../../model/model.ts'
import {
  FOLLOWED,
  FOLLOWING_PATH,
  hasFollowers,
  NOTIFICATION_SETTINGS_PATH,
  NOTIFICATIONS_AT_ONCE,
  NOTIFICATIONS_AT_ONCE_MAX,
  NOTIFICATIONS_PATH,
} from '../wire/notifications.ts'
import { objectOf, orNull, type JsonSchema } from './json-schema.ts'
import type { OpenApiOperation } from './operations.ts'
import type { OpenApiParameter } from './parameter.ts'
import { builtInRefusals, type OpenApiResponse, UNREAD_BODIES } from './refusals.ts'

export const NOTIFICATIONS_TAG = 'Notifications'

/** `security`: the requirement of a session. */
export function notificationPaths(
  model: Model,
  security: OpenApiOperation['security'],
): Record<string, Record<string, OpenApiOperation>> {
  const operation = (
    described: Pick<OpenApiOperation, 'operationId' | 'summary' | 'description' | 'parameters' | 'requestBody'>,
    answers: Record<string, OpenApiResponse>,
    refused: readonly BuiltInError[] = [],
  ): OpenApiOperation => ({
    ...described,
    tags: [NOTIFICATIONS_TAG],
    security,
    responses: { ...answers, ...builtInRefusals(model, [...ALWAYS, ...refused]) },
  })
  return {
    [NOTIFICATIONS_PATH]: { get: operation(LIST, answer('The newest first.', PAGE), ['wrong type', 'unknown input']) },
    [`${NOTIFICATIONS_PATH}/unread`]: {
      get: operation(UNREAD, answer('How many.', required({ unread: COUNT })), ['unknown input']),
    },
    [NOTIFICATION_SETTINGS_PATH]: {
      get: operation(SETTINGS, answer('All messages.', required({ messages: { type: 'array', items: SETTING } })), [
        'unknown input',
      ]),
      put: operation(SET, DONE, [...WRITES, 'wrong type']),
    },
    [`${NOTIFICATIONS_PATH}/{id}/read`]: { post: operation(READ, DONE, WRITES) },
    [`${NOTIFICATIONS_PATH}/{id}/unread`]: { post: operation(UNREAD_AGAIN, DONE, WRITES) },
    [`${NOTIFICATIONS_PATH}/{id}/read-until`]: { post: operation(READ_UNTIL, DONE, WRITES) },
    ...(hasFollowers(model)
      ? {
          [`${FOLLOWING_PATH}/{entity}/{id}`]: {
            get: operation(FOLLOWS, answer('Whether.', FOLLOWING), ['not found', 'unknown input']),
            put: operation(FOLLOW, DONE, [...WRITES, 'wrong type']),
          },
        }
      : {}),
  }
}

const ALWAYS: readonly BuiltInError[] = ['not signed in', 'session not valid', 'unexpected', 'busy', 'database away']
const WRITES: readonly BuiltInError[] = [
  'not found',
  'forbidden',
  'unknown input',
  'body not readable',
  ...UNREAD_BODIES,
]

const ID: JsonSchema = { type: 'string', format: 'uuid' }
const TEXT: JsonSchema = { type: 'string' }
const COUNT: JsonSchema = { type: 'integer', minimum: 0 }

function required(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return objectOf(properties, Object.keys(properties))
}

const ITEM = required({
  id: ID,
  message: { ...TEXT, description: `Its name in the specification; ${FOLLOWED} of a record that its reader follows.` },
  subject: TEXT,
  body: TEXT,
  at: { ...TEXT, format: 'date-time' },
  isRead: { type: 'boolean' },
  about: {
    anyOf: [
      required({
        entity: TEXT,
        id: TEXT,
        label: orNull(TEXT),
        address: { ...orNull(TEXT), description: 'The page that shows it, where there is one.' },
      }),
      { type: 'null' },
    ],
    description: 'The record that it speaks of, if its reader may see it now.',
  },
})

const PAGE = required({
  items: { type: 'array', items: ITEM },
  next: { ...orNull(ID), description: 'For "after"; null: there are no more.' },
  unread: COUNT,
})

function answer(description: string, schema: JsonSchema): Record<string, OpenApiResponse> {
  return { 200: { description, content: { 'application/json': { schema } } } }
}

const DONE: Record<string, OpenApiResponse> = { 204: { description: 'It is so now.' } }

const LIST = {
  operationId: 'listNotifications',
  summary: 'List my notifications',
  parameters: [
    { name: 'after', in: 'query', description: 'What comes behind the one with this id.', schema: ID },
    {
      name: 'take',
      in: 'query',
      description: 'So many at once.',
      schema: { type: 'integer', minimum: 1, maximum: NOTIFICATIONS_AT_ONCE_MAX, default: NOTIFICATIONS_AT_ONCE },
    },
  ],
} satisfies Partial<OpenApiOperation>

const UNREAD = { operationId: 'countUnreadNotifications', summary: 'Count my unread notifications' }

const SETTINGS = { operationId: 'listMessageSettings', summary: 'List the messages that I can turn off' }
const SET = {
  operationId: 'turnMessagesOff',
  summary: 'Turn these messages off, and all others on',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: required({ off: { type: 'array', items: TEXT } }) } },
  },
}
const SETTING = required({
  message: { ...TEXT, description: 'Its name in the specification.' },
  label: TEXT,
  isOn: { type: 'boolean' },
})

const OF_ONE: readonly OpenApiParameter[] = [{ name: 'id', in: 'path', required: true, schema: ID }]

const READ = { operationId: 'readNotification', summary: 'Take one for read', parameters: OF_ONE }
const UNREAD_AGAIN = { operationId: 'unreadNotification', summary: 'Take one for unread again', parameters: OF_ONE }
const READ_UNTIL = {
  operationId: 'readNotificationsUntil',
  summary: 'Take one, and all before it, for read',
  parameters: OF_ONE,
}

const FOLLOWING = required({ isFollowing: { type: 'boolean' } })
const OF_RECORD: readonly OpenApiParameter[] = [
  {
    name: 'entity',
    in: 'path',
    required: true,
    description: 'Name of the entity, as in addresses of the product.',
    schema: TEXT,
  },
  { name: 'id', in: 'path', required: true, schema: TEXT },
]
const FOLLOWS = { operationId: 'readFollowing', summary: 'Ask whether I follow a record', parameters: OF_RECORD }
const FOLLOW = {
  operationId: 'followRecord',
  summary: 'Follow a record, or stop',
  parameters: OF_RECORD,
  requestBody: { required: true, content: { 'application/json': { schema: FOLLOWING } } },
}
