// Journeys make the records that they are about; people who open an example for the first time find some.

export { withoutSampleRecords } from '@ninefold/core/read/testing.ts'
