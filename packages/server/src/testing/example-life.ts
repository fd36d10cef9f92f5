// The text of an example → the same without the day of life that its sample data tells.
// Tests make the records that they are about; people who open an example for the first time find some.

export { withoutLife } from '@ninefold/core/read/testing.ts'
