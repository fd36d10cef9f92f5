// The nine points of a specification, and the thirteen questions that they ask.
// Every layer of Ninefold has one file per point, named by the point.

export const POINTS = [
  'purpose',
  'screens',
  'entities',
  'states',
  'validation',
  'roles',
  'calls',
  'errors',
  'limits',
] as const

export type Point = (typeof POINTS)[number]

/** The headings of a specification, in order. `number` is the visible number before the title. */
export const POINT_HEADINGS: Readonly<Record<Point, { readonly number: number; readonly title: string }>> = {
  purpose: { number: 1, title: 'What the product does and for whom' },
  screens: { number: 2, title: 'Screens and routes' },
  entities: { number: 3, title: 'Entities and their fields' },
  states: { number: 4, title: 'States and transitions' },
  validation: { number: 5, title: 'Validation rules' },
  roles: { number: 6, title: 'Roles and permissions' },
  calls: { number: 7, title: 'The calls it makes' },
  errors: { number: 8, title: 'The error catalogue' },
  limits: { number: 9, title: 'Business constants and limits' },
}

/** The thirteen questions of the form, in order, with their labels. */
export const QUESTIONS = [
  { point: 'purpose', label: 'Purpose' },
  { point: 'purpose', label: 'Intended users' },
  { point: 'screens', label: 'Screens and what a user can do on each' },
  { point: 'screens', label: 'Product routes and route parameters' },
  { point: 'entities', label: 'Entities and fields' },
  { point: 'states', label: 'States and transitions' },
  { point: 'validation', label: 'Validation rules' },
  { point: 'roles', label: 'Roles and permissions' },
  { point: 'calls', label: 'Product calls (method, path shape, payload shape)' },
  { point: 'calls', label: 'Responses and what the product does with them' },
  { point: 'errors', label: 'Error catalogue' },
  { point: 'errors', label: 'Product-specific error messages' },
  { point: 'limits', label: 'Business constants and limits' },
] as const satisfies readonly { point: Point; label: string }[]

export type QuestionLabel = (typeof QUESTIONS)[number]['label']

/**
 * The status of a question. `stated`: the text answers it. `none`: the text states that there is nothing.
 * `provisional`: unanswered, and `ninefold dev` provides a visible placeholder. `open`: unanswered, and nothing is
 * provided.
 */
export type Answer = 'stated' | 'provisional' | 'none' | 'open'

export interface AnsweredQuestion {
  readonly point: Point
  readonly question: QuestionLabel
  readonly answer: Answer
}
