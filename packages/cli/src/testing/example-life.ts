// The text of an example without the day of life that its sample data tells, for journeys that make their own records.

export { withoutLife } from '@ninefold/server/testing/example-life.ts'
