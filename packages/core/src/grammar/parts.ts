// The kinds of parts below the points, each with its point, heading form and description.

import type { Point } from '../model/points.ts'

/** `colon`: `Entity: Ticket`. `after`: `States of Ticket.status`. `bare`: `Permissions`. */
export type PartForm = 'colon' | 'after' | 'bare'

interface PartGrammar {
  readonly point: Point
  readonly form: PartForm
  /** Null: part of a later version. */
  readonly about: string | null
}

const part = <const P extends Point>(point: P, form: PartForm, about: string | null): PartGrammar & { point: P } => ({
  point,
  form,
  about,
})

export const PARTS = {
  Routes: part('screens', 'bare', 'The routes, and the screens to which they lead.'),
  Screen: part('screens', 'colon', 'A page: who uses it, what it shows, and what people can do on it.'),
  Document: part('screens', 'colon', 'A page as PDF about one record: its fields, tables of lines, totals and words.'),
  Entity: part('entities', 'colon', 'A kind of record: its fields, with their types and rules.'),
  Choice: part('entities', 'colon', 'Words that several fields choose from.'),
  'Reference data': part('entities', 'colon', 'Records that are always there, keyed by the first column.'),
  'Sample data': part('entities', 'colon', 'Records for development and examples.'),
  'Changes to version': part(
    'entities',
    'after',
    'The new place of existing records: fields and states that were renamed, removed or added.',
  ),
  'States of': part(
    'states',
    'after',
    'The states of a field, the transitions between them, and the clocks that do some of these.',
  ),
  Transition: part('states', 'colon', 'The steps of a transition that does more than its row can say.'),
  Approval: part('states', 'colon', null),
  'Signing in': part('roles', 'bare', 'The users, the way in which they sign in, and how long that lasts.'),
  'OpenID provider': part(
    'roles',
    'colon',
    'A provider of OpenID Connect: its address, the people who may become users by it, and the roles that its claims give.',
  ),
  Roles: part('roles', 'bare', 'The roles, and the ways to each of them.'),
  Permissions: part('roles', 'bare', 'The actions that each role may do. Nothing is allowed that no row allows.'),
  'Standard calls': part(
    'calls',
    'bare',
    'Listing, reading, creating, changing and deleting an entity, without writing each call.',
  ),
  'Shared by calls': part('calls', 'colon', 'Labels, inputs and first steps that several calls have in common.'),
  Messages: part('calls', 'bare', 'Messages, their receivers and their words.'),
  Message: part('calls', 'colon', 'A message with a longer body.'),
  Shape: part('calls', 'colon', 'How a record is answered: its keys and their values.'),
  Schedule: part('calls', 'colon', 'Steps that the clock does.'),
  'Outside service': part(
    'calls',
    'colon',
    'A program of somebody else: its address, its operations, and the values that go each way.',
  ),
  Example: part('calls', 'colon', 'An action of somebody and its answer: run against the sample data.'),
  Function: part('calls', 'colon', null),
  Report: part('calls', 'colon', null),
  Lookup: part(
    'limits',
    'colon',
    'A table from words, or from several conditions, to values, used like a function in expressions.',
  ),
  Translation: part('limits', 'colon', 'The words that readers of the product see, in another language.'),
  Calendar: part('limits', 'colon', 'Working days and hours, with holidays, for amounts such as 2 working days.'),
} as const satisfies Readonly<Record<string, PartGrammar>>
